import { sumOfAmounts } from '~/contracts/credit/credit'
import type { Unagreed } from '~/contracts/credit/agreed-value'
import { Prisma } from '~/generated/prisma/client'
import { lockAccounts, openAccounts, type LockedAccount } from '~/server/credit/credit-account'
import { unagreedAt, unagreedJson, unagreedShape } from '../base/agreed-value'
import { type GivingCall, lockLimit } from '~/server/credit/credit-limit'
import type { Completed } from './trade-in-notices'

type Tx = Prisma.TransactionClient

const DAY_MS = 24 * 60 * 60 * 1000

/** Days for which an offer's approval also covers its credit. */
const APPROVAL_DAYS = 90

/** EUR of the trade-in `t`'s latest offer if approved within 90 days, accepted by the present customer and not refused; else NULL. */
export const approvedValue = (at: Date) => Prisma.sql`(
  SELECT CASE WHEN o.state = 'accepted' AND o.requested_by <> o.approved_by AND o.total < 'Infinity'
      AND o.approved_at > ${new Date(at.getTime() - APPROVAL_DAYS * DAY_MS)}::timestamptz
      AND customer_of_row(o.customer_id, o.case_id) = t.user_id
      AND NOT EXISTS (SELECT FROM credit_requests AS r WHERE r.cause_noun = 'tradeIns' AND r.cause_id = t.id::text
        AND r.state = 'refused' AND r.decided_at > o.approved_at)
    THEN o.total::float8 END
  FROM case_quotes AS o WHERE o.case_id = t.id AND o.state <> 'draft' ORDER BY o.number DESC LIMIT 1)`

interface Row {
  id: string
  number: string
  userId: string | null
  finalValue: number | null
  /** EUR issued and not taken back. */
  outstanding: number
  /** Number of issues. */
  rounds: number
  isAsked: boolean
  /** EUR; null without a valid approval of an offer. */
  approved: number | null
  unagreed: unknown
}
interface Found extends Omit<Row, 'unagreed'> {
  unagreed: Unagreed | null
}

export const ofTradeIn = Prisma.sql`e.cause_noun = 'tradeIns' AND e.cause_id = t.id::text`

export async function findTradeIns(tx: Tx, ids: readonly string[], at: Date): Promise<Found[]> {
  const rows = await tx.$queryRaw<Row[]>`
    SELECT t.id::text AS id, left(t.trade_in_number, 200) AS number, t.user_id::text AS "userId", nullif(t.final_value, 'NaN')::float8 AS "finalValue",
      (SELECT coalesce(sum(credit_added(e, 'available')), 0)::float8 FROM credit_entries AS e WHERE ${ofTradeIn} AND e.kind IN ('issue', 'reverse')) AS outstanding,
      (SELECT count(*)::int FROM credit_entries AS e WHERE ${ofTradeIn} AND e.kind = 'issue') AS rounds,
      EXISTS (SELECT FROM credit_requests AS r WHERE r.cause_noun = 'tradeIns' AND r.cause_id = t.id::text AND r.state = 'waiting') AS "isAsked",
      ${approvedValue(at)} AS approved, ${unagreedJson} AS unagreed
    FROM trade_ins AS t WHERE t.id = ANY(${[...ids]}::uuid[]) ORDER BY t.id`
  return rows.map((row) => ({ ...row, unagreed: unagreedAt(unagreedShape.parse(row.unagreed), at) }))
}

export interface Plan {
  tradeIn: Found
  account: LockedAccount | undefined
  outcome: Completed
  because: string | null
}

function outcomeOf({ number, userId, finalValue, isAsked, unagreed }: Found, due: number, because: string | null): Completed {
  const none = { number, amount: 0 }
  if (userId === null) return { ...none, outcome: 'customer' }
  if (due <= 0 && finalValue !== null && finalValue > 0) return { ...none, outcome: 'already' }
  const waits = finalValue !== null && finalValue > 0 && because !== null
  if (unagreed !== null)
    return waits ? { number, outcome: 'waits', amount: due, isAsked, unagreed } : { ...none, outcome: 'agreement', unagreed }
  if (finalValue === null || finalValue <= 0) return { ...none, outcome: 'value' }
  return { number, outcome: because === null ? 'issued' : 'waits', amount: due, isAsked }
}

export type Planning = GivingCall

/** The agreed final value less earlier issues; an approved offer covers the limit. Locks sums and accounts until the transaction ends. */
export async function planIssues(tx: Tx, call: Planning, ids: readonly string[]): Promise<Plan[]> {
  const at = call.now()
  const users = await tx.tradeIn.findMany({ where: { id: { in: [...ids] }, userId: { not: null } }, select: { userId: true } })
  const userIds = [...new Set(users.flatMap(({ userId }) => userId ?? []))]
  const limit = await lockLimit(tx, call, userIds)
  await openAccounts(tx, userIds)
  const accounts = await lockAccounts(tx, userIds)
  return (await findTradeIns(tx, ids, at)).map((tradeIn) => {
    const due = sumOfAmounts([tradeIn.finalValue ?? 0, -tradeIn.outstanding])
    const account = accounts.get(tradeIn.userId ?? '')
    const isCovered = tradeIn.approved !== null && !tradeIn.isAsked && (tradeIn.finalValue ?? 0) <= tradeIn.approved
    // Sums leave out amounts that two administrators agreed to, and those not issued.
    const isGiven = !isCovered && account !== undefined && due > 0
    const because = isGiven ? limit.whyAbove(tradeIn.userId, due, { counts: tradeIn.unagreed === null }) : null
    const outcome = { ...outcomeOf(tradeIn, due, because), isCovered }
    return { tradeIn, account, outcome, because }
  })
}
