import { sumOfAmounts } from '~/contracts/credit/credit'
import { transferLapsesAt, type TrackedOrder } from '~/contracts/stock/checkout'
import { readPayments } from '~/server/billing/store-credit/read-credit-payments'
import { dueOf } from '~/server/billing/card/payment-subject'
import { startPaymentOf } from '~/server/billing/card/start-card-payment'
import { readSeller } from '~/server/billing/invoices/invoice-parties'
import { networkOf } from '~/server/identity/auth/limits'
import { readJsonWithin, toAmount } from '~/server/platform/database/column-values'
import type { Services } from '~/server/services'
import { readOwnLines } from '../read-order-lines'
import { orderPage } from '~/server/billing/invoices/order-page'
import { orderOfLink } from './order-links'
import { holdAgain, PAGE_MINUTES } from './hold-again'
import { standingOf, waitsForMoney } from './sale-standing'

type Tracking = Pick<Services, 'db' | 'now' | 'limits' | 'businessTimeZone' | 'cardPayments'> & { client: { ip: string | null } }

/** @throws NOT_FOUND, TOO_MANY_REQUESTS */
export async function trackOrder(call: Tracking, { token }: { token: string }): Promise<TrackedOrder> {
  const orderId = await orderOfLink(call, token)
  const at = call.now()
  return call.db.prisma.$transaction(async (tx) => {
    const { order, ...sale } = await tx.orderSale.findUniqueOrThrow({ where: { orderId }, include: { order: true } })
    const payments = await tx.payment.aggregate({
      where: { noun: 'orders', nounId: orderId, reversedAt: null },
      _sum: { amount: true, refunded: true },
    })
    const { amount, refunded } = payments._sum
    const due = await dueOf(tx, call, { documentId: null, noun: 'orders', nounId: orderId, customerId: order.userId })
    const { held, captured } = await readPayments(tx, at, 'orders', orderId)
    const { accountName, bankName, iban, bic, sortCode, accountNumber } = await readSeller(tx)
    const hasAccount = iban !== null || accountNumber !== null
    const { cardPayments } = call
    const standing = await standingOf(tx, at, sale, order.status)
    return {
      number: order.orderNumber,
      status: order.status,
      standing,
      placedAt: order.createdAt,
      heldUntil: sale.heldUntil,
      lapsesAt: waitsForMoney(standing) && amount === null ? transferLapsesAt(sale) : null,
      hasLapsed: sale.lapsedAt !== null && order.status === 'cancelled',
      payment: sale.payment === 'transfer' ? 'transfer' : 'card',
      fullName: sale.fullName,
      deliveryAddress: sale.deliveryAddress,
      carrier: sale.carrier,
      trackingNumber: sale.trackingNumber,
      lines: await readOwnLines({ readJson: readJsonWithin(tx) }, orderId),
      total: toAmount(order.totalAmount),
      paid: sumOfAmounts([amount ? toAmount(amount) : 0, refunded ? -toAmount(refunded) : 0]),
      credit: sumOfAmounts([held, captured]),
      ways: {
        amount: due.amount,
        card: cardPayments !== null && order.userId !== null && due.amount >= cardPayments.least,
        transfer: hasAccount ? { accountName, bankName, iban, bic, sortCode, accountNumber, reference: due.reference } : null,
      },
    }
  })
}

type Paying = Tracking & Pick<Services, 'log' | 'outbox' | 'siteUrl' | 'secret'>

/** Holds the stock again. @throws NOT_FOUND, TOO_MANY_REQUESTS; CONFLICT if nothing is due, or its stock is gone; SERVICE_UNAVAILABLE */
export async function payTracked(call: Paying, { token }: { token: string }): Promise<{ url: string }> {
  await call.limits.take('cardPages', networkOf(call.client))
  const orderId = await orderOfLink(call, token)
  const customerId = await holdAgain(call, orderId)
  const backTo = `${orderPage(call, orderId)}?`
  return startPaymentOf(call, { documentId: null, noun: 'orders', nounId: orderId, customerId, backTo }, PAGE_MINUTES)
}
