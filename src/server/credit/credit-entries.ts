import { randomUUID } from 'node:crypto'
import { sumOfAmounts, type CreditBook, type CreditEntryKind } from '~/contracts/credit/credit'
import { Prisma } from '~/generated/prisma/client'
import type { Movement } from './credit-account'

type Tx = Prisma.TransactionClient

export interface EntrySides {
  accountId: string
  kind: CreditEntryKind
  debit: CreditBook
  credit: CreditBook
  paymentId?: string
  first?: keyof typeof queues
}

export const cents = (amount: number): string => amount.toFixed(2)

/** The soonest to expire is spent first, and the last to expire is given back first. */
const queues = {
  soonest: Prisma.sql`expires_at NULLS LAST, created_at, lot_id`,
  last: Prisma.sql`expires_at DESC NULLS FIRST, created_at DESC, lot_id DESC`,
}

/** Takes the first lots of a query (`lot_id`, `amount`, `expires_at`, `created_at`) up to an amount. @param amount EUR; null for all */
export function takeFrom(lots: Prisma.Sql, amount: number | null, first: keyof typeof queues = 'soonest'): Prisma.Sql {
  const queue = queues[first]
  const wanted = amount === null ? Prisma.sql`reach` : Prisma.sql`${cents(amount)}::numeric`
  return Prisma.sql`
    SELECT lot_id, least(amount, ${wanted} - (reach - amount)) AS amount, row_number() OVER (ORDER BY ${queue})::int AS part
    FROM (SELECT *, sum(amount) OVER (ORDER BY ${queue}) AS reach FROM (${lots}) AS lots WHERE amount > 0) AS queue
    WHERE reach - amount < ${wanted}`
}

export const spendable = (accountId: string, at: Date): Prisma.Sql => Prisma.sql`
  SELECT id AS lot_id, available AS amount, expires_at, created_at FROM credit_lots
  WHERE account_id = ${accountId}::uuid AND available > 0 AND (expires_at IS NULL OR expires_at > ${at}::timestamptz)`

/** Expired credit that is not yet written off, by lot. */
export const overdue = (accountId: string, at: Date): Prisma.Sql => Prisma.sql`
  SELECT id AS lot_id, available AS amount, expires_at, created_at FROM credit_lots
  WHERE account_id = ${accountId}::uuid AND available > 0 AND expires_at <= ${at}::timestamptz`

export const availableOf = (lotIds: readonly string[]): Prisma.Sql => Prisma.sql`
  SELECT id AS lot_id, available AS amount, expires_at, created_at FROM credit_lots WHERE id = ANY(${lotIds}::uuid[]) AND available > 0`

export const ofPayment = (paymentId: string, side: 'held' | 'used'): Prisma.Sql => Prisma.sql`
  SELECT e.lot_id, sum(CASE ${side}::credit_book WHEN e.credit THEN e.amount WHEN e.debit THEN -e.amount ELSE 0 END) AS amount, l.expires_at, l.created_at
  FROM credit_entries AS e JOIN credit_lots AS l ON l.id = e.lot_id
  WHERE e.payment_id = ${paymentId}::uuid GROUP BY e.lot_id, l.expires_at, l.created_at`

type Columns = 'kind' | 'debit' | 'credit' | 'lot_id' | 'payment_id' | 'document_id' | 'receipt_id' | 'cause_noun' | 'cause_id'

/** Needs the account's lock. @param rows a query of `amount`, `part` and further columns by name @returns EUR of each */
export async function writeEntries(
  tx: Tx,
  { actor, at, reason, key }: Omit<Movement, 'cause'>,
  accountId: string,
  rows: Prisma.Sql,
  columns: Partial<Record<Columns, Prisma.Sql>>,
): Promise<number[]> {
  const names = Prisma.raw(Object.keys(columns).join(', '))
  const written = await tx.$queryRaw<{ amount: number }[]>`
    INSERT INTO credit_entries (movement_id, account_id, amount, part, reason, actor_id, actor_email, key, at, ${names})
    SELECT ${randomUUID()}::uuid, ${accountId}::uuid, amount, part, ${reason}, ${actor.userId}::uuid, ${actor.email}, ${key}, ${at}::timestamptz,
      ${Prisma.join(Object.values(columns))}
    FROM (${rows}) AS moved ORDER BY part
    RETURNING amount::float8 AS amount`
  return written.map(({ amount }) => amount)
}

/**
 * Writes a movement of a locked account: one entry for each lot.
 * @param lots a query as `takeFrom` reads it
 * @param amount EUR; null for all
 * @returns EUR moved, which is less than asked for if there is less
 */
export async function moveCredit(
  tx: Tx,
  { cause, ...movement }: Movement,
  { accountId, kind, debit, credit, paymentId, first }: EntrySides,
  lots: Prisma.Sql,
  amount: number | null,
): Promise<number> {
  const moved = await writeEntries(tx, movement, accountId, takeFrom(lots, amount, first), {
    kind: Prisma.sql`${kind}::credit_entry_kind`,
    debit: Prisma.sql`${debit}::credit_book`,
    credit: Prisma.sql`${credit}::credit_book`,
    lot_id: Prisma.sql`lot_id`,
    payment_id: Prisma.sql`${paymentId ?? null}::uuid`,
    cause_noun: Prisma.sql`${cause.noun}`,
    cause_id: Prisma.sql`${cause.id}`,
  })
  return sumOfAmounts(moved)
}
