import type { NextApiHandler } from 'next'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { removeExpired } from '~/server/office/housekeeping/remove-expired'
import { receiveWebhook } from '~/server/http/routes/shopify-webhook'
import { createLogger } from '~/server/platform/log'
import { platformShop } from '~/server/catalogue/shop/shopify/shop'
import { receiveDelivery, type Delivery } from '~/server/stock/sale/shopify/receive-webhook'
import { openCapturedLog } from '../setup/captured-log'
import { describeOnEngines, openOn } from '../setup/database'
import { serveRoutes } from '../setup/routes'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'
import { order, signed, WEBHOOK_SECRET as SECRET } from '../setup/shop-messages'
import { playStorefront, type PlayedStorefront } from '../setup/storefront'

const delivery = (topic: string, body: object | string, overrides: Partial<Delivery> = {}): Delivery => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    topic,
    body: Buffer.from(text),
    signature: signed(text),
    triggeredAt: TEST_NOW.toISOString(),
    deliveryId: undefined,
    ...overrides,
  }
}

describeOnEngines('webhooks on %s', (engine) => {
  let shop: TestShop
  let storefront: PlayedStorefront
  beforeAll(async () => {
    storefront = await playStorefront({ products: [{ title: 'One' }] })
    const db = await openOn(engine)
    const platform = platformShop({
      prisma: db.prisma,
      log: createLogger('silent'),
      now: () => TEST_NOW,
      address: storefront.address,
      token: 'token',
      shopUrl: 'https://shop.example',
    })
    shop = await openTestShop({ db, shop: { products: platform.source, platform } })
  })
  afterEach(async () => {
    await shop.db.prisma.order.deleteMany()
    await shop.db.prisma.webhookDelivery.deleteMany()
  })
  afterAll(async () => {
    await shop.services.platform?.refresher.stop()
    await shop.close()
    await storefront.stop()
  })

  const receive = (what: Delivery, secret: string | undefined = SECRET) => receiveDelivery(shop.services, secret, what)
  const orders = () => shop.db.prisma.order.findMany({ orderBy: { orderNumber: 'asc' } })
  const changedLater = (overrides: Record<string, unknown>) => order({ updated_at: '2026-11-19T12:00:00+01:00', ...overrides })

  describe('are refused', () => {
    it.each([
      ['an altered byte', (good: Delivery) => ({ ...good, body: Buffer.from(good.body.toString().replace('90.00', '91.00')) })],
      ['no signature', (good: Delivery) => ({ ...good, signature: undefined })],
      ['an empty signature', (good: Delivery) => ({ ...good, signature: '' })],
      [
        'the signature of an old secret',
        (good: Delivery) => ({ ...good, signature: signed(good.body.toString(), 'another-secret-of-before') }),
      ],
      [
        'a signature in another form',
        (good: Delivery) => ({ ...good, signature: Buffer.from(good.signature ?? '', 'base64').toString('hex') }),
      ],
      ['a message of two days ago', (good: Delivery) => ({ ...good, triggeredAt: '2026-11-18T11:00:00Z' })],
      ['no time', (good: Delivery) => ({ ...good, triggeredAt: undefined })],
      ['a time that is none', (good: Delivery) => ({ ...good, triggeredAt: 'yesterday' })],
    ])('with %s', async (_name, alter) => {
      expect(await receive(alter(delivery('orders/create', order())))).toMatchObject({ status: 401 })
      expect(await orders()).toEqual([])
    })

    it('when they come again under another topic', async () => {
      const first = delivery('orders/create', order(), { deliveryId: 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043' })
      expect(await receive(first)).toEqual({ status: 200, outcome: 'done' })
      const refused = { status: 409, outcome: 'another topic' }
      expect(await receive({ ...first, topic: 'orders/updated' })).toEqual(refused)
      expect(await receive({ ...first, topic: 'orders/updated', deliveryId: undefined })).toEqual(refused)
      expect(await receive({ ...first, topic: 'products/update', deliveryId: 'another-one' })).toEqual(refused)
      expect(await receive({ ...delivery('orders/updated', order({ name: '#1002' })), deliveryId: first.deliveryId })).toEqual(refused)
      expect(await receive(first)).toEqual({ status: 200, outcome: 'repeated' })
      // An order that is created and changed at once: two deliveries of one body.
      expect(await receive({ ...first, topic: 'orders/updated', deliveryId: 'another-one' })).toEqual({ status: 200, outcome: 'repeated' })
      expect(await orders()).toHaveLength(1)
      expect(await receive({ ...first, topic: 'x'.repeat(201) })).toMatchObject({ status: 400 })
    })

    it('without a secret of the shop', async () => {
      expect(await receiveDelivery(shop.services, undefined, delivery('orders/create', order()))).toEqual({
        status: 503,
        outcome: 'not configured',
      })
    })

    it.each([['not JSON'], ['{"id": 1}'], ['null']])('when they are no order: %s', async (text) => {
      expect(await receive(delivery('orders/create', text))).toEqual({ status: 400, outcome: 'unreadable' })
      expect(await orders()).toEqual([])
    })
  })

  it('of other topics are taken and left alone', async () => {
    expect(await receive(delivery('carts/update', { id: 1 }))).toEqual({ status: 200, outcome: 'ignored' })
  })

  it.each(['products/update', 'products/delete', 'collections/create'])('%s refreshes the list at once', async (topic) => {
    storefront.shop.products = [{ title: `After ${topic}` }]
    expect(await receive(delivery(topic, { id: topic }))).toEqual({ status: 200, outcome: 'done' })
    await shop.services.platform?.refresher.look()
    expect(await shop.services.platform?.source.read()).toMatchObject({ products: [{ name: `After ${topic}` }] })
  })

  it('bring an order with number, total in EUR, time and customer', async () => {
    const { userId } = await shop.signIn('customer')
    const { email } = await shop.db.prisma.user.findUniqueOrThrow({ where: { id: userId } })
    expect(await receive(delivery('orders/create', order({ email: email.toUpperCase() })))).toEqual({ status: 200, outcome: 'done' })
    const { caller } = await shop.signIn('admin')
    const { rows } = await caller.orders.list({})
    expect(rows).toMatchObject([
      { orderNumber: '#1001', status: 'pending', totalAmount: 104.5, createdAt: new Date('2026-11-19T09:00:00Z'), customer: { email } },
    ])
    expect(await caller.audit.history({ subjectType: 'order', subjectId: rows[0]?.id ?? '' })).toMatchObject({
      rows: [{ action: 'order.received', actor: null }],
    })
  })

  it('of an unknown address belong to nobody', async () => {
    await receive(delivery('orders/create', order({ email: null, customer: { email: 'stranger@example.com' } })))
    expect(await orders()).toMatchObject([{ userId: null }])
  })

  it.each([
    ['pending', { financial_status: 'pending' }],
    ['pending', { financial_status: null }],
    ['processing', { financial_status: 'paid' }],
    ['processing', { financial_status: 'pending', fulfillment_status: 'partial' }],
    ['completed', { financial_status: 'paid', fulfillment_status: 'fulfilled' }],
    ['cancelled', { financial_status: 'refunded', fulfillment_status: 'fulfilled' }],
    ['cancelled', { financial_status: 'voided' }],
    ['cancelled', { financial_status: 'paid', cancelled_at: '2026-11-19T11:00:00Z' }],
  ])('make it %s for %j', async (status, state) => {
    await receive(delivery('orders/create', order(state)))
    expect(await orders()).toMatchObject([{ status }])
  })

  it('that come again change nothing', async () => {
    const first = delivery('orders/create', order())
    await receive(first)
    const [before] = await orders()
    expect(await receive(first)).toEqual({ status: 200, outcome: 'repeated' })
    // The same news in other bytes, and under the other topic.
    expect(await receive(delivery('orders/updated', order({ note: 'sent again' })))).toEqual({ status: 200, outcome: 'repeated' })
    expect(await orders()).toEqual([before])
  })

  it('that come at the same time make one order', async () => {
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) => receive(delivery('orders/create', order({ note: `copy ${index}` })))),
    )
    expect(all.every(({ status }) => status === 200)).toBe(true)
    expect(await orders()).toHaveLength(1)
  })

  it('that come out of order leave the newest state', async () => {
    await receive(delivery('orders/updated', changedLater({ financial_status: 'paid', total_price_set: null, total_price: '95.00' })))
    expect(await receive(delivery('orders/create', order()))).toEqual({ status: 200, outcome: 'repeated' })
    expect(await orders()).toMatchObject([{ status: 'processing' }])
    expect((await orders())[0]?.totalAmount.toNumber()).toBe(95)
  })

  it('leave an administrator’s choice of status until the platform’s changes', async () => {
    await receive(delivery('orders/create', order({ financial_status: 'paid' })))
    const [row] = await orders()
    const { caller } = await shop.signIn('admin')
    await caller.orders.updateStatus({ id: row?.id ?? '', status: 'completed' })
    await receive(delivery('orders/updated', changedLater({ financial_status: 'paid', note: 'a note' })))
    expect(await orders()).toMatchObject([{ status: 'completed' }])
    await receive(delivery('orders/updated', changedLater({ financial_status: 'refunded', updated_at: '2026-11-19T13:00:00+01:00' })))
    expect(await orders()).toMatchObject([{ status: 'cancelled' }])
  })

  it('keep apart an order made here that has the same number', async () => {
    await shop.db.prisma.order.create({ data: { orderNumber: '#1001' } })
    await receive(delivery('orders/create', order()))
    expect((await orders()).map(({ orderNumber }) => orderNumber)).toEqual(['#1001', '#1001 (5432109876543)'])
  })

  it('are forgotten once they can no longer come again', async () => {
    await receive(delivery('orders/create', order()))
    await removeExpired({ ...shop.services, now: () => new Date('2026-11-21T12:00:00Z') })
    expect(await shop.db.prisma.webhookDelivery.count()).toBe(1)
    await removeExpired({ ...shop.services, now: () => new Date('2026-11-24T12:00:00Z') })
    expect(await shop.db.prisma.webhookDelivery.count()).toBe(0)
  })
})

describe('the address of webhooks', () => {
  let shop: TestShop
  let routes: Awaited<ReturnType<typeof serveRoutes>>
  const captured = openCapturedLog()
  beforeAll(async () => {
    shop = await openTestShop({ log: captured.log })
    const answer: NextApiHandler = (req, res) => receiveWebhook(shop.services, SECRET, req, res)
    routes = await serveRoutes(shop, [{ path: /webhook/, module: { default: answer, config: { api: { bodyParser: false } } } }])
  })
  afterAll(async () => {
    await routes.close()
    await shop.close()
  })

  const post = async (body: string, headers: Record<string, string>) => {
    const response = await fetch(`${routes.url}/webhook`, { method: 'POST', headers, body })
    await response.text()
    return { status: response.status, retryAfter: response.headers.get('retry-after') }
  }
  const forged = { 'x-shopify-topic': 'a strangers words', 'x-shopify-hmac-sha256': signed('{}', 'another secret') }
  const genuine = (text: string) => ({
    'x-shopify-topic': 'inventory/update',
    'x-shopify-hmac-sha256': signed(text),
    'x-shopify-triggered-at': TEST_NOW.toISOString(),
  })

  it('writes down nothing that a stranger has chosen, refuses them after a while, and takes what is signed all the same', async () => {
    const most = shop.services.limits.most('webhooksUnsigned')
    for (let tries = 0; tries < most; tries += 1) {
      const headers = tries % 2 === 0 ? forged : { 'x-shopify-topic': forged['x-shopify-topic'] }
      expect((await post('{}', headers)).status).toBe(401)
    }
    const entries = captured.lines.length
    for (const headers of [forged, { 'x-shopify-hmac-sha256': 'none' }]) {
      const { status, retryAfter } = await post('x'.repeat(100_000), headers)
      expect(status).toBe(429)
      expect(Number(retryAfter)).toBeGreaterThan(3_000)
    }
    expect(captured.lines).toHaveLength(entries)
    expect(captured.text()).not.toContain('a strangers words')
    expect((await post('{"id": 1}', genuine('{"id": 1}'))).status).toBe(200)
    expect(captured.text()).toContain('inventory/update')
  })
})
