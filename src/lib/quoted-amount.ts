import { answerMarks, type SentQuote, type SentQuoteState } from '~/contracts/cases/sent-quote'
import { formatEuro } from './money'
import { formatSettled } from './settled-amount'

/** Amounts of quoted cases: the last offer stays visible with its answer until another amount is agreed. */

/** '€180.00 (disputed)'. */
export function formatMarked(amount: string, state: SentQuoteState): string {
  const mark = answerMarks[state]
  return mark === '' ? amount : `${amount} (${mark})`
}

/** The value of a trade-in: '€120.50' once it is agreed, '€180.00 (disputed)' for the last offer, else the estimate by `formatSettled`. */
export const formatValue = (final: number | null, estimated: number | null, offer: SentQuote | null): string =>
  final === null && offer !== null ? formatMarked(formatEuro(offer.total), offer.state) : formatSettled(final, estimated)

/** The cost of a repair by `formatSettled`, marked with the customer's answer if they have not accepted the estimate. */
export const formatCost = (actual: number | null, estimated: number | null, estimate: SentQuote | null): string => {
  const amount = formatSettled(actual, estimated)
  return actual !== null || estimated === null || estimate === null || estimate.state === 'sent'
    ? amount
    : formatMarked(amount, estimate.state)
}
