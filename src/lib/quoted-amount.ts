import { answerMarks, type SentQuote, type SentQuoteState } from '~/contracts/cases/sent-quote'
import { formatEuro } from './money'
import { formatSettled } from './settled-amount'

/** Amounts of quoted cases: the last offer stays visible, marked with its answer, until an amount is agreed. */

export function formatMarked(amount: string, state: SentQuoteState): string {
  const mark = answerMarks[state]
  return mark === '' ? amount : `${amount} (${mark})`
}

/** '€120.50' once agreed, '€180.00 (disputed)' for the last offer, else the estimate (`formatSettled`). */
export const formatValue = (final: number | null, estimated: number | null, offer: SentQuote | null): string =>
  final === null && offer !== null ? formatMarked(formatEuro(offer.total), offer.state) : formatSettled(final, estimated)

/** By `formatSettled`, marked with the customer's answer unless they accepted the estimate. */
export const formatCost = (actual: number | null, estimated: number | null, estimate: SentQuote | null): string => {
  const amount = formatSettled(actual, estimated)
  return actual !== null || estimated === null || estimate === null || estimate.state === 'sent'
    ? amount
    : formatMarked(amount, estimate.state)
}
