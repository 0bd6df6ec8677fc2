import { TRPCError } from '@trpc/server'
import { HOLD_MINUTES, type CartQuote, type CheckoutOrder, type PlacedOrder } from '~/contracts/stock/checkout'
import type { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import { startPaymentOf } from '~/server/billing/card/start-card-payment'
import { billWork } from '~/server/billing/invoices/issue-invoice'
import { openBuyer, readSeller } from '~/server/billing/invoices/invoice-parties'
import { lockBilling } from '~/server/billing/receipts/billing-locks'
import { networkOf } from '~/server/identity/auth/limits'
import type { Viewer } from '~/server/identity/auth/read-session'
import type { Actor } from '~/server/platform/audit/record-audit'
import { idempotent } from '~/server/platform/database/idempotency'
import { codedError } from '~/server/platform/errors'
import type { Services } from '~/server/services'
import { tooFew } from '../lock-sold'
import { lockProducts } from '../stock-of-order'
import { writeOrder } from '../write-order'
import { tellPlaced } from './order-emails'
import { orderPage, orderTokenHash } from '~/server/billing/invoices/order-page'
import { mustSellHere, quoteLines } from './quote-cart'
import { holdAgain, PAGE_MINUTES } from './hold-again'

type Tx = Prisma.TransactionClient
export type Placing = Pick<
  Services,
  'db' | 'now' | 'log' | 'limits' | 'businessTimeZone' | 'outbox' | 'siteUrl' | 'cardPayments' | 'secret' | 'sellsHere'
> & { client: { ip: string | null }; viewer: Viewer | null; actor: Actor }

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const MOST_NAMED = 3

/** @throws CONFLICT for a line that cannot be had, or another total than shown */
function mustBeAsShown({ lines, total, ways }: CartQuote, { total: shown, payment }: CheckoutOrder): void {
  const problems = lines.flatMap(({ name, problem, free }) => {
    if (problem === 'gone') return [`${name || 'A product'} is no longer for sale.`]
    if (problem === 'no_price') return [`The price of ${name} is on request.`]
    return problem === 'too_few' ? [tooFew(name, free, free)] : []
  })
  if (problems.length > 0) throw codedError('CONFLICT', 'out_of_stock', problems.slice(0, MOST_NAMED).join(' '))
  if (Math.round(shown * 100) !== Math.round(total * 100))
    throw codedError('CONFLICT', 'price_changed', `The price has changed: it is ${formatEuro(total)} now. Nothing was ordered yet.`)
  if (!ways.includes(payment))
    throw new TRPCError({ code: 'CONFLICT', message: 'This way to pay is not available at the moment. Please choose another one.' })
}

/** A new user has no password, and proves the address to see an account. */
async function customerOfAddress(tx: Tx, email: string): Promise<string> {
  await tx.$executeRaw`INSERT INTO users (email) VALUES (${email}) ON CONFLICT (email) DO NOTHING`
  const { id, mergedInto } = await tx.user.findUniqueOrThrow({ where: { email }, select: { id: true, mergedInto: true } })
  if (mergedInto !== null) return mergedInto
  await tx.profile.upsert({ where: { userId: id }, create: { userId: id, email }, update: {} })
  return id
}

/** Only an account's owner decides what it is billed to. */
async function isOwned(tx: Tx, id: string): Promise<boolean> {
  const user = await tx.user.findUniqueOrThrow({ where: { id }, select: { passwordHash: true, emailVerifiedAt: true, signedUpAt: true } })
  return user.passwordHash !== null || user.emailVerifiedAt !== null || user.signedUpAt !== null
}

/** Keeps saved details, and an account's details without its session. */
async function fillInBuyer(tx: Tx, userId: string, isTheirs: boolean, order: CheckoutOrder): Promise<void> {
  const buyer = await openBuyer(tx, userId)
  if (!buyer || (!isTheirs && (await isOwned(tx, userId)))) return
  const { fullName, company, vatNumber, billingAddress, deliveryAddress } = order
  await tx.buyer.update({
    where: { id: buyer.id },
    data: {
      ...(buyer.fullName === null && { fullName }),
      ...(buyer.billingAddress === null && { billingAddress: billingAddress ?? deliveryAddress }),
      ...(buyer.company === null && company !== null && { company, isBusiness: true }),
      ...(buyer.vatNumber === null && vatNumber !== null && { vatNumber }),
    },
  })
}

async function termOf(tx: Tx, at: Date, userId: string): Promise<Date> {
  const { termsDays } = await readSeller(tx)
  const buyer = await openBuyer(tx, userId)
  return new Date(at.getTime() + (buyer?.termsDays ?? termsDays) * DAY_MS + DAY_MS)
}

/** Bills a transfer. @returns the order's id, from which a repeat is answered */
async function place(tx: Tx, call: Placing, order: CheckoutOrder): Promise<{ id: string }> {
  const at = call.now()
  await lockProducts(
    tx,
    order.lines.map(({ productId }) => productId),
  )
  const quote = await quoteLines(tx, call, order.lines)
  mustBeAsShown(quote, order)
  const userId = call.viewer?.userId ?? (await customerOfAddress(tx, order.email))
  await fillInBuyer(tx, userId, call.viewer !== null, order)
  const { email, fullName, phone, deliveryAddress, payment } = order
  const heldUntil = payment === 'card' ? new Date(at.getTime() + HOLD_MINUTES * MINUTE_MS) : await termOf(tx, at, userId)
  const { id } = await writeOrder(tx, call, {
    userId,
    status: 'pending',
    lines: quote.lines.map(({ productId, name, quantity, price }) => ({
      ...{ productId, partTypeId: null, title: name, quantity, price, vatCode: 'standard' as const },
    })),
    sale: { channel: 'checkout', payment, email, fullName, phone, deliveryAddress, heldUntil },
  })
  await tx.orderSale.update({ where: { orderId: id }, data: { tokenHash: orderTokenHash(call, id) } })
  if (payment === 'transfer') {
    await lockBilling(tx, { works: [{ noun: 'orders', nounId: id }], bills: true })
    await billWork(tx, call, 'orders', id)
    await tellPlaced(tx, call, id)
  }
  return { id }
}

/** Null if the provider does not answer: the order's own page offers it again. */
async function openPage(call: Placing, orderId: string, userId: string | null): Promise<string | null> {
  const backTo = `${orderPage(call, orderId)}?`
  try {
    await holdAgain(call, orderId)
    const subject = { documentId: null, noun: 'orders', nounId: orderId, customerId: userId, backTo } as const
    return (await startPaymentOf(call, subject, PAGE_MINUTES)).url
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error
    call.log.warn({ err: error, order: orderId }, 'An order was placed, and there is no page to pay on')
    return null
  }
}

/**
 * Uses the server's prices, and holds the stock during payment; repeating returns the same order. @throws PRECONDITION_FAILED if a platform
 * takes the orders; TOO_MANY_REQUESTS; CONFLICT `out_of_stock`, `price_changed`, for an unavailable way to pay, and for a key with another
 * cart
 */
export async function placeOrder(call: Placing, { idempotencyKey: key, ...order }: CheckoutOrder): Promise<PlacedOrder> {
  mustSellHere(call)
  const network = networkOf(call.client)
  await call.limits.take('ownOrders', network)
  if (order.payment === 'transfer') await call.limits.take('ownOrdersByTransfer', network)
  await call.limits.take('ownOrdersOfAddress', call.viewer?.userId ?? order.email)
  const caller = call.viewer?.userId ?? 'visitor'
  const { id } = await idempotent(call.db.prisma, { caller, key, procedure: 'orders.checkout', input: order, now: call.now() }, (tx) =>
    place(tx, call, order),
  )
  const { orderNumber, userId } = await call.db.prisma.order.findUniqueOrThrow({
    where: { id },
    select: { orderNumber: true, userId: true },
  })
  const url = order.payment === 'card' ? await openPage(call, id, userId) : null
  return { number: orderNumber, page: orderPage(call, id), url }
}
