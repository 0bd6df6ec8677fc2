import * as z from 'zod'
import { purposeOf, type BilledNoun } from '~/contracts/billing/invoices'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { owedOf, type Owed, type WorkMoney } from '~/contracts/billing/owed'
import type { PayFacts } from '~/contracts/billing/when-to-pay'
import { records } from '~/contracts/records'
import { orderStatuses, repairStatuses, type OrderStatus, type RepairStatus } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { caseTables } from '~/server/cases/base/case-standing'
import { acceptedEstimates, stateOfPayment } from '~/server/cases/base/accepted-value'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { jsonAmountOrNull, jsonDay, jsonObject } from '~/server/platform/lists/json-row'

/** Reads the money of repairs and orders for the rule in contracts/billing/owed.ts. */

type Tx = Pick<Prisma.TransactionClient, '$queryRaw'>

/** A repair that is over without its work being done; its cost does not matter. */
const isUndone = Prisma.sql`(t.status IN ('completed', 'shipped')
  AND ${caseTables.repairs.outcome} NOT IN ('repaired', 'finished'))`

/** EUR: the billable cost of the repair or order `t`; NULL if nothing was agreed. */
const costs: Record<BilledNoun, Prisma.Sql> = {
  repairs: Prisma.sql`coalesce(nullif(t.actual_cost, 'NaN'), (SELECT sum(e.total) FROM ${acceptedEstimates}),
    (SELECT sum(round(l.quantity * l.price, 2)) FROM repair_lines AS l WHERE l.repair_id = t.id AND l.estimate_id IS NULL))`,
  orders: Prisma.sql`CASE WHEN t.status = 'cancelled' THEN 0 ELSE coalesce(nullif(t.total_amount, 'NaN'), 0) END`,
}
/**
 * True if the work came to nothing. A deleted account takes its agreement with it, so a missing cost then proves nothing: its invoices stay
 * owed.
 */
const isEnded: Record<BilledNoun, Prisma.Sql> = {
  repairs: Prisma.sql`((t.user_id IS NOT NULL AND ${costs.repairs} IS NULL) OR ${isUndone})`,
  orders: Prisma.sql`(t.status = 'cancelled')`,
}

const ofWork = (noun: BilledNoun, id: Prisma.Sql) =>
  Prisma.sql`d.noun = '${Prisma.raw(noun)}' AND d.noun_id = ${id} AND d.kind = 'invoice' AND d.state = 'issued'`

/** EUR billed beyond the cost of ended work, by its id; 0 for work in progress, and for a deleted row. */
const beyondOf = (noun: BilledNoun, id: Prisma.Sql) => Prisma.sql`
  coalesce((SELECT greatest(0, (SELECT sum(d.total - d.credited) FROM billing_documents AS d WHERE ${ofWork(noun, id)}) - coalesce(${costs[noun]}, 0))
    FROM ${Prisma.raw(records[noun].table)} AS t WHERE t.id = ${id} AND ${isEnded[noun]}), 0)`

/**
 * EUR of the document `owing` that a credit note will cancel: its work has ended and costs less than was billed. The latest invoices are
 * credited first. This part is not asked for, reminded of, or charged interest.
 * @param owing the alias of a row of `billing_documents`; not `d` or `t`
 */
function toCreditOf(owing: string): Prisma.Sql {
  const row = Prisma.raw(owing)
  const later = (noun: BilledNoun) => Prisma.sql`coalesce((SELECT sum(d.owed) FROM billing_documents AS d
    WHERE ${ofWork(noun, Prisma.sql`${row}.noun_id`)} AND (d.issued_at, d.id) > (${row}.issued_at, ${row}.id)), 0)`
  const part = (noun: BilledNoun) =>
    Prisma.sql`least(${row}.owed, greatest(0, ${beyondOf(noun, Prisma.sql`${row}.noun_id`)} - ${later(noun)}))`
  return Prisma.sql`CASE WHEN ${row}.owed <= 0 OR ${row}.kind <> 'invoice' THEN 0
    WHEN ${row}.noun = 'repairs' THEN ${part('repairs')} WHEN ${row}.noun = 'orders' THEN ${part('orders')} ELSE 0 END`
}

/** `toCreditOf` for a document `t`. */
export const toCreditOfRow = Prisma.sql`CASE WHEN t.owed > 0 THEN (SELECT ${toCreditOf('i')} FROM billing_documents AS i WHERE i.id = t.id) ELSE 0 END`

/** Documents with an open amount: buyer, due day, EUR to pay (`asked`), and EUR that a credit note will cancel (`to_credit`). */
export const owedDocuments = Prisma.sql`(SELECT i.id, i.buyer_id, i.due_on, i.owed - c.to_credit AS asked, c.to_credit
  FROM billing_documents AS i CROSS JOIN LATERAL (SELECT ${toCreditOf('i')} AS to_credit OFFSET 0) AS c WHERE i.owed > 0)`

const sum = (what: Prisma.Sql, where: Prisma.Sql) => Prisma.sql`coalesce(sum(${what}) FILTER (WHERE ${where}), 0)`

/** The sums of documents, store credit and money of the row `t` for one reader. @param customerId undefined for the shop */
function moneyOf(noun: BilledNoun, customerId: string | null | undefined) {
  const all = Prisma.sql`TRUE`
  const none = Prisma.sql`FALSE`
  const buyers = Prisma.sql`(SELECT b.id FROM buyers AS b WHERE b.user_id = ${customerId ?? null}::uuid)`
  const mine = (alias: 'd' | 'm') =>
    customerId === undefined ? all : customerId === null ? none : Prisma.sql`coalesce(${Prisma.raw(alias)}.buyer_id IN ${buyers}, FALSE)`
  const myCredit =
    customerId === undefined
      ? all
      : Prisma.sql`p.account_id IN (SELECT a.id FROM credit_accounts AS a WHERE a.user_id = ${customerId}::uuid)`
  const isWork = Prisma.sql`d.purpose <> 'interest'`
  const isMine = mine('d')
  const deposits = Prisma.sql`SELECT sum(w.total) FROM billing_documents AS w WHERE w.noun = '${Prisma.raw(noun)}' AND w.noun_id = t.id
    AND w.kind = 'invoice' AND w.purpose = 'deposit' AND w.state = 'waiting'`
  return {
    json: jsonObject({
      id: Prisma.sql`t.id`,
      status: Prisma.sql`t.status`,
      cost: costs[noun],
      isEnded: isEnded[noun],
      isDone: Prisma.sql`(t.status::text IN ('completed', 'shipped'))`,
      isPaidElsewhere: noun === 'orders' ? Prisma.sql`t.external_id IS NOT NULL` : none,
      isFormer: customerId === undefined ? none : Prisma.sql`t.user_id IS DISTINCT FROM ${customerId}::uuid`,
      documents: Prisma.sql`(SELECT ${jsonObject({
        hasInvoice: Prisma.sql`coalesce(bool_or(${isMine} AND d.purpose = '${Prisma.raw(purposeOf[noun])}'), FALSE)`,
        billed: sum(Prisma.sql`d.total`, Prisma.sql`${isMine} AND ${isWork}`),
        credited: sum(Prisma.sql`d.credited`, Prisma.sql`${isMine} AND ${isWork}`),
        billedToOthers: sum(Prisma.sql`d.total - d.credited`, Prisma.sql`NOT ${isMine} AND ${isWork}`),
        owed: sum(Prisma.sql`d.owed`, isMine),
        openDeposits: sum(Prisma.sql`d.owed`, Prisma.sql`${isMine} AND d.purpose = 'deposit'`),
        toCredit: sum(toCreditOf('i'), isMine),
        interest: sum(Prisma.sql`d.total - d.credited`, Prisma.sql`${isMine} AND NOT ${isWork}`),
        paid: sum(Prisma.sql`d.paid`, isMine),
        dueOn: Prisma.sql`min(d.due_on) FILTER (WHERE ${isMine} AND d.owed > ${toCreditOf('i')})`,
        alreadyBilled: sum(
          Prisma.sql`CASE WHEN d.credited >= d.total THEN 0 WHEN d.purpose = 'deposit' THEN d.total - d.credited ELSE d.total END`,
          isWork,
        ),
      })} FROM billing_documents AS d JOIN billing_documents AS i ON i.id = d.id WHERE ${ofWork(noun, Prisma.sql`t.id`)})`,
      waitingDeposits: customerId === undefined ? Prisma.sql`coalesce((${deposits}), 0)` : Prisma.sql`0`,
      onAccount: Prisma.sql`coalesce((SELECT sum(m.on_account) FROM payments AS m
        WHERE m.noun = '${Prisma.raw(noun)}' AND m.noun_id = t.id AND ${mine('m')}), 0)`,
      credit: Prisma.sql`(SELECT ${jsonObject({
        held: Prisma.sql`coalesce(sum(p.held), 0)`,
        captured: Prisma.sql`coalesce(sum(p.captured), 0)`,
        pending: Prisma.sql`coalesce(sum(CASE ${stateOfPayment} WHEN 'pending' THEN p.amount ELSE 0 END), 0)`,
      })} FROM credit_payments AS p WHERE p.noun = '${Prisma.raw(noun)}' AND p.noun_id = t.id::text AND ${myCredit})`,
    }),
  }
}

interface Known extends WorkMoney {
  status: RepairStatus | OrderStatus
  /** The earliest due day of an invoice with an amount to pay, as '2026-12-05'. */
  dueOn: string | null
}

const shape = z
  .object({
    id: z.string(),
    status: z.enum([...repairStatuses, ...orderStatuses]),
    cost: jsonAmountOrNull,
    isEnded: z.boolean(),
    isDone: z.boolean(),
    isPaidElsewhere: z.boolean(),
    isFormer: z.boolean(),
    documents: z.object({
      hasInvoice: z.boolean(),
      billed: z.number(),
      credited: z.number(),
      billedToOthers: z.number(),
      owed: z.number(),
      openDeposits: z.number(),
      toCredit: z.number(),
      interest: z.number(),
      paid: z.number(),
      dueOn: jsonDay,
      alreadyBilled: z.number(),
    }),
    waitingDeposits: z.number(),
    onAccount: z.number(),
    credit: z.object({ held: z.number(), captured: z.number(), pending: z.number() }),
  })
  .transform(({ id, documents, waitingDeposits, credit, ...rest }): [string, Known] => [
    id,
    { ...rest, ...documents, ...credit, openDeposits: documents.openDeposits + waitingDeposits },
  ])

export type OwedWork = Owed & Known

/**
 * Amounts owed for repairs or orders, by id, in one statement. Deleted rows are missing.
 * @param chosen SQL condition on the row `t`
 * @param customerId a present or former customer, who sees only their own money; undefined for the shop
 */
async function readOwedWhere(tx: Tx, noun: BilledNoun, chosen: Prisma.Sql, customerId?: string | null): Promise<Map<string, OwedWork>> {
  const found = await readJsonWithin(tx)(Prisma.sql`
    SELECT json_agg(${moneyOf(noun, customerId).json})::text FROM ${Prisma.raw(records[noun].table)} AS t WHERE ${chosen}`)
  const rows = z.array(shape).nullable().parse(found) ?? []
  return new Map(rows.map(([id, money]) => [id, { ...money, ...owedOf(money) }]))
}

export const readOwed = (tx: Tx, noun: BilledNoun, ids: readonly string[]): Promise<Map<string, OwedWork>> =>
  readOwedWhere(tx, noun, Prisma.sql`t.id = ANY (${[...ids]}::uuid[])`)

/** Amounts owed for one repair or order, for one reader. @returns null for a deleted row */
export const readOwedOf = async (tx: Tx, noun: BilledNoun, id: string, customerId?: string | null): Promise<OwedWork | null> =>
  (await readOwedWhere(tx, noun, Prisma.sql`t.id = ${id}::uuid`, customerId)).get(id.toLowerCase()) ?? null

const asked = z.array(z.object({ asked: z.number() }))

/** EUR that an invoice asks its buyer for; 0 for an unknown id. */
export async function readAsked(tx: Tx, documentId: string): Promise<number> {
  const [row] = asked.parse(await tx.$queryRaw`SELECT d.asked::float8 AS asked FROM ${owedDocuments} AS d WHERE d.id = ${documentId}::uuid`)
  return row?.asked ?? 0
}

/** The facts that decide when a customer pays. @param today the calendar day of the business, '2026-11-21' */
export function payFactsOf(noun: BilledNoun, work: OwedWork, today: string): PayFacts {
  const { status, cost, due, depositDue, toCredit, onAccount, isFormer, held, pending, captured, dueOn } = work
  const isOverdue = due > 0 && dueOn !== null && dueOn < today
  const facts = {
    ...{ cost, due, depositDue, toCredit, onAccount, isFormer, dueOn, isOverdue },
    isBilled: work.hasInvoice,
    hasBill: work.billed > 0 || work.paid > 0 || onAccount > 0 || captured > 0,
    promised: sumOfAmounts([held, pending]),
  }
  const ofOrder = orderStatuses.find((each) => each === status)
  const ofRepair = repairStatuses.find((each) => each === status)
  return noun === 'orders' ? { ...facts, noun, status: ofOrder ?? 'pending' } : { ...facts, noun, status: ofRepair ?? 'received' }
}
