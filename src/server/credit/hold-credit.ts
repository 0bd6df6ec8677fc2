import type { Prisma } from '~/generated/prisma/client'
import { notFound } from '~/server/platform/database/conflict'
import { openAccount, type Movement } from './credit-account'
import { cents, moveCredit, ofPayment, spendable } from './credit-entries'
import { mustBeEnough } from './credit-lots'

type Tx = Prisma.TransactionClient

/**
 * Authorize holds credit, capture uses it, void releases it; all in the caller's transaction, behind the account's lock, once for each key.
 */

export interface Held {
  id: string
  accountId: string
  /** EUR. */
  amount: number
  held: number
  captured: number
}

interface LockedPayment extends Held {
  releasedAt: Date | null
  entries: number
  isWritten: boolean
}

/** Locks the account in a statement of its own, which every capture waits for. @throws NOT_FOUND */
export async function lockPayment(tx: Tx, paymentId: string, key = ''): Promise<LockedPayment> {
  const [account] = await tx.$queryRaw<{ entries: number }[]>`
    SELECT entries FROM credit_accounts WHERE id = (SELECT account_id FROM credit_payments WHERE id = ${paymentId}::uuid) FOR UPDATE`
  // Read behind the lock, to include the previous movement.
  const [payment] = await tx.$queryRaw<Omit<LockedPayment, 'entries'>[]>`
    SELECT id::text AS id, account_id::text AS "accountId", amount::float8 AS amount, held::float8 AS held, captured::float8 AS captured,
      released_at AS "releasedAt", EXISTS (SELECT FROM credit_entries WHERE key = ${key}) AS "isWritten"
    FROM credit_payments WHERE id = ${paymentId}::uuid`
  if (!account || !payment) throw notFound({ one: 'payment' })
  return { ...payment, entries: account.entries }
}

export interface Authorization extends Movement {
  userId: string
  /** 'repairs', 'orders' or 'platform', with its id. */
  noun: 'repairs' | 'orders' | 'platform'
  nounId: string
  /** EUR. */
  amount: number
  /** Holds nothing yet; this trade-in's credit will pay. */
  tradeInId?: string
}

/**
 * Holds credit, the soonest to expire first.
 * @returns the payment; for a known key the one that it made
 * @throws NOT_FOUND for an unknown user; BAD_REQUEST for `amount` if there is less
 */
export async function authorize(tx: Tx, { userId, noun, nounId, amount, tradeInId, ...movement }: Authorization): Promise<Held> {
  const account = await openAccount(tx, userId)
  const known = await tx.creditPayment.findUnique({ where: { key: movement.key }, select: { id: true } })
  if (known) return lockPayment(tx, known.id)
  const data = {
    accountId: account.id,
    noun,
    nounId,
    amount: cents(amount),
    key: movement.key,
    createdBy: movement.actor.userId,
    createdAt: movement.at,
  }
  const { id } = await tx.creditPayment.create({ data: { ...data, tradeInId: tradeInId ?? null }, select: { id: true } })
  const held = tradeInId === undefined ? await hold(tx, { id, accountId: account.id }, movement, amount) : 0
  if (tradeInId === undefined) mustBeEnough(held, amount, 'amount')
  return { id, accountId: account.id, amount, held, captured: 0 }
}

/** @param amount EUR; less is held if there is less @returns EUR */
export function hold(tx: Tx, { id, accountId }: Pick<Held, 'id' | 'accountId'>, movement: Movement, amount: number): Promise<number> {
  const sides = { accountId, kind: 'authorize', debit: 'available', credit: 'held', paymentId: id } as const
  return moveCredit(tx, { ...movement, reason: movement.reason || 'Put aside' }, sides, spendable(accountId, movement.at), amount)
}

/** A part is given back from the last to expire. */
const moves = {
  capture: { debit: 'held', credit: 'used', reason: 'Used' },
  void: { debit: 'held', credit: 'available', first: 'last', reason: 'Given back' },
  reverse: { debit: 'used', credit: 'held', first: 'last', reason: 'Use taken back' },
} as const

/** @param amount EUR; all without one @returns EUR moved: less if there was less, 0 for a known key @throws NOT_FOUND */
const mover =
  (kind: keyof typeof moves) =>
  async (tx: Tx, paymentId: string, movement: Movement, amount?: number): Promise<number> => {
    const { reason, ...sides } = moves[kind]
    const { accountId, isWritten } = await lockPayment(tx, paymentId, movement.key)
    if (isWritten) return 0
    const why = { ...movement, reason: movement.reason || reason }
    return moveCredit(tx, why, { accountId, kind, paymentId, ...sides }, ofPayment(paymentId, sides.debit), amount ?? null)
  }

export const capture = mover('capture')
/** Credit that has expired meanwhile cannot be spent again. */
export const voidHold = mover('void')
/** Holds captured credit again, so that it may be voided. */
export const reverseCapture = mover('reverse')
