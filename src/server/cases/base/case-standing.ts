import * as z from 'zod'
import type { CaseNoun } from '~/contracts/case-ref'
import type { CaseStatus } from '~/contracts/cases/emails'
import { estimateStates, type EstimateState } from '~/contracts/cases/estimates'
import { offerStates, type OfferState } from '~/contracts/cases/offers'
import { repairOutcomes, type RepairOutcome } from '~/contracts/repair-outcomes'
import { Prisma } from '~/generated/prisma/client'
import { records } from '~/contracts/records'
import { activeRepairStatuses, openTradeInStatuses, pendingTradeInStatuses } from '~/contracts/statuses'
import { casesOf } from '~/server/cases/base/customer-case'
import { unagreedJson } from '~/server/cases/base/agreed-value'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { jsonObject, jsonTime } from '~/server/platform/lists/json-row'

/** The standing of a case with its customer: is the device here, what was asked and answered, what was done. The row is `t`. */

const sentQuotes = Prisma.sql`case_quotes AS q WHERE q.case_id = t.id AND q.state <> 'draft'
  AND customer_of_row(q.customer_id, q.case_id) IS NOT DISTINCT FROM t.user_id`

/** Work on record as done of a repair; fees alone are no work. Work since it went to somebody else is theirs. */
const actualLines = Prisma.sql`repair_lines AS l WHERE l.repair_id = t.id AND l.estimate_id IS NULL
  AND t.user_id IS NOT DISTINCT FROM (SELECT p.user_id FROM repairs AS p WHERE p.id = t.id)`
const madeTradeIn = Prisma.sql`trade_ins AS i WHERE i.from_repair = t.id AND (i.user_id IS NOT DISTINCT FROM t.user_id
  OR EXISTS (SELECT FROM case_customers AS c WHERE c.case_id = i.id AND c.user_id = t.user_id))`
const isWorkDone = Prisma.sql`(EXISTS (SELECT FROM ${actualLines} AND l.kind <> 'fee')
  OR (NOT EXISTS (SELECT FROM ${actualLines}) AND t.actual_cost > 0 AND t.actual_cost <> 'NaN'))`

/** True if something says that the device came to the shop, whatever the status. */
const isKnownHere: Record<CaseNoun, Prisma.Sql> = {
  // A repair that staff have opened stood on its counter; one that was asked for online begins with a parcel.
  repairs: Prisma.sql`(t.request_id IS NULL OR t.arrived_at IS NOT NULL OR t.arrival_condition IS NOT NULL OR t.diagnosis IS NOT NULL
    OR t.unrepaired_reason IS NOT NULL OR t.repair_notes IS NOT NULL OR EXISTS (SELECT FROM ${sentQuotes}) OR EXISTS (SELECT FROM ${actualLines}))`,
  // Opened at the counter, a trade-in may still be with its customer.
  tradeIns: Prisma.sql`(t.from_repair IS NOT NULL OR t.arrived_at IS NOT NULL OR t.arrival_condition IS NOT NULL
    OR EXISTS (SELECT FROM ${sentQuotes}))`,
}

/** True if the device is with the shop or has been, as far as anybody can tell: by its status too. */
const hasArrived: Record<CaseNoun, Prisma.Sql> = {
  repairs: Prisma.sql`(t.status <> 'received' OR ${isKnownHere.repairs})`,
  tradeIns: Prisma.sql`(t.status IN ('evaluated', 'approved', 'completed') OR (t.status = 'rejected' AND t.request_id IS NULL)
    OR ${isKnownHere.tradeIns})`,
}

/** The outcome of a repair as it is on record now (`RepairOutcome`), whatever its status. */
const repairOutcome = Prisma.sql`CASE
  WHEN EXISTS (SELECT FROM ${madeTradeIn}) THEN 'traded_in'
  WHEN t.unrepaired_reason IS NOT NULL THEN 'returned_' || t.unrepaired_reason
  WHEN EXISTS (SELECT FROM ${sentQuotes} AND q.state = 'accepted') THEN CASE WHEN ${isWorkDone} THEN 'repaired' ELSE 'undone' END
  WHEN EXISTS (SELECT FROM ${sentQuotes}) THEN
    CASE (SELECT q.state::text FROM ${sentQuotes} ORDER BY q.number DESC LIMIT 1) WHEN 'declined' THEN 'declined' ELSE 'unanswered' END
  WHEN ${isWorkDone} THEN 'repaired'
  WHEN EXISTS (SELECT FROM ${actualLines}) THEN 'undone'
  WHEN ${isKnownHere.repairs} THEN 'finished'
  ELSE 'closed' END`

/** The statements about any case ask these of a kind's table. The row is `t`. */
interface CaseTable {
  /** The statuses in which it is not over. */
  open: readonly CaseStatus[]
  /** Those in which staff are to do something, by the day on which it is due. */
  due: readonly CaseStatus[]
  /** The one in which it ends if its customer withdraws it: nothing was repaired, nothing traded in (requirements §4). */
  withdrawnAs: CaseStatus
  /** Those in which the customer's parcel may still come. */
  expected: readonly CaseStatus[]
  hasArrived: Prisma.Sql
  /** The place of its machine (`UnitState`); NULL if the case does not tell: finished work may wait for its customer, or have been collected. */
  machinePlace: Prisma.Sql
  /** Its result (`RepairOutcome`), or NULL. */
  outcome: Prisma.Sql
  /** The number of the case that its customer has turned it into, or NULL. */
  movedTo: Prisma.Sql
  /** The repair that it was before, whose files it shows; null where there is none. */
  before: ((id: string) => Prisma.Sql) | null
  /** Its quoted value at the request (EUR), or NULL. */
  quotedValue: Prisma.Sql
  /** True if its customer asks for it to be done first. */
  isExpedited: Prisma.Sql
  /** True if it claims a warranty. */
  isClaim: Prisma.Sql
}

const none = Prisma.sql`NULL`
const no = Prisma.sql`FALSE`

export const caseTables: Record<CaseNoun, CaseTable> = {
  repairs: {
    open: activeRepairStatuses,
    due: activeRepairStatuses,
    withdrawnAs: 'completed',
    expected: ['received'],
    hasArrived: hasArrived.repairs,
    machinePlace: Prisma.sql`CASE WHEN t.status = 'shipped' THEN 'with_customer'
      WHEN t.status = 'completed' THEN CASE WHEN ${repairOutcome} = 'closed' THEN 'with_customer' END
      WHEN ${hasArrived.repairs} THEN 'quarantined' ELSE 'awaited' END`,
    outcome: repairOutcome,
    movedTo: Prisma.sql`(SELECT i.trade_in_number FROM trade_ins AS i WHERE i.from_repair = t.id AND i.user_id IS NOT DISTINCT FROM t.user_id)`,
    before: null,
    quotedValue: none,
    isExpedited: Prisma.sql`t.is_expedited`,
    isClaim: Prisma.sql`(t.warranty_of IS NOT NULL OR t.warranty_sale IS NOT NULL)`,
  },
  tradeIns: {
    open: openTradeInStatuses,
    due: pendingTradeInStatuses,
    withdrawnAs: 'rejected',
    expected: pendingTradeInStatuses,
    hasArrived: hasArrived.tradeIns,
    machinePlace: Prisma.sql`CASE WHEN t.status = 'completed' THEN NULL
      WHEN t.status = 'rejected' THEN CASE WHEN NOT ${hasArrived.tradeIns} OR t.tracking_number IS NOT NULL THEN 'with_customer' END
      WHEN ${hasArrived.tradeIns} THEN 'quarantined' ELSE 'awaited' END`,
    outcome: none,
    movedTo: none,
    before: (id) => Prisma.sql`(SELECT c.from_repair FROM trade_ins AS c WHERE c.id = ${id}::uuid)`,
    quotedValue: Prisma.sql`t.estimated_value`,
    isExpedited: no,
    isClaim: no,
  },
}

/** The most lines of work named in an email. */
const MOST_LINES = 20

const newest = Prisma.sql`(SELECT json_build_object('state', q.state, 'total', q.total, 'expires', q.expires_at, 'answered', q.answered_at) FROM ${sentQuotes} ORDER BY q.number DESC LIMIT 1)`
const quote = <State extends string>(states: readonly [State, ...State[]]) =>
  z.object({ state: z.enum(states), total: z.number(), expires: jsonTime.nullable(), answered: jsonTime.nullable() }).nullable()

const repairStanding = z.object({
  outcome: z.enum(repairOutcomes),
  isHere: z.boolean(),
  hasArrived: z.boolean(),
  estimate: quote<EstimateState>(estimateStates),
  accepted: z.number().nullable(),
  /** A line's amount is rounded by itself. */
  done: z
    .array(z.object({ label: z.string(), amount: z.number() }))
    .nullable()
    .transform((lines) => lines ?? []),
  tradeInNumber: z.string().nullable(),
})
export type RepairStanding = z.output<typeof repairStanding>

const tradeInStanding = z.object({
  isHere: z.boolean(),
  hasArrived: z.boolean(),
  offer: quote<OfferState>(offerStates),
  fromRepairNumber: z.string().nullable(),
  /** When the device came, as a repair first where it was one. */
  cameOn: jsonTime,
  /** Store credit that was added for it and not taken back (EUR), and when it was added last. */
  credited: z.number(),
  creditedAt: jsonTime.nullable(),
  /** True if the customer accepted the final value or an administrator confirmed it; also if nothing was offered. */
  isAgreed: z.boolean(),
})
export type TradeInStanding = z.output<typeof tradeInStanding>

const doneLines = Prisma.sql`(
  SELECT json_agg(json_build_object('label', d.label, 'amount', round(d.quantity * d.price, 2)) ORDER BY d.position, d.id)
  FROM (SELECT l.* FROM ${actualLines} ORDER BY l.position, l.id LIMIT ${MOST_LINES}) AS d)`

const repairFields = {
  outcome: repairOutcome,
  isHere: isKnownHere.repairs,
  hasArrived: hasArrived.repairs,
  estimate: newest,
  accepted: Prisma.sql`(SELECT sum(q.total) FROM ${sentQuotes} AND q.state = 'accepted')`,
  done: doneLines,
  tradeInNumber: Prisma.sql`(SELECT i.trade_in_number FROM ${madeTradeIn})`,
}
const creditEntries = Prisma.sql`credit_entries AS e JOIN credit_accounts AS a ON a.id = e.account_id
  WHERE e.cause_noun = 'tradeIns' AND e.cause_id = t.id::text AND e.kind IN ('issue', 'reverse') AND a.user_id = t.user_id`
const tradeInFields = {
  credited: Prisma.sql`(SELECT coalesce(sum(credit_added(e, 'available')), 0) FROM ${creditEntries})`,
  creditedAt: Prisma.sql`(SELECT max(e.at) FROM ${creditEntries} AND e.kind = 'issue')`,
  isAgreed: Prisma.sql`(${unagreedJson} IS NULL)`,
  isHere: isKnownHere.tradeIns,
  hasArrived: hasArrived.tradeIns,
  offer: newest,
  fromRepairNumber: Prisma.sql`(SELECT r.repair_number FROM repairs AS r WHERE r.id = t.from_repair)`,
  cameOn: Prisma.sql`coalesce((SELECT coalesce(r.arrived_at, r.created_at) FROM repairs AS r WHERE r.id = t.from_repair), t.arrived_at, t.created_at)`,
}

type Reader = Pick<Prisma.TransactionClient, '$queryRaw'>

async function standings<Standing>(
  tx: Reader,
  source: Prisma.Sql,
  fields: Record<string, Prisma.Sql>,
  of: z.ZodType<Standing>,
  ids: readonly string[],
) {
  const found = await readJsonWithin(tx)(Prisma.sql`
    SELECT json_agg(json_build_object('id', t.id, 'standing', ${jsonObject(fields)}))::text FROM ${source} AS t WHERE t.id = ANY (${[...ids]}::uuid[])`)
  const rows =
    z
      .array(z.object({ id: z.string(), standing: of }))
      .nullable()
      .parse(found) ?? []
  return new Map(rows.map(({ id, standing }) => [id, standing]))
}

/** The cases as a customer has them or had them; left out, or of nobody, as they are. */
const sourceOf = (noun: CaseNoun, customerId?: string | null) => (customerId ? casesOf(noun, customerId) : Prisma.raw(records[noun].table))

/** Of each of these repairs, by id; one statement however many. */
export const readRepairStandings = (tx: Reader, ids: readonly string[], customerId?: string | null) =>
  standings(tx, sourceOf('repairs', customerId), repairFields, repairStanding, ids)

/** The same of trade-ins. */
export const readTradeInStandings = (tx: Reader, ids: readonly string[], customerId?: string | null) =>
  standings(tx, sourceOf('tradeIns', customerId), tradeInFields, tradeInStanding, ids)

/** Of one repair, for a customer who has it or had it. */
export const repairStandingOf = async (tx: Reader, id: string, customerId?: string | null) =>
  (await readRepairStandings(tx, [id], customerId)).get(id.toLowerCase())

export const tradeInStandingOf = async (tx: Reader, id: string, customerId?: string | null) =>
  (await readTradeInStandings(tx, [id], customerId)).get(id.toLowerCase())

export const readOutcome = async (tx: Reader, id: string): Promise<RepairOutcome> => (await repairStandingOf(tx, id))?.outcome ?? 'closed'
