import { serverMessage } from '~/components/form/server-errors'
import { notifyError } from '~/components/ui/notify'
import { trpc } from '~/trpc/client'

/** Reads the unit again after a change, the caller's or another's, and says what has failed. */
export function useBench() {
  const utils = trpc.useUtils()
  return {
    onSettled: () => utils.units.invalidate(),
    onError: (error: unknown) => notifyError('Failed to save the refurbishing', error, serverMessage(error)),
  }
}
