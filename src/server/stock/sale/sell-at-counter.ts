import { randomUUID } from 'node:crypto'
import type { CreateOrder } from '~/contracts/stock/sales'
import type { Order } from '~/contracts/stock/orders'
import type { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import { createOnce, type CreatingCall } from '~/server/call'
import { productChanged } from '~/server/catalogue/shop/search-shop'
import { billWork } from '~/server/billing/invoices/issue-invoice'
import { openWalkIn, WALK_IN } from '~/server/billing/invoices/invoice-parties'
import { lockBilling } from '~/server/billing/receipts/billing-locks'
import type { ReceiptCall } from '~/server/billing/receipts/receipt-emails'
import { recordWithin } from '~/server/billing/receipts/record-payment'
import { payOrderWithin } from '~/server/billing/store-credit/pay-with-credit'
import { requireScope } from '~/server/identity/auth/scopes'
import { customerOf } from '~/server/identity/users/customer-of'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { readStored } from '~/server/platform/records/status-records'
import { changeStatus, withNotices, type WithNotices } from '~/server/platform/records/update-status'
import type { Services } from '~/server/services'
import { sendUnit } from './dispatch-units'
import { lockSold, type LockedSale } from './lock-sold'
import { orders } from './orders'
import { takeTypedStock } from './stock-of-order'
import { writeOrder } from './write-order'

type Tx = Prisma.TransactionClient
type Selling = CreatingCall<ReceiptCall | 'creditLimit'> & Pick<Services, 'live' | 'catalogue'>

/** Rights to the way of payment and the goods. @throws FORBIDDEN */
function mustBeAllowed({ viewer }: Selling, { payment: { method }, lines }: CreateOrder): void {
  const router = method === 'credit' ? 'credit' : method === 'invoice' ? 'invoices' : 'payments'
  requireScope(viewer, router, 'write')
  if (lines.some(({ unitId }) => unitId !== null)) requireScope(viewer, 'units', 'write')
  if (lines.some(({ partTypeId }) => partTypeId !== null)) requireScope(viewer, 'parts', 'read')
}

async function handOver(
  tx: Tx,
  call: Selling,
  orderId: string,
  userId: string | null,
  sold: readonly LockedSale[],
  lineIds: readonly string[],
) {
  for (const [place, { unit, parts }] of sold.entries()) {
    const lineId = lineIds[place] ?? ''
    if (unit) await sendUnit(tx, call.actor, { id: lineId, userId }, unit)
    if (parts.length === 0) continue
    const ids = parts.map(({ id }) => id)
    await tx.$executeRaw`UPDATE parts SET state = 'sold', location = NULL, sold_line_id = ${lineId}::uuid WHERE id = ANY (${ids}::uuid[])`
    await recordAudit(
      tx,
      call.actor,
      ...ids.map((id) => ({ action: 'part.sold', subjectType: 'part', subjectId: id, after: { order: orderId } })),
    )
  }
  await takeTypedStock(tx, orderId)
}

async function settle(
  tx: Tx,
  call: Selling,
  { orderId, total, key, payment: { method, reference } }: { orderId: string; total: number; key: string; payment: CreateOrder['payment'] },
): Promise<void> {
  if (total <= 0) return
  await lockBilling(tx, { works: [{ noun: 'orders', nounId: orderId }], bills: true })
  // Store credit is put against the bill once the order is completed.
  if (method === 'credit') await payOrderWithin(tx, call, { orderId, amount: total }, key)
  await billWork(tx, call, 'orders', orderId)
  if (method === 'invoice' || method === 'credit') return
  const receivedOn = calendarDay(call.now(), call.businessTimeZone)
  await recordWithin(tx, call, { orderId, method, amount: total, reference, receivedOn, confirmed: true }, key)
}

async function leftToScan(tx: Tx, orderId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ isLeft: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM order_lines AS l JOIN products AS p ON p.id = l.product_id AND p.tracks_units WHERE l.order_id = ${orderId}::uuid
        AND l.quantity > (SELECT count(*) FROM order_line_units AS d WHERE d.line_id = l.id AND d.returned_at IS NULL)) AS "isLeft"`
  return row?.isLeft ?? false
}

/**
 * The goods leave and the money comes in one transaction. The order is completed, or processing while units are still to be scanned.
 * @throws FORBIDDEN without the right to the way of payment or to units; NOT_FOUND for an unknown customer or unit; BAD_REQUEST for an
 * unknown product or type of part, too much cash, and too little store credit; CONFLICT for a unit sold meanwhile, too little stock, and a
 * key with another input
 */
export async function sellAtCounter(call: Selling, input: CreateOrder): Promise<WithNotices<Order>> {
  mustBeAllowed(call, input)
  const key = `counter:${call.viewer.userId}:${input.idempotencyKey ?? randomUUID()}`
  const at = call.now()
  const made = await createOnce(call, input, async (tx, { customer, lines, payment }) => {
    const userId = customer === null ? null : await customerOf(tx, call, customer)
    if (userId === null) await openWalkIn(tx)
    const sold = await lockSold(tx, at, lines)
    const sale = { channel: 'counter', payment: payment.method, agreedAt: at, walkIn: userId === null ? WALK_IN : null } as const
    const { id, total, lineIds } = await writeOrder(tx, call, { userId, status: 'processing', lines: sold, sale })
    await handOver(tx, call, id, userId, sold, lineIds)
    await settle(tx, call, { orderId: id, total, key, payment })
    if (await leftToScan(tx, id))
      return withNotices(await readStored(tx, orders, id), ['Units of this order are still to be scanned, in its details.'])
    return changeStatus(tx, call, orders, { id, status: 'completed' })
  })
  productChanged(call, null)
  return made
}
