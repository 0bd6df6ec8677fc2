import { records } from '~/contracts/records'
import type { OrderStatus } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { billWork } from '~/server/billing/invoices/issue-invoice'
import { readOwedOf } from '~/server/billing/invoices/read-owed'
import { settleBills } from '~/server/billing/invoices/settle-bill'
import { lockBilling } from '~/server/billing/receipts/billing-locks'
import { tellStaff } from '~/server/identity/users/approvers'
import { productChanged } from '~/server/catalogue/shop/search-shop'
import { changeRow } from '~/server/platform/audit/change-row'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { readJsonWithin, toAmount } from '~/server/platform/database/column-values'
import { eachApart } from '~/server/platform/jobs/each-apart'
import type { Services } from '~/server/services'
import { refused } from '../lock-line'
import { orders } from '../orders'
import { isInStock, lockProducts, productsOf, takeTypedStock } from '../stock-of-order'
import { hasRunOut, lapse, mayLapse } from './lapse-sales'
import { tellPaid, type OrderEmails } from './order-emails'

/** Safe at any time, repeated and after a crash: it depends on stored rows alone, and a query holds the stock of a paid order. */

type Tx = Prisma.TransactionClient
export type SettlingSales = Pick<Services, 'db' | 'now' | 'log' | 'live' | 'catalogue'> & OrderEmails

const SYSTEM = { userId: null, email: null }
const PORTION = 50

/**
 * Paid sales that wait, and unpaid ones whose time is over, the oldest first. Store credit counts once it pays all, so that many orders of
 * which somebody pays a cent keep no other waiting.
 */
const readOpen = (tx: Pick<Tx, '$queryRaw'>, at: Date) =>
  tx.$queryRaw<{ id: string }[]>`
    SELECT s.order_id::text AS id FROM order_sales AS s JOIN orders AS o ON o.id = s.order_id
    WHERE s.agreed_at IS NULL AND s.short_at IS NULL AND (
      EXISTS (SELECT FROM payments AS p WHERE p.noun = 'orders' AND p.noun_id = o.id AND p.reversed_at IS NULL AND p.refunded < p.amount
        AND (o.status <> 'cancelled' OR s.lapsed_at IS NOT NULL))
      OR (o.status <> 'cancelled' AND o.total_amount <= (
        SELECT sum(c.held + c.captured) FROM credit_payments AS c WHERE c.noun = 'orders' AND c.noun_id = o.id::text))
      OR (o.status = 'pending' AND ${hasRunOut(at)}))
    ORDER BY s.created_at, s.order_id LIMIT ${PORTION}`

interface Sale {
  id: string
  number: string
  status: OrderStatus
  total: number
  hasLapsed: boolean
}

/** EUR paid and not refunded, also of a cancelled order. */
async function receivedFor(tx: Tx, id: string): Promise<number> {
  const { _sum } = await tx.payment.aggregate({
    where: { noun: 'orders', nounId: id, reversedAt: null },
    _sum: { amount: true, refunded: true },
  })
  return (_sum.amount ? toAmount(_sum.amount) : 0) - (_sum.refunded ? toAmount(_sum.refunded) : 0)
}

/** Nothing is owed of a cancelled order, so its payments decide. */
async function isPaid(tx: Tx, { id, status, total }: Sale): Promise<boolean> {
  if (status === 'cancelled') return Math.round((await receivedFor(tx, id)) * 100) >= Math.round(total * 100)
  return ((await readOwedOf(tx, 'orders', id))?.due ?? total) <= 0
}

const setStatus = (tx: Tx, { id }: Sale, status: OrderStatus) =>
  changeRow({ readJson: readJsonWithin(tx) }, SYSTEM, {
    record: records.orders,
    id,
    set: Prisma.sql`status = ${status}::${orders.statusType}`,
    row: orders.row,
    action: 'order.status_changed',
    audited: Prisma.sql`jsonb_build_object('status', t.status)`,
  })

async function agree(tx: Tx, services: SettlingSales, sale: Sale): Promise<void> {
  const { id } = sale
  const at = services.now()
  await takeTypedStock(tx, id)
  await tx.orderSale.update({ where: { orderId: id }, data: { agreedAt: at, shortAt: null, lapsedAt: null } })
  if (sale.status === 'pending' || sale.status === 'cancelled') await setStatus(tx, sale, 'processing')
  await nameCustomer(tx, id)
  await lockBilling(tx, { works: [{ noun: 'orders', nounId: id }], bills: true })
  if (((await readOwedOf(tx, 'orders', id))?.unbilled ?? 0) > 0) await billWork(tx, { ...services, actor: SYSTEM }, 'orders', id)
  await settleBills(tx, { actor: SYSTEM, at, noun: 'orders', nounIds: [id] })
  await tellPaid(tx, services, id, true)
}

/** A customer without a name gets the payer's. */
const nameCustomer = (tx: Tx, id: string) =>
  tx.$executeRaw`
    UPDATE profiles AS p SET full_name = s.full_name FROM order_sales AS s JOIN orders AS o ON o.id = s.order_id JOIN users AS u ON u.id = o.user_id
    WHERE s.order_id = ${id}::uuid AND p.user_id = u.id AND p.full_name IS NULL AND s.full_name IS NOT NULL
      AND u.password_hash IS NULL AND u.signed_up_at IS NULL`

/** The goods are missing: staff decide, and can refund. */
async function markShort(tx: Tx, services: SettlingSales, { id, number, total, status }: Sale): Promise<void> {
  await tx.orderSale.update({ where: { orderId: id }, data: { shortAt: services.now() } })
  await recordAudit(tx, SYSTEM, {
    action: 'order.paid_without_stock',
    subjectType: records.orders.auditSubject,
    subjectId: id,
    after: { status, totalAmount: total },
  })
  await tellPaid(tx, services, id, false)
  await tellStaff(tx, services, {
    router: 'orders',
    subject: `Paid, and not in stock any more: order ${number}`,
    before: [`Order ${number} was paid after the time for which its stock was held, and not all of it is in stock any more.`],
    link: { label: 'Open the order', path: `/orders?details=${id}` },
    after: 'Deliver it once the goods are there, or pay the money back. The customer has been told that we contact them.',
  })
}

async function settleOne(services: SettlingSales, id: string, isAsked = false): Promise<boolean> {
  const { db, now } = services
  return db.prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM orders WHERE id = ${id}::uuid FOR UPDATE`
    const row = await tx.orderSale.findUnique({
      where: { orderId: id },
      include: { order: { select: { orderNumber: true, status: true, totalAmount: true } } },
    })
    if (row?.agreedAt !== null || (row.shortAt !== null && !isAsked)) return false
    const { order, lapsedAt } = row
    const sale = { id, number: order.orderNumber, status: order.status, total: toAmount(order.totalAmount), hasLapsed: lapsedAt !== null }
    if (sale.status === 'cancelled' && !sale.hasLapsed) return false
    if (!(await isPaid(tx, sale))) {
      if (sale.status === 'pending' && (await mayLapse(tx, now(), row))) {
        await setStatus(tx, sale, 'cancelled')
        await lapse(tx, services, row)
      }
      return false
    }
    await lockProducts(tx, await productsOf(tx, [id]))
    if (await isInStock(tx, now(), id)) {
      await agree(tx, services, sale)
      return true
    }
    if (row.shortAt === null) await markShort(tx, services, sale)
    return false
  })
}

/** @returns the number of orders that got their stock, or lapsed */
export async function settleSales(services: SettlingSales): Promise<number> {
  const open = await readOpen(services.db.prisma, services.now())
  const moved = await eachApart(services.log, open, ({ id }) => settleOne(services, id))
  if (moved > 0) productChanged(services, null)
  return moved
}

/** @throws CONFLICT if stock is missing, or the order is not paid */
export async function supply(call: SettlingSales, { id }: { id: string }): Promise<{ id: string }> {
  if (!(await settleOne(call, id, true))) throw refused('Not all of this order is in stock, or it is not paid yet.')
  productChanged(call, null)
  return { id }
}

/** Milliseconds to collect further changes. */
const SOON_MS = 500

export function followSales({ hub, db, log }: Pick<Services, 'hub' | 'db' | 'log'>, askNow: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    timer = undefined
    try {
      if ((await db.prisma.orderSale.count({ where: { agreedAt: null, shortAt: null, channel: 'checkout' }, take: 1 })) > 0) await askNow()
    } catch (err) {
      log.warn({ err }, 'Sales that wait for their money could not be looked at')
    }
  }
  hub.on('change', ({ table }) => {
    // Store credit that pays an order changes its account alone.
    if (table !== 'orders' && table !== 'credit_accounts') return
    timer ??= setTimeout(() => void look(), SOON_MS).unref()
  })
  hub.beforeStop(() => {
    clearTimeout(timer)
    return Promise.resolve()
  })
}
