import { failureToast } from '~/components/form/use-action'
import { trpc } from '~/trpc/client'

/** Reads the unit again after a change, the caller's or another's, and says what has failed. */
export function useBench() {
  const utils = trpc.useUtils()
  return {
    onSettled: () => utils.units.invalidate(),
    onError: failureToast('Failed to save the refurbishing'),
  }
}
