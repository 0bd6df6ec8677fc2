import { createInterface } from 'node:readline'
import * as z from 'zod'
import { receiveEvent } from '~/server/billing/card/card-events'
import { settleCards } from '~/server/billing/card/settle-cards'
import { verifyCredit } from '~/server/billing/store-credit/verify-ledger'
import { openStripe } from '~/server/billing/stripe/stripe-client'
import { createServices } from '~/server/create-services'
import { openEmbedded } from '~/server/platform/database/embedded'
import { openPostgres } from '~/server/platform/database/postgres'
import { createLogger } from '~/server/platform/log'
import { updateStatus } from '~/server/platform/records/update-status'
import { placeOrder } from '~/server/stock/sale/checkout/place-order'
import { settleSales } from '~/server/stock/sale/checkout/settle-sales'
import { payTracked } from '~/server/stock/sale/checkout/track-order'
import { orders } from '~/server/stock/sale/orders'
import { sellAtCounter } from '~/server/stock/sale/sell-at-counter'
import { cardShopCommand, type CardShopAnswer, type CardShopCommand, type CardShopFacts } from './card-shop-commands'
import { whatIsWrong } from './sales-model'
import { STRIPE_KEY, STRIPE_SECRET } from './stripe-server'

/**
 * A program for tests of orders by card: does what each line of its input says, in a process that may be killed at any moment, and answers each
 * with a line. Stripe is played by the process that started it.
 * usage: card-shop.ts DATABASE_URL_OR_DATA_DIR STRIPE_ADDRESS ADMIN_ID OFFSET_MS
 */
const [place = '', apiBase = '', userId = '', offset = '0'] = process.argv.slice(2)

let offsetMs = Number(offset)
const now = () => new Date(Date.now() + offsetMs)
const cardPayments = openStripe({ secretKey: STRIPE_KEY, webhookSecret: STRIPE_SECRET, apiBase, timeoutMs: 5_000, settleSeconds: 1 })
const db = place.startsWith('postgres') ? openPostgres(place) : await openEmbedded({ dataDir: place })
const services = await createServices({
  db,
  now,
  cardPayments,
  log: createLogger('silent'),
  secret: 'a secret of the tests of cards alone',
  siteUrl: 'http://localhost:3000',
  businessTimeZone: 'Europe/London',
  mail: { send: () => Promise.resolve() },
  sms: null,
  sellsHere: true,
  isOnlyProcess: !place.startsWith('postgres'),
})
const { prisma } = db
const viewer = {
  ...{ sessionId: '', userId, email: '', role: 'admin' as const, scopes: null, apiKey: null, aal: 'aal1' as const, amr: [] },
  ...{ hasVerifiedFactor: false, mustEnroll: false, cookieVersion: 1, expiresAt: new Date(), idleUntil: null },
}
const actor = { userId: null, email: null }
const staff = { ...services, actor, viewer, procedure: 'tests' }
let visitors = 0
/** A visitor from a network of their own, so that no limit holds the history up. */
const visitor = () => {
  visitors += 1
  const network = process.pid % 250
  const client = { ip: `10.${network}.${Math.floor(visitors / 250)}.${visitors % 250}`, userAgent: null }
  return { ...services, actor, client, viewer: null }
}

async function factsOf(first: number, isSettled: boolean): Promise<CardShopFacts> {
  const wrong = await whatIsWrong(prisma, first, { now: now(), isSettled })
  const paid = await prisma.payment.findMany({ where: { method: 'stripe' }, select: { externalId: true, amount: true, refunded: true } })
  const sales = await prisma.orderSale.findMany({
    where: { channel: 'checkout', agreedAt: { not: null }, order: { status: { not: 'cancelled' } } },
    select: { orderId: true },
  })
  const unbilled = await prisma.$queryRaw<{ id: string }[]>`
    SELECT o.id::text FROM orders AS o JOIN order_sales AS s ON s.order_id = o.id
    WHERE s.channel = 'checkout' AND s.agreed_at IS NOT NULL AND o.status <> 'cancelled' AND o.total_amount <> (
      SELECT coalesce(sum(d.total - d.credited), 0) FROM billing_documents AS d
      WHERE d.noun = 'orders' AND d.noun_id = o.id AND d.kind = 'invoice' AND d.state = 'issued' AND d.owed = 0)`
  const open = await prisma.checkoutSession.count({ where: { state: { in: ['asked', 'open'] } } })
  const { faults } = await verifyCredit(services, {})
  return {
    wrong: [
      ...wrong.map(({ what }) => what),
      ...unbilled.map(() => 'an agreed order is not billed and paid'),
      ...faults.map(({ message }) => message),
    ],
    payments: paid.map(({ externalId, amount, refunded }) => ({
      externalId: externalId ?? '',
      cents: Math.round(amount.toNumber() * 100),
      refundedCents: Math.round(refunded.toNumber() * 100),
    })),
    agreed: sales.length,
    short: await prisma.orderSale.count({ where: { shortAt: { not: null } } }),
    openPages: open,
  }
}

async function work(command: CardShopCommand): Promise<unknown> {
  switch (command.kind) {
    case 'order':
      return placeOrder(visitor(), {
        ...{ fullName: 'Ada', email: `${command.key}@example.com`, phone: null, deliveryAddress: 'Leeds', billingAddress: null },
        ...{ company: null, vatNumber: null, payment: command.payment, idempotencyKey: command.key },
        ...{ lines: [{ productId: command.productId, quantity: command.quantity }], total: command.quantity * 10 },
      })
    case 'payAgain':
      return payTracked(visitor(), { token: command.token })
    case 'message':
      return receiveEvent(services, Buffer.from(command.body), command.signature)
    case 'settle':
      await settleCards({ ...services, cardPayments })
      return { moved: await settleSales(services) }
    case 'cancel': {
      const { id } = await prisma.order.findUniqueOrThrow({ where: { orderNumber: command.number }, select: { id: true } })
      return updateStatus(staff, orders, { id, status: 'cancelled' })
    }
    case 'counter': {
      const line = { ...{ productId: command.productId, unitId: null, partTypeId: null, title: '' }, quantity: 1, price: 10 }
      return sellAtCounter(staff, {
        customer: null,
        lines: [{ ...line, vatCode: 'standard' }],
        payment: { method: 'cash', reference: null },
      })
    }
    case 'clock':
      offsetMs = command.offsetMs
      return {}
    case 'facts':
      return factsOf(command.first, command.isSettled)
  }
}

const say = (answer: CardShopAnswer) => process.stdout.write(`${JSON.stringify(answer)}\n`)
say({ number: 0, value: {} })
for await (const line of createInterface({ input: process.stdin })) {
  const { number, command } = z.object({ number: z.number(), command: cardShopCommand }).parse(JSON.parse(line))
  // Not waited for: as with requests, several may be under way when the process dies.
  void work(command).then(
    (value) => say({ number, value: value ?? {} }),
    (error: unknown) => say({ number, refused: error instanceof Error ? error.message : String(error) }),
  )
}
