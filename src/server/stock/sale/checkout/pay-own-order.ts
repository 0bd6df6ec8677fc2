import type * as z from 'zod'
import type { CreditPayments, payOrderInput } from '~/contracts/credit/credit-payments'
import { records } from '~/contracts/records'
import { payOrder } from '~/server/billing/store-credit/pay-with-credit'
import { readOwedOf } from '~/server/billing/invoices/read-owed'
import type { CreatingCall } from '~/server/call'
import { notFound } from '~/server/platform/database/conflict'
import type { ReceiptCall } from '~/server/billing/receipts/receipt-emails'
import { holdAgainWithin } from './hold-again'

/**
 * Pays the caller's own order with their store credit. Stock that is held no longer is held again first, if nothing is left to pay then: a
 * part that can be taken back must not hold it for ever. `settleSales` agrees an order of which nothing is left.
 * @throws NOT_FOUND, also for somebody else's; CONFLICT as `payOrder`, and if the stock is gone; BAD_REQUEST for `amount`
 */
export function payOwnOrder(call: CreatingCall<ReceiptCall>, input: z.output<typeof payOrderInput>): Promise<CreditPayments> {
  const { userId } = call.viewer
  // In one transaction with the payment: a payment that is refused holds nothing.
  return payOrder(call, userId, input, async (tx) => {
    const order = await tx.order.findFirst({
      where: { id: input.orderId, userId },
      select: { sale: { select: { channel: true } } },
    })
    if (!order) throw notFound(records.orders)
    if (order.sale?.channel !== 'checkout') return
    const owed = await readOwedOf(tx, 'orders', input.orderId, userId)
    if (owed && owed.due <= input.amount) await holdAgainWithin(tx, call.now(), input.orderId)
  })
}
