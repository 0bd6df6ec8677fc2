import { createServices } from '~/server/create-services'
import { recordPayment } from '~/server/billing/receipts/record-payment'
import { openPostgres } from '~/server/platform/database/postgres'
import { createLogger } from '~/server/platform/log'
import { placeOrder } from '~/server/stock/sale/checkout/place-order'
import { settleSales } from '~/server/stock/sale/checkout/settle-sales'
import { sellAtCounter } from '~/server/stock/sale/sell-at-counter'

/**
 * A program for tests of sales: orders, pays, settles and sells at the counter until it is killed, and says each piece of work that is answered.
 * usage: seller.ts DATABASE_URL ADMIN_ID PRODUCT_ID
 */
const [url = '', userId = '', productId = ''] = process.argv.slice(2)

const services = await createServices({
  db: openPostgres(url),
  log: createLogger('silent'),
  secret: 'a secret of the tests of sales alone',
  siteUrl: 'http://localhost:3000',
  businessTimeZone: 'Europe/London',
  mail: { send: () => Promise.resolve() },
  sms: null,
  sellsHere: true,
})
const viewer = {
  ...{ sessionId: '', userId, email: '', role: 'admin' as const, scopes: null, apiKey: null, aal: 'aal1' as const, amr: [] },
  ...{ hasVerifiedFactor: false, mustEnroll: false, cookieVersion: 1, expiresAt: new Date(), idleUntil: null },
}
const actor = { userId: null, email: null }
const call = { ...services, actor, viewer, procedure: 'tests' }
const ip = { ip: null, userAgent: null }
const today = new Date().toISOString().slice(0, 10)
const say = (what: string) => process.stdout.write(`${what}\n`)

for (let nth = 0; ; nth += 1) {
  const order = {
    ...{ fullName: 'Ada', email: `ada-${process.pid}-${nth}@example.com`, phone: null, deliveryAddress: 'Leeds', billingAddress: null },
    ...{ company: null, vatNumber: null, payment: 'transfer' as const, lines: [{ productId, quantity: 1 }], total: 10 },
  }
  const placed = await placeOrder({ ...services, actor, client: ip, viewer: null }, order).catch(() => null)
  say('ordered')
  if (placed) {
    const { id } = await services.db.prisma.order.findUniqueOrThrow({ where: { orderNumber: placed.number }, select: { id: true } })
    await recordPayment(call, { orderId: id, method: 'transfer', amount: 10, receivedOn: today, reference: null, confirmed: true })
    say('paid')
  }
  await settleSales(services)
  say('settled')
  const line = { productId, unitId: null, partTypeId: null, title: '', quantity: 1, price: 10, vatCode: 'standard' as const }
  await sellAtCounter(call, { customer: null, lines: [line], payment: { method: 'card', reference: null } }).catch(() => null)
  say('sold')
}
