import { serverMessage } from '~/components/form/server-errors'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import type { RepairEstimates } from '~/contracts/estimates'
import { trpc } from '~/trpc/client'
import { useCaseChanged } from '~/trpc/use-case'

/** The draft of the estimates, if one is being worked on. */
export const draftOf = ({ estimates }: RepairEstimates) => estimates.find(({ state }) => state === 'draft')

/** What a call about a repair's estimates is followed by: what it answers is shown at once, and the rest of the page is read again. */
export function useEstimatesChanged(id: string) {
  const utils = trpc.useUtils()
  const changed = useCaseChanged('repairs')
  return {
    /** Shows what a call has answered at once. */
    keep: (now: RepairEstimates) => {
      utils.repairs.estimates.setData({ id }, now)
      return now
    },
    reload: () => utils.repairs.estimates.fetch({ id }, { staleTime: 0 }),
    /** @param done the toast's words */
    succeeded: (done: string) => {
      changed()
      notifySuccess(done)
    },
    /** Somebody else may have been first: what is shown is read again. */
    failed: (error: unknown, text: string) => {
      void utils.repairs.estimates.invalidate({ id })
      notifyError(text, error, serverMessage(error))
    },
  }
}
