import type * as z from 'zod'
import { sumOfAmounts } from '~/contracts/credit/credit'
import type { LeftToGive, leftToGiveInput } from '~/contracts/billing/approvals'
import { Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { requireRecentProof } from '~/server/identity/auth/reauthenticate'
import { oneHand } from '~/server/identity/users/second-administrator'
import { leftBelow, lockSums, NO_SUMS, reasonAbove, windowStart, withAmount, type Sums } from '~/server/identity/users/limit-sums'
import { codedError } from '~/server/platform/errors'
import type { Services } from '~/server/services'

/** Everything that forgives a debt or gives credit counts in one sum (docs/credit.md, Two administrators). */

type Tx = Prisma.TransactionClient
type Reader = Pick<Tx, '$queryRaw'>

/** Key prefix of a movement approved with an offer. */
export const APPROVED_KEY = 'approved:'
/** Key prefix of a movement that a second administrator approved. */
export const REQUEST_KEY = 'request:'
/** Key prefix of credit that follows a merged customer (`move_lot` in prisma/functions.sql); it does not count as given. */
const MERGE_KEY = 'merge'
/** Key prefix of a credit note's movements. */
export const NOTE_KEY = 'note:'

interface Counting {
  /** The accounts that the giver may hold (`oneHand`). */
  administrators: readonly string[]
  customers: readonly string[]
  at: Date
}

const startOf = ({ at }: Counting, window: 'day' | 'month') => Prisma.sql`${windowStart(at, window)}::timestamptz`

/** As `(giver, customer, cause, at, amount)`: by this administrator or for these customers. A cause's amounts add up, to 0 at least. */
function amounts(counting: Counting): Prisma.Sql {
  const me = Prisma.sql`ANY(${[...counting.administrators]}::uuid[])`
  const them = Prisma.sql`${[...counting.customers]}::uuid[]`
  const month = startOf(counting, 'month')
  return Prisma.sql`
    WITH theirs AS (
      SELECT a.id, coalesce(a.user_id, b.user_id) AS user_id FROM credit_accounts AS a LEFT JOIN buyers AS b ON b.id = a.buyer_id
      WHERE a.user_id = ANY(${them}) OR a.buyer_id = ANY(ARRAY(SELECT id FROM buyers WHERE user_id = ANY(${them})))
    ), entries AS (
      SELECT e.*, theirs.user_id AS customer FROM credit_entries AS e LEFT JOIN theirs ON theirs.id = e.account_id
      WHERE (e.actor_id = ${me} OR e.account_id = ANY(ARRAY(SELECT id FROM theirs))) AND e.at > ${month} AND e.actor_id IS NOT NULL
        AND e.key NOT LIKE ${`${REQUEST_KEY}%`} AND e.key NOT LIKE ${`${APPROVED_KEY}%`} AND e.key NOT LIKE ${`${MERGE_KEY}%`}
    )
    -- Store credit: trade-ins, refunds and adjustments, less their reversals.
    SELECT actor_id AS giver, customer, concat(account_id, cause_noun, cause_id) AS cause, at, CASE kind WHEN 'reverse' THEN -amount ELSE amount END AS amount
    FROM entries WHERE kind IN ('issue', 'adjust') OR (kind = 'reverse' AND debit = 'available')
    UNION ALL
    -- Credit notes: the debt cancelled and the store credit returned, but not money that goes on account.
    SELECT actor_id, customer, concat('note', document_id), at, CASE kind WHEN 'correct' THEN amount ELSE -amount END
    FROM entries WHERE key LIKE ${`${NOTE_KEY}%`} AND (kind = 'correct' OR (kind = 'reverse' AND debit = 'on_account'))
    UNION ALL
    -- Released payments with store credit: the part that had been used.
    SELECT e.actor_id, e.customer, concat('payment', e.payment_id), max(e.at), least(sum(e.amount),
      (SELECT coalesce(sum(r.amount), 0) FROM credit_entries AS r WHERE r.payment_id = e.payment_id AND r.kind = 'reverse' AND r.debit = 'used'))
    FROM entries AS e JOIN credit_accounts AS a ON a.id = e.account_id
    WHERE e.kind = 'void' AND e.cause_noun IN ('repairs', 'orders') AND e.key NOT LIKE ${`${NOTE_KEY}%`} AND e.actor_id <> a.user_id
    GROUP BY e.actor_id, e.customer, e.payment_id
    UNION ALL
    -- Refunds of money.
    SELECT r.requested_by, b.user_id, concat('refund', r.id), r.requested_at, r.amount
    FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id JOIN buyers AS b ON b.id = p.buyer_id
    WHERE (r.requested_by = ${me} OR b.user_id = ANY(${them})) AND r.requested_at > ${month}
      AND r.requested_by IS NOT NULL AND r.decided_by IS NULL AND r.state IN ('asked', 'done')`
}

/** Sums by user id; the administrator's is under 'giver'. */
async function readSums(tx: Reader, counting: Counting): Promise<Map<string, Sums>> {
  const rows = await tx.$queryRaw<(Sums & { who: string })[]>`
    SELECT who, sum(greatest(day, 0))::float8 AS day, sum(greatest(month, 0))::float8 AS month FROM (
      SELECT who, sum(amount) AS month, coalesce(sum(amount) FILTER (WHERE at > ${startOf(counting, 'day')}), 0) AS day
      FROM (${amounts(counting)}) AS given
      CROSS JOIN LATERAL (VALUES (CASE WHEN giver = ANY(${[...counting.administrators]}::uuid[]) THEN 'giver' END), (customer::text)) AS of (who)
      WHERE who IS NOT NULL GROUP BY who, cause
    ) AS causes GROUP BY who`
  return new Map(rows.map(({ who, ...sums }) => [who, sums]))
}

export type GivingCall = SignedInCall<'now' | 'creditLimit'>

export interface LockedLimit {
  /**
   * Checks an amount and, within the limit, adds it to the sums at once.
   * @param userId null without a customer
   * @param amount EUR; negative amounts count alike
   * @param options `counts: false` for an amount that is not given yet
   * @returns null within the limit, else the reason why a second administrator must agree
   */
  whyAbove: (userId: string | null, amount: number, options?: { counts?: boolean }) => string | null
}

/** @throws FORBIDDEN for an API key, and without a recent proof */
export function mustBeProven({ viewer, now }: GivingCall, because: string): void {
  if (viewer.apiKey)
    throw codedError(
      'FORBIDDEN',
      'api_key_refused',
      `${because}: a second administrator must approve it. An API key cannot ask for that: sign in and do it yourself.`,
    )
  requireRecentProof(viewer, now())
}

/** After repairs, orders, trade-ins and documents, before accounts; once in a transaction. */
export async function lockLimit(
  tx: Tx,
  { viewer, creditLimit, now }: GivingCall,
  customers: readonly (string | null)[],
): Promise<LockedLimit> {
  const ids = [...new Set(customers.flatMap((id) => id?.toLowerCase() ?? []))]
  const at = now()
  const administrators = await oneHand(tx, viewer.userId, at)
  await lockSums(tx, 'credit', ...administrators, ...ids)
  const sums = await readSums(tx, { administrators, customers: ids, at })
  const sumsOf = (who: string | null) => sums.get(who ?? '') ?? NO_SUMS
  return {
    whyAbove: (userId, amount, { counts = true } = {}) => {
      const customer = userId?.toLowerCase() ?? null
      if (sumOfAmounts([amount]) === 0) return null
      const because = reasonAbove(creditLimit, amount, { administrator: sumsOf('giver'), customer: sumsOf(customer) })
      if (because !== null || !counts) return because
      sums.set('giver', withAmount(sumsOf('giver'), amount))
      if (customer !== null) sums.set(customer, withAmount(sumsOf(customer), amount))
      return null
    },
  }
}

async function customerOf(
  { prisma }: Services['db'],
  { userId, paymentId, creditPaymentId }: z.output<typeof leftToGiveInput>,
): Promise<string | null> {
  if (userId !== undefined) return userId.toLowerCase()
  if (paymentId !== undefined)
    return (
      (await prisma.payment.findUnique({ where: { id: paymentId }, select: { buyer: { select: { userId: true } } } }))?.buyer.userId ?? null
    )
  if (creditPaymentId === undefined) return null
  const select = { account: { select: { userId: true } } }
  return (await prisma.creditPayment.findUnique({ where: { id: creditPaymentId }, select }))?.account.userId ?? null
}

/** EUR that the caller may give without a second administrator; forms show it. */
export async function leftToGive(
  { db, viewer, creditLimit, now }: GivingCall & SignedInCall<'db'>,
  input: z.output<typeof leftToGiveInput>,
): Promise<LeftToGive> {
  const customer = await customerOf(db, input)
  const at = now()
  const administrators = await oneHand(db.prisma, viewer.userId, at)
  const sums = await readSums(db.prisma, { administrators, customers: customer === null ? [] : [customer], at })
  const counted = { administrator: sums.get('giver') ?? NO_SUMS, customer: sums.get(customer ?? '') ?? NO_SUMS }
  return { limit: creditLimit, left: leftBelow(creditLimit, counted) }
}
