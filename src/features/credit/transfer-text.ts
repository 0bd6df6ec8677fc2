import { isOpenTransfer, type CreditTransfer, type TransferFailure } from '~/contracts/credit/transfers'
import { formatDate } from '~/lib/date-text'
import { formatEuro } from '~/lib/money'

/** For customers and for the back office. */

const failures: Record<TransferFailure, string> = {
  unreachable: 'The shop does not answer right now. Nothing was moved; please try again in a minute.',
  not_allowed: 'The shop does not let us move store credit. Nothing was moved; please tell us.',
  no_customer: 'The shop found no account for this email address. Nothing was moved.',
  limit: 'The account at the shop would hold more than it may. Nothing was moved; try a smaller amount.',
  expired: 'This store credit expires too soon for the shop. Nothing was moved.',
  currency: 'The shop takes no store credit in euro. Nothing was moved; please tell us.',
  insufficient: 'Nothing of it is left at the shop.',
  not_applied: 'The shop did not carry it out. Nothing was moved; you can try again.',
  refused: 'The shop refused it. Nothing was moved; please tell us.',
}

/** Null unless nothing was moved. */
export const transferFailureText = ({ state, failure }: Pick<CreditTransfer, 'state' | 'failure'>): string | null =>
  state === 'refused' ? failures[failure ?? 'refused'] : null

interface TransferStateText {
  label: string
  tone: 'neutral' | 'success' | 'warn' | 'info'
}

export function transferStateText({ direction, state }: Pick<CreditTransfer, 'direction' | 'state'>): TransferStateText {
  if (state === 'waiting' || state === 'asked') return { label: 'On its way', tone: 'info' }
  if (state === 'unknown') return { label: 'Being checked', tone: 'warn' }
  if (state === 'refused') return { label: direction === 'out' ? 'Not moved' : 'Not taken back', tone: 'neutral' }
  if (state === 'taken_back' || direction === 'back') return { label: 'Taken back', tone: 'neutral' }
  return { label: 'In the shop', tone: 'success' }
}

/** 'To a gift card, expires on 20 November 2028' */
export function transferText({ direction, carrier, expiresAt }: Pick<CreditTransfer, 'direction' | 'carrier' | 'expiresAt'>): string {
  const where = carrier === 'gift_card' ? 'a gift card' : 'the account at the shop'
  return `${direction === 'out' ? 'To' : 'Back from'} ${where}, ${expiresAt ? `expires on ${formatDate(expiresAt)}` : 'never expires'}`
}

/** EUR; 0 if nothing can be taken back, also while a transfer is under way. */
export function returnable(
  { direction, state, amount, takenBack, expiresAt }: CreditTransfer,
  rows: readonly CreditTransfer[],
  now: Date,
): number {
  const isOver = expiresAt !== null && expiresAt <= now
  if (direction !== 'out' || state !== 'done' || isOver || rows.some((row) => isOpenTransfer(row.state))) return 0
  return Math.round((amount - takenBack) * 100) / 100
}

/** Outcome of 'Take back' in one sentence. */
export function takenBackText(rows: readonly CreditTransfer[]): string {
  const [row] = rows
  if (!row) return 'Nothing was taken back.'
  if (row.state === 'done') return `${formatEuro(row.amount)} can be spent here again.`
  return transferFailureText(row) ?? 'The shop has not answered yet: we check it, and this page shows what became of it.'
}
