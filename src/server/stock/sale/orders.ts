import * as z from 'zod'
import type { ForeignRevenue, Order } from '~/contracts/stock/orders'
import { orderStatuses } from '~/contracts/statuses'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { toAmount } from '~/server/platform/database/column-values'
import { endOrders, isBilledOrder } from '~/server/billing/invoices/ended-work'
import { withReceipts } from '~/server/billing/receipts/receipt-emails'
import { orderCreditEffect } from '~/server/billing/store-credit/release-payment'
import { customerRecordRow } from '~/server/platform/records/customer-list'
import { type StatusEffect, statusRecords } from '~/server/platform/records/status-records'
import { amountCell } from '~/server/platform/csv/write-csv'
import { jsonAmount, type JsonRow } from '~/server/platform/lists/json-row'
import { amountColumn, byId, createdSorts } from '~/server/platform/lists/sorts'
import { followSent } from './checkout/order-emails'
import { returnStock, takeStockAgain } from './stock-of-order'

const MOST_NAMED = 5

interface Told {
  number: string
  left: number
  sent: number
}

const sentences = {
  completed: ({ number, left }: Told) =>
    `${left} ${left === 1 ? 'unit' : 'units'} of ${number} ${left === 1 ? 'is' : 'are'} not dispatched yet. Scan ${left === 1 ? 'it' : 'them'} in the details of the order.`,
  cancelled: ({ number, sent }: Told) =>
    `${sent} ${sent === 1 ? 'unit was' : 'units were'} dispatched for ${number}. Take ${sent === 1 ? 'it' : 'them'} back in the details of the order once ${sent === 1 ? 'it is' : 'they are'} here.`,
}

/** Reports orders completed before their units were scanned, or cancelled after some have left. Nothing is refused (requirements §4). */
const tellOfUnits: StatusEffect = async (tx, _call, { ids, status }) => {
  if (status !== 'completed' && status !== 'cancelled') return []
  const rows = await tx.$queryRaw<Told[]>`
    SELECT number, sum("left")::int AS left, sum(sent)::int AS sent FROM (
      SELECT o.id, left(o.order_number, 200) AS number, n.sent,
        CASE WHEN p.tracks_units THEN greatest(0, l.quantity - greatest(l.cancelled, 0) - n.sent) ELSE 0 END AS left
      FROM orders AS o JOIN order_lines AS l ON l.order_id = o.id LEFT JOIN products AS p ON p.id = l.product_id
      CROSS JOIN LATERAL (SELECT count(*) AS sent FROM order_line_units AS d WHERE d.line_id = l.id AND d.returned_at IS NULL) AS n
      WHERE o.id = ANY (${[...ids]}::uuid[])
    ) AS lines
    GROUP BY id, number HAVING sum(${status === 'completed' ? Prisma.sql`"left"` : Prisma.sql`sent`}) > 0 ORDER BY number`
  const others = rows.length - MOST_NAMED
  return [
    ...rows.slice(0, MOST_NAMED).map(sentences[status]),
    ...(others > 0 ? [`The same holds for ${others} more ${others === 1 ? 'order' : 'orders'}.`] : []),
  ]
}

/** Cancelling returns stock; reopening takes it again, as far as it is there. */
const followStock: StatusEffect = async (tx, call, { ids, status }) => {
  if (status === 'cancelled') return returnStock(tx, call.actor, ids)
  return takeStockAgain(tx, call.now(), ids)
}

/** The order has lines, about which a change of status may report. */
const hasLines = (id: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (SELECT FROM order_lines AS l WHERE l.order_id = ${id})`

const row: JsonRow<Order> = customerRecordRow({
  orderNumber: z.string(),
  userId: z.string().nullable(),
  status: z.enum(orderStatuses),
  totalAmount: jsonAmount,
  currency: z.string(),
  isTest: z.boolean(),
  unreadLines: z.int(),
})

export async function readForeignRevenue({ db: { prisma } }: { db: { prisma: Pick<PrismaClient, 'order'> } }): Promise<ForeignRevenue[]> {
  const sums = await prisma.order.groupBy({
    by: ['currency'],
    where: { currency: { not: 'EUR' }, isTest: false, status: 'completed' },
    _count: true,
    _sum: { totalAmount: true },
    orderBy: { currency: 'asc' },
  })
  return sums.map(({ currency, _count, _sum }) => ({ currency, orders: _count, amount: _sum.totalAmount ? toAmount(_sum.totalAmount) : 0 }))
}

const amount = [amountColumn(Prisma.sql`t.total_amount`), byId]

const creditEffect = withReceipts('orders', orderCreditEffect)

export const orders = statusRecords({
  noun: 'orders',
  effect: async (tx, call, change) => [
    ...(await creditEffect(tx, call, change)),
    ...(await endOrders(tx, call, change)),
    ...(await followStock(tx, call, change)),
    ...(await followSent(tx, call, change)),
    ...(await tellOfUnits(tx, call, change)),
  ],
  gives: true,
  isEffective: (id) => Prisma.sql`(has_open_payments('orders', ${id}) OR ${isBilledOrder(id)} OR ${hasLines(id)})`,
  statuses: orderStatuses,
  row,
  sorts: {
    ...createdSorts,
    '-amount': { name: '-amount', columns: amount, descending: true },
    amount: { name: 'amount', columns: amount, descending: false },
  },
  csv: {
    id: (order) => order.id,
    orderNumber: (order) => order.orderNumber,
    customerName: (order) => order.customer.fullName,
    customerEmail: (order) => order.customer.email,
    status: (order) => order.status,
    totalAmount: (order) => amountCell(order.totalAmount),
    createdAt: (order) => order.createdAt,
    updatedAt: (order) => order.updatedAt,
    currency: (order) => order.currency,
  },
  figures: (counts) => ({ totalRevenue: counts.amount('completed') }),
})
