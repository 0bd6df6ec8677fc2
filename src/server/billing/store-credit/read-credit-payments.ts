import * as z from 'zod'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { paymentStates, unpayable, type CreditPayment, type CreditPayments, type PaidNoun } from '~/contracts/credit/credit-payments'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { casesOf } from '~/server/cases/base/customer-case'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { jsonAmountOrNull, jsonObject, jsonTime } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'
import { acceptedEstimates, acceptedValue, stateOfPayment } from '~/server/cases/base/accepted-value'
import { readOwedOf } from '../invoices/read-owed'

type Tx = Pick<Prisma.TransactionClient, '$queryRaw'>

/** Most payments shown of one repair or order. */
const MOST = 100

const paymentJson = jsonObject({
  id: Prisma.sql`p.id`,
  noun: Prisma.sql`p.noun`,
  nounId: Prisma.sql`p.noun_id`,
  amount: Prisma.sql`p.amount`,
  held: Prisma.sql`p.held`,
  captured: Prisma.sql`p.captured`,
  state: stateOfPayment,
  tradeInId: Prisma.sql`p.trade_in_id`,
  tradeInNumber: Prisma.sql`(SELECT left(c.trade_in_number, 200) FROM trade_ins AS c WHERE c.id = p.trade_in_id)`,
  isReleaseAsked: Prisma.sql`EXISTS (SELECT FROM approval_requests AS q WHERE q.kind = 'release' AND q.subject_id = p.id AND q.state = 'waiting')`,
  createdAt: Prisma.sql`p.created_at`,
})

const shape = z
  .object({
    cost: jsonAmountOrNull,
    available: z.number(),
    expected: z.array(z.object({ tradeInId: z.string(), tradeInNumber: z.string(), amount: z.number() })).nullable(),
    unpayable: z.enum(unpayable).nullable(),
    payments: z
      .array(
        z.object({
          id: z.string(),
          noun: z.string(),
          nounId: z.string(),
          amount: z.number(),
          held: z.number(),
          captured: z.number(),
          state: z.enum(paymentStates),
          tradeInId: z.string().nullable(),
          tradeInNumber: z.string().nullable(),
          isReleaseAsked: z.boolean(),
          createdAt: jsonTime,
        }),
      )
      .nullable(),
  })
  .nullable()

/** The cost of a repair: the actual one, else the accepted one, else the last estimate. A cancelled order costs nothing. */
const costs: Record<PaidNoun, Prisma.Sql> = {
  repairs: Prisma.sql`coalesce(nullif(t.actual_cost, 'NaN'), (SELECT sum(e.total) FROM ${acceptedEstimates}), t.estimated_cost)`,
  // Of an order in another currency nothing is in EUR.
  orders: Prisma.sql`CASE WHEN t.currency <> 'EUR' THEN NULL WHEN t.status = 'cancelled' THEN 0 ELSE t.total_amount END`,
}

const promised = Prisma.sql`coalesce((SELECT sum(p.amount) FROM credit_payments AS p WHERE p.trade_in_id = c.id AND p.released_at IS NULL), 0)`
/** The customer's trade-ins whose credit is still to come. */
const expected = Prisma.sql`(SELECT json_agg(json_build_object('tradeInId', id, 'tradeInNumber', number, 'amount', amount) ORDER BY created_at, id) FROM (
  SELECT c.id, left(c.trade_in_number, 200) AS number, c.created_at, ${acceptedValue('c')} - ${promised} AS amount
  FROM trade_ins AS c WHERE c.user_id = t.user_id AND c.status NOT IN ('completed', 'rejected') ORDER BY c.created_at, c.id LIMIT ${MOST}
) AS coming WHERE amount > 0)`

/** The customer's spendable credit at a moment. */
const availableAt = (
  at: Date,
) => Prisma.sql`coalesce((SELECT sum(l.available) FROM credit_lots AS l JOIN credit_accounts AS a ON a.id = l.account_id
  WHERE a.user_id = t.user_id AND l.available > 0 AND (l.expires_at IS NULL OR l.expires_at > ${at}::timestamptz)), 0)`

const ofNoun: Record<PaidNoun, { expected: Prisma.Sql; unpayable: Prisma.Sql }> = {
  repairs: {
    expected,
    unpayable: Prisma.sql`CASE WHEN t.user_id IS NULL THEN 'customer'
      WHEN NOT EXISTS (SELECT FROM ${acceptedEstimates}) THEN 'estimate' END`,
  },
  orders: {
    expected: Prisma.sql`NULL`,
    unpayable: Prisma.sql`CASE WHEN t.external_id IS NOT NULL THEN 'platform' WHEN t.user_id IS NULL THEN 'customer' WHEN t.status = 'cancelled' THEN 'cancelled' END`,
  },
}

const sumOf = (payments: readonly CreditPayment[], amount: (payment: CreditPayment) => number) => sumOfAmounts(payments.map(amount))

/**
 * The payments of a repair or an order with store credit, and the unpaid rest.
 * @param customerId a present or former customer, who sees no payments but their own; all payments without one
 * @throws NOT_FOUND
 */
export async function readPayments(tx: Tx, at: Date, noun: PaidNoun, id: string, customerId?: string | null): Promise<CreditPayments> {
  const source = noun === 'repairs' && customerId ? casesOf(noun, customerId) : Prisma.raw(records[noun].table)
  const theirs =
    customerId === undefined
      ? Prisma.sql`TRUE`
      : Prisma.sql`account_id IN (SELECT a.id FROM credit_accounts AS a WHERE a.user_id = ${customerId}::uuid)`
  const found = shape.parse(
    await readJsonWithin(tx)(Prisma.sql`
      SELECT ${jsonObject({
        cost: costs[noun],
        available: availableAt(at),
        ...ofNoun[noun],
        payments: Prisma.sql`(SELECT json_agg(${paymentJson} ORDER BY p.created_at, p.id) FROM (
          SELECT * FROM credit_payments WHERE noun = ${noun} AND noun_id = t.id::text AND ${theirs} ORDER BY created_at, id LIMIT ${MOST}
        ) AS p)`,
      })}::text FROM ${source} AS t WHERE t.id = ${id}::uuid`),
  )
  if (!found) throw notFound(records[noun])
  const payments = found.payments ?? []
  const held = sumOf(payments, (payment) => payment.held)
  const captured = sumOf(payments, (payment) => payment.captured)
  const pending = sumOf(payments, ({ state, amount }) => (state === 'pending' ? amount : 0))
  const open = found.cost === null ? null : Math.max(0, sumOfAmounts([found.cost, -held, -captured, -pending]))
  // Money and invoices count too: no more is left than is owed. Before a cost is agreed nothing is owed yet.
  const owed = open === null ? null : await readOwedOf(tx, noun, id, customerId)
  const left = open !== null && owed !== null && owed.cost !== null ? Math.min(open, owed.due) : open
  return { ...found, expected: (found.expected ?? []).filter(({ amount }) => amount > 0), held, captured, pending, left, payments }
}

/** The same for one's own repair. @throws NOT_FOUND for somebody else's */
export async function readOwnRepairPayments(
  { db, now }: Pick<Services, 'db' | 'now'>,
  userId: string,
  { repairId: id }: { repairId: string },
): Promise<CreditPayments> {
  if ((await db.prisma.repair.count({ where: { id, userId } })) === 0) throw notFound(records.repairs)
  return readPayments(db.prisma, now(), 'repairs', id, userId)
}
