import { randomUUID } from 'node:crypto'
import { Prisma } from '~/generated/prisma/client'
import { REFUND_MONTHS, type CreditKind } from '~/contracts/credit/credit'
import { formatEuro } from '~/lib/money'
import { fieldError } from '~/server/platform/errors'
import type { LockedAccount, Movement } from './credit-account'
import { cents, moveCredit, overdue, spendable } from './credit-entries'

type Tx = Prisma.TransactionClient

/** The same day some months later, or the month's last. */
function monthsAfter(at: Date, months: number): Date {
  const later = new Date(at)
  later.setUTCMonth(later.getUTCMonth() + months)
  if (later.getUTCDate() !== at.getUTCDate()) later.setUTCDate(0)
  return later
}

/** Null for never (requirements §9). */
const expiryOf = (kind: CreditKind, at: Date): Date | null => (kind === 'refund' ? monthsAfter(at, REFUND_MONTHS) : null)

export interface Issue extends Movement {
  account: LockedAccount
  kind: CreditKind
  amount: number
  /** Replaces the kind's own expiry. */
  expiresAt?: Date
}

/** Issues a lot for each, to locked accounts, in two statements. @returns the lots' ids */
export async function issueAll(tx: Tx, issues: readonly Issue[]): Promise<string[]> {
  if (issues.length === 0) return []
  const rows = issues.map(({ account, kind, amount, actor, at, reason, cause, key, expiresAt = expiryOf(kind, at) }) => ({
    id: randomUUID(),
    account: account.id,
    lot_kind: kind,
    amount: cents(amount),
    expires: expiresAt,
    at,
    reason,
    noun: cause.noun,
    cause: cause.id,
    key,
    actor: actor.userId,
    email: actor.email,
  }))
  const given = Prisma.sql`
    jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id uuid, account uuid, lot_kind credit_kind, amount numeric,
      expires timestamptz, at timestamptz, reason text, noun text, cause text, key text, actor uuid, email text)`
  await tx.$executeRaw`
    INSERT INTO credit_lots (id, account_id, kind, expires_at, cause_noun, cause_id, created_at)
    SELECT id, account, lot_kind, expires, noun, cause, at FROM ${given}`
  await tx.$executeRaw`
    INSERT INTO credit_entries (account_id, kind, debit, credit, amount, lot_id, cause_noun, cause_id, reason, actor_id, actor_email, key, at)
    SELECT account, (CASE lot_kind WHEN 'adjustment' THEN 'adjust' ELSE 'issue' END)::credit_entry_kind,
      (CASE lot_kind WHEN 'adjustment' THEN 'adjusted' ELSE 'issued' END)::credit_book, 'available', amount, id, noun, cause, reason, actor, email, key, at
    FROM ${given}`
  return rows.map(({ id }) => id)
}

/** @returns EUR written off */
export const expireLots = (tx: Tx, account: LockedAccount, at: Date): Promise<number> =>
  moveCredit(
    tx,
    {
      actor: { userId: null, email: null },
      at,
      reason: 'Not used in time',
      cause: { noun: 'expiry', id: account.id },
      key: `expire:${account.id}:${account.entries}`,
    },
    { accountId: account.id, kind: 'expire', debit: 'available', credit: 'expired' },
    overdue(account.id, at),
    null,
  )

/** @throws BAD_REQUEST for the field */
export function mustBeEnough(taken: number, wanted: number, field: string): void {
  if (taken >= wanted) return
  throw fieldError('validation_failed', field, `There is ${formatEuro(taken)} of store credit to spend, not ${formatEuro(wanted)}.`)
}

/** Takes from a locked account, the soonest to expire first. @throws BAD_REQUEST for `amount` if there is less */
export async function takeAway(tx: Tx, account: LockedAccount, movement: Movement, amount: number): Promise<void> {
  const sides = { accountId: account.id, kind: 'adjust', debit: 'available', credit: 'adjusted' } as const
  mustBeEnough(await moveCredit(tx, movement, sides, spendable(account.id, movement.at), amount), amount, 'amount')
}
