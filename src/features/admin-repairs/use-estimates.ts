import { changeToasts } from '~/components/admin-case/change-toasts'
import type { RepairEstimates } from '~/contracts/estimates'
import { useQuotes } from '~/trpc/use-quotes'

/** The draft of the estimates, if one is being worked on. */
export const draftOf = ({ estimates }: RepairEstimates) => estimates.find(({ state }) => state === 'draft')

/** What a call about a repair's estimates is followed by, and how that is said. */
export function useEstimatesChanged(id: string) {
  const quotes = useQuotes('repairs', id)
  return { ...quotes, ...changeToasts(quotes) }
}
