import {
  TRANSFER_LAPSES_DAYS,
  TRANSFER_NOTICE_DAYS,
  TRANSFER_REMINDED_DAYS,
  transferLapsesAt,
  type CheckoutPayment,
} from '~/contracts/stock/checkout'
import type { Invoice } from '~/contracts/billing/invoices'
import { Prisma, type OrderSale as SaleRow } from '~/generated/prisma/client'
import { writeCreditNote } from '~/server/billing/invoices/credit-notes'
import { withdrawOfEnded } from '~/server/billing/invoices/ended-work'
import { lockDocument } from '~/server/billing/invoices/lock-document'
import { settlePayments } from '~/server/billing/store-credit/settle-credit'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { toAmount } from '~/server/platform/database/column-values'
import { eachApart } from '~/server/platform/jobs/each-apart'
import type { Services } from '~/server/services'
import { records } from '~/contracts/records'
import { tellLapsed, tellUnpaid, type OrderEmails } from './order-emails'

/** Transfers are reminded of, and unpaid orders cancelled (docs/decisions/032), whose held store credit comes back; one with any payment is left to staff. */

type Tx = Prisma.TransactionClient
type Lapsing = Pick<Services, 'db' | 'now' | 'log'> & OrderEmails

const SYSTEM = { userId: null, email: null }
const DAY_MS = 24 * 60 * 60 * 1000
const CARD_LAPSE_MS = DAY_MS
const PORTION = 200

const daysBefore = (at: Date, days: number) => new Date(at.getTime() - days * DAY_MS)

/** No money was paid for the sale `s`. Store credit that pays a part keeps no stock: it can be taken back at any time. */
const hasNothing = Prisma.sql`NOT EXISTS (SELECT FROM payments AS p WHERE p.noun = 'orders' AND p.noun_id = s.order_id)`

/** The sale `s` may be cancelled, if its order is still pending. */
export const hasRunOut = (at: Date): Prisma.Sql => Prisma.sql`
  s.channel = 'checkout' AND ${hasNothing} AND (
    (s.payment = ${'card' satisfies CheckoutPayment} AND s.held_until < ${new Date(at.getTime() - CARD_LAPSE_MS)}::timestamptz)
    OR (s.payment = ${'transfer' satisfies CheckoutPayment} AND s.held_until <= ${daysBefore(at, TRANSFER_LAPSES_DAYS)}::timestamptz
      AND s.reminded_at <= ${daysBefore(at, TRANSFER_NOTICE_DAYS)}::timestamptz))`

/** Of a locked sale; no page to pay on is open either. */
export async function mayLapse(tx: Tx, at: Date, sale: SaleRow): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ isOver: boolean }[]>`
    SELECT ${hasRunOut(at)} AND NOT EXISTS (
      SELECT FROM checkout_sessions AS c WHERE c.noun = 'orders' AND c.noun_id = s.order_id AND c.state IN ('asked', 'open')) AS "isOver"
    FROM order_sales AS s WHERE s.order_id = ${sale.orderId}::uuid`
  return row?.isOver === true
}

async function creditBills(tx: Tx, services: OrderEmails & Pick<Services, 'now'>, orderId: string): Promise<Invoice | null> {
  await withdrawOfEnded(tx, 'orders', [orderId])
  const issued = await tx.billingDocument.findMany({
    where: { noun: 'orders', nounId: orderId, kind: 'invoice', state: 'issued' },
    orderBy: [{ issuedAt: 'asc' }, { id: 'asc' }],
    select: { id: true, total: true, credited: true },
  })
  let note: Invoice | null = null
  for (const { id, total, credited } of issued) {
    if (credited.greaterThanOrEqualTo(total)) continue
    const { document, billed } = await lockDocument(tx, id)
    const reason = 'The order was not paid, and is cancelled'
    note = await writeCreditNote(tx, { ...services, actor: SYSTEM }, document, { billed, reason, giver: null, tells: false })
  }
  return note
}

/** EUR of store credit. */
async function heldOf(tx: Tx, orderId: string): Promise<number> {
  const { _sum } = await tx.creditPayment.aggregate({ where: { noun: 'orders', nounId: orderId }, _sum: { held: true } })
  return _sum.held ? toAmount(_sum.held) : 0
}

/** Emails the customer of a transfer, or whose store credit comes back. Needs the order's lock. */
export async function lapse(tx: Tx, services: Omit<Lapsing, 'db' | 'log'>, sale: SaleRow): Promise<void> {
  const at = services.now()
  const { orderId, payment } = sale
  const credit = await heldOf(tx, orderId)
  if (credit > 0) await settlePayments(tx, SYSTEM, at, 'orders', [orderId])
  await tx.orderSale.update({ where: { orderId }, data: { lapsedAt: at } })
  await recordAudit(tx, SYSTEM, {
    action: 'order.lapsed',
    subjectType: records.orders.auditSubject,
    subjectId: orderId,
    after: { status: 'cancelled' },
  })
  if (payment !== 'transfer' && credit === 0) return
  const note = await creditBills(tx, services, orderId)
  await tellLapsed(tx, services, orderId, { by: transferLapsesAt(sale) ?? at, note, credit })
}

/** Orders by transfer whose stock is released soon, without a reminder. */
const findUnpaid = (tx: Pick<Tx, '$queryRaw'>, at: Date) =>
  tx.$queryRaw<{ id: string }[]>`
    SELECT s.order_id::text AS id FROM order_sales AS s JOIN orders AS o ON o.id = s.order_id
    WHERE s.channel = 'checkout' AND s.payment = 'transfer' AND s.agreed_at IS NULL AND s.short_at IS NULL AND s.reminded_at IS NULL
      AND o.status = 'pending' AND ${hasNothing}
      AND s.held_until <= ${daysBefore(at, -TRANSFER_REMINDED_DAYS)}::timestamptz AND s.created_at <= ${daysBefore(at, 1)}::timestamptz
    ORDER BY s.held_until, s.order_id LIMIT ${PORTION}`

export async function remindOfTransfers(services: Lapsing): Promise<number> {
  const { db, log, now } = services
  const unpaid = await findUnpaid(db.prisma, now())
  return eachApart(log, unpaid, ({ id }) =>
    db.prisma.$transaction(async (tx) => {
      const at = now()
      await tx.$queryRaw`SELECT id FROM orders WHERE id = ${id}::uuid FOR UPDATE`
      const [still] = await tx.$queryRaw<{ id: string }[]>`
        SELECT s.order_id::text AS id FROM order_sales AS s JOIN orders AS o ON o.id = s.order_id
        WHERE s.order_id = ${id}::uuid AND s.agreed_at IS NULL AND s.reminded_at IS NULL AND o.status = 'pending' AND ${hasNothing}`
      if (!still) return false
      const sale = await tx.orderSale.update({ where: { orderId: id }, data: { remindedAt: at } })
      const lapsesAt = transferLapsesAt(sale)
      if (lapsesAt) await tellUnpaid(tx, services, id, { at, lapsesAt, credit: await heldOf(tx, id) })
      return true
    }),
  )
}
