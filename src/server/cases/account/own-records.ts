import * as z from 'zod'
import type { OwnOrder, OwnOrderPage, OwnPage, OwnRepair, OwnTradeIn, ownRecordsInput } from '~/contracts/cases/own-records'
import { numberSpellings } from '~/contracts/numbers'
import { records } from '~/contracts/records'
import { repairOutcomes } from '~/contracts/repair-outcomes'
import { sentQuoteShape } from '~/contracts/cases/sent-quote'
import { activeRepairStatuses, openTradeInStatuses, orderStatuses, repairStatuses, tradeInStatuses } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { sentQuoteJson } from '~/server/cases/case-list'
import { caseTables } from '~/server/cases/base/case-standing'
import { unreadByCustomer } from '~/server/cases/unread-messages'
import type { CaseNoun } from '~/contracts/case-ref'
import { casesOf } from '~/server/cases/base/customer-case'
import { readOwnLines } from '~/server/stock/sale/read-order-lines'
import { isBill, readCustomerBill } from '~/server/billing/invoices/customer-bill'
import { readPayments } from '~/server/billing/store-credit/read-credit-payments'
import type { Change } from '~/server/platform/change-feed/change-hub'
import { followTables } from '~/server/platform/change-feed/follow-tables'
import { notFound } from '~/server/platform/database/conflict'
import { jsonAmount, jsonAmountOrNull, jsonDay, jsonDocument, jsonTime, type JsonRow, rowOf } from '~/server/platform/lists/json-row'
import { readPageOfRows } from '~/server/platform/lists/list-page'
import type { ListSource } from '~/server/platform/lists/list-source'
import { createdSorts } from '~/server/platform/lists/sorts'
import type { Services } from '~/server/services'

type Reader = Pick<Services, 'db'>
type Position = z.output<typeof ownRecordsInput>

const common = { id: z.string(), createdAt: jsonTime }
const ofCase = { ...common, deviceInfo: jsonDocument, dueOn: jsonDay, unreadMessages: z.int(), hasArrived: z.boolean() }

const orderRow: JsonRow<OwnOrder> = rowOf({
  ...common,
  orderNumber: z.string(),
  status: z.enum(orderStatuses),
  totalAmount: jsonAmount,
  currency: z.string(),
})
const repairRow: JsonRow<OwnRepair> = rowOf(
  {
    ...ofCase,
    repairNumber: z.string(),
    status: z.enum(repairStatuses),
    estimatedCost: jsonAmountOrNull,
    actualCost: jsonAmountOrNull,
    quote: sentQuoteShape.nullable(),
    outcome: z.enum(repairOutcomes).nullable(),
    becameTradeIn: z.string().nullable(),
  },
  {
    unreadMessages: unreadByCustomer,
    quote: sentQuoteJson,
    hasArrived: caseTables.repairs.hasArrived,
    outcome: Prisma.sql`CASE WHEN t.status IN ('completed', 'shipped') THEN ${caseTables.repairs.outcome} END`,
    becameTradeIn: Prisma.sql`(SELECT i.trade_in_number FROM trade_ins AS i WHERE i.from_repair = t.id)`,
  },
)
const tradeInRow: JsonRow<OwnTradeIn> = rowOf(
  {
    ...ofCase,
    tradeInNumber: z.string(),
    status: z.enum(tradeInStatuses),
    estimatedValue: jsonAmountOrNull,
    finalValue: jsonAmountOrNull,
    quote: sentQuoteShape.nullable(),
  },
  { unreadMessages: unreadByCustomer, quote: sentQuoteJson, hasArrived: caseTables.tradeIns.hasArrived },
)

const own = (rows: Prisma.Sql): ListSource => ({ table: Prisma.sql`${rows} AS t`, matches: () => Prisma.sql`FALSE`, found: () => [] })

const ownPage =
  <Row>(noun: 'orders' | CaseNoun, row: JsonRow<Row>, open: readonly string[] = []) =>
  async ({ db }: Reader, userId: string, { cursor, limit }: Position, which: 'all' | 'open' = 'all'): Promise<OwnPage<Row>> => {
    const source = own(noun === 'orders' ? Prisma.sql`orders` : casesOf(noun, userId))
    const mine = Prisma.sql`t.user_id = ${userId}::uuid`
    const filter = which === 'all' ? mine : Prisma.sql`${mine} AND t.status::text = ANY (${[...open]}::text[])`
    const request = { source, keyset: createdSorts['-created'], filter, cursor, limit, counted: null, row }
    const [page, total] = await Promise.all([
      readPageOfRows(db, request),
      db.readJson(Prisma.sql`SELECT count(*)::text FROM ${source.table} WHERE ${filter}`),
    ])
    return { rows: page.rows, nextCursor: page.nextCursor, total: z.int().parse(total) }
  }

/** @throws BAD_REQUEST for a foreign cursor */
export const listOwnOrders = ownPage('orders', orderRow)
/** Cases that have changed hands are shown as they were then. */
export const listOwnRepairs = ownPage('repairs', repairRow, activeRepairStatuses)
export const listOwnTradeIns = ownPage('tradeIns', tradeInRow, openTradeInStatuses)

export async function findOwnOrder({ db }: Reader, userId: string, number: string): Promise<string | null> {
  const orderNumber = { in: numberSpellings('orders', number) }
  const found = await db.prisma.order.findMany({ where: { orderNumber, userId }, select: { id: true, orderNumber: true } })
  return (found.find((order) => order.orderNumber === number) ?? found[0])?.id ?? null
}

/** @throws NOT_FOUND for another's too */
export async function readOwnOrder(
  { db, now, businessTimeZone: timeZone }: Pick<Services, 'db' | 'now' | 'businessTimeZone'>,
  userId: string,
  { number }: { number: string },
): Promise<OwnOrderPage> {
  const id = await findOwnOrder({ db }, userId, number)
  if (id === null) throw notFound(records.orders)
  const order = orderRow.schema.parse(
    await db.readJson(Prisma.sql`SELECT ${orderRow.json}::text FROM orders AS t WHERE t.id = ${id}::uuid`),
  )
  const credit = await readPayments(db.prisma, now(), 'orders', id, userId)
  const bill =
    credit.unpayable === 'platform'
      ? null
      : await readCustomerBill(db.prisma, { noun: 'orders', nounId: id, at: now(), timeZone, customerId: userId })
  const isUnpaid = credit.unpayable === 'cancelled' && bill?.invoices.length === 0 && bill.payments.length === 0
  return { order, lines: await readOwnLines(db, id), credit, bill: bill === null || isUnpaid || !isBill(bill) ? null : bill }
}

const followed = ['orders', 'repairs', 'trade_ins', 'units', 'credit_accounts'] as const

async function stateOf({ db }: Reader, userId: string): Promise<string> {
  const parts = ['orders', 'repairs', 'trade_ins', 'units'].map(
    (table) =>
      Prisma.sql`(SELECT json_build_array(count(*), coalesce(sum(version), 0)) FROM ${Prisma.raw(table)} WHERE user_id = ${userId}::uuid)`,
  )
  const messages = Prisma.sql`(SELECT json_build_array(count(*), count(read_at)) FROM case_messages WHERE customer_id = ${userId}::uuid)`
  // Drafts are not shown.
  const cases = Prisma.sql`SELECT id FROM repairs WHERE user_id = ${userId}::uuid UNION ALL SELECT id FROM trade_ins WHERE user_id = ${userId}::uuid`
  const quotes = Prisma.sql`(SELECT json_build_array(count(*), coalesce(sum(q.version), 0)) FROM case_quotes AS q
    WHERE q.case_id IN (${cases}) AND q.state <> 'draft')`
  const credit = Prisma.sql`(
    SELECT json_build_array(max(a.entries), (SELECT coalesce(sum(t.version), 0) FROM credit_transfers AS t WHERE t.account_id = ANY(array_agg(a.id))))
    FROM credit_accounts AS a WHERE a.user_id = ${userId}::uuid)`
  const money = Prisma.sql`(SELECT json_build_array(count(*), coalesce(sum(a.entries), 0))
    FROM credit_accounts AS a JOIN buyers AS b ON b.id = a.buyer_id WHERE b.user_id = ${userId}::uuid)`
  const former = Prisma.sql`(SELECT json_build_array(count(*), count(ended_at)) FROM case_customers WHERE user_id = ${userId}::uuid)`
  const state = Prisma.join([...parts, quotes, messages, credit, money, former])
  return JSON.stringify(await db.readJson(Prisma.sql`SELECT json_build_array(${state})::text`))
}

interface FollowOwn {
  lastEventId?: string | null | undefined
  signal: AbortSignal
}

/** The first event comes at once. Changes of other users' rows cost nothing. */
export async function* followOwnRecords(
  services: Pick<Services, 'db' | 'hub'>,
  userId: string,
  { lastEventId, signal }: FollowOwn,
): AsyncGenerator<{ id: string }> {
  let before: string | undefined
  const concerns = ({ id, owner }: Change) => id === null || owner === userId
  for await (const { id } of followTables(services.hub, { tables: followed, lastEventId, concerns, signal })) {
    const now = await stateOf(services, userId)
    if (now !== before) yield { id }
    before = now
  }
}
