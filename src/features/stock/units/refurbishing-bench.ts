import { failureToast } from '~/components/form/use-action'
import { trpc } from '~/trpc/client'

/** Refetches the unit after a change or a conflict, and reports failures. */
export function useBench() {
  const utils = trpc.useUtils()
  return {
    onSettled: () => utils.units.invalidate(),
    onError: failureToast('Failed to save the refurbishing'),
  }
}
