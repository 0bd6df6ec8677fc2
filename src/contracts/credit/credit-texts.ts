import type { CreditBook, CreditEntryKind, CreditKind } from './credit'
import type { CreditStatementEntry } from './statement'

/** For customers and for the back office. */

export const creditKindLabels: Record<CreditKind, string> = { trade_in: 'Trade-in', refund: 'Refund', adjustment: 'Adjustment' }

export const creditEntryLabels: Record<CreditEntryKind, string> = {
  issue: 'Issued',
  authorize: 'Held for a payment',
  capture: 'Paid with',
  void: 'Released',
  expire: 'Expired',
  adjust: 'Adjusted',
  reverse: 'Taken back',
}

/** EUR added to a side of the books; negative if taken away. */
export const addedTo = (book: CreditBook, { debit, credit, amount }: Pick<CreditStatementEntry, 'debit' | 'credit' | 'amount'>): number =>
  book === credit ? amount : book === debit ? -amount : 0

/** 'Trade-in TRD-10001'; the reason for a subject without a number. */
export function causeText({ causeNoun, causeNumber, reason }: Pick<CreditStatementEntry, 'causeNoun' | 'causeNumber' | 'reason'>): string {
  const nouns: Record<string, string> = { tradeIns: 'Trade-in', repairs: 'Repair', orders: 'Order' }
  const noun = nouns[causeNoun]
  return noun !== undefined && causeNumber !== null ? `${noun} ${causeNumber}` : reason
}
