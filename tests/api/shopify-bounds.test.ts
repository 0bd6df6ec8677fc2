import { request } from 'node:http'
import type { NextApiHandler } from 'next'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { receiveWebhook } from '~/server/http/routes/shopify-webhook'
import { readNotices } from '~/server/catalogue/shop/shopify/platform-notices'
import { describeOnEngines, openOn } from '../setup/database'
import { serveRoutes } from '../setup/routes'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'
import { order, signed, WEBHOOK_SECRET } from '../setup/shop-messages'

/** Limits on messages to the address of webhooks, from the shop platform or from somebody who intercepts them. */

const ORDER = 'orders/updated'
const genuine = (body: string | Buffer) => ({
  'x-shopify-topic': ORDER,
  'x-shopify-hmac-sha256': signed(body),
  'x-shopify-triggered-at': TEST_NOW.toISOString(),
})

describeOnEngines('the address of webhooks, on %s,', (engine) => {
  let shop: TestShop
  let routes: Awaited<ReturnType<typeof serveRoutes>>
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine) })
    const answer: NextApiHandler = (req, res) => receiveWebhook(shop.services, WEBHOOK_SECRET, req, res)
    routes = await serveRoutes(shop, [{ path: /webhook/, module: { default: answer, config: { api: { bodyParser: false } } } }])
  })
  beforeEach(async () => {
    await shop.db.prisma.order.deleteMany()
    await shop.db.prisma.webhookDelivery.deleteMany()
  })
  afterAll(async () => {
    await routes.close()
    await shop.close()
  })

  const signedOrder = (values: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
    const text = JSON.stringify(order(values))
    return { text, headers: { ...genuine(text), ...headers } }
  }
  const orders = () => shop.db.prisma.order.findMany({ include: { lines: true }, orderBy: { orderNumber: 'asc' } })
  /** Sends headers that may come twice, and bytes as they are. @returns the status */
  const send = (body: Buffer | string, headers: Record<string, string | string[]>) =>
    new Promise<number>((resolve, reject) => {
      request(`${routes.url}/webhook`, { method: 'POST', headers, agent: false }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      })
        .on('error', reject)
        .end(body)
    })

  it('reads at most 2 MB of a body', async () => {
    const text = JSON.stringify(order({ note: 'x'.repeat(2 * 1024 * 1024) }))
    expect(await send(text, genuine(text))).toBe(413)
    expect(await orders()).toEqual([])
  })

  it('checks the signature over the bytes as they came', async () => {
    const spaced = `  ${JSON.stringify(order({ name: '#Größe' }), null, 2)}\r\n`
    expect(await send(spaced, genuine(spaced))).toBe(200)
    // The same text in other bytes, as a server has it that has decoded the body.
    const decoded = Buffer.from(spaced, 'latin1')
    expect(await send(decoded, genuine(spaced))).toBe(401)
    expect(await orders()).toMatchObject([{ orderNumber: '#Größe' }])
  })

  it.each(['x-shopify-hmac-sha256', 'x-shopify-triggered-at'])('refuses two headers %s', async (name) => {
    const { text, headers } = signedOrder()
    expect(await send(text, { ...headers, [name]: [headers['x-shopify-hmac-sha256'], new Date(0).toISOString()] })).toBe(401)
    expect(await orders()).toEqual([])
  })

  it('refuses two topics, and takes the same message under its own', async () => {
    const { text, headers } = signedOrder()
    expect(await send(text, { ...headers, 'x-shopify-topic': ['products/update', ORDER] })).toBe(400)
    expect(await orders()).toEqual([])
    expect(await send(text, headers)).toBe(200)
    expect(await orders()).toHaveLength(1)
  })

  it.each(['2099-01-01T00:00:00Z', '2026-11-20T12:11:00Z', 'yesterday', '', '0'])(
    'a time of sending %s keeps no later state out',
    async (triggeredAt) => {
      const early = signedOrder({}, { 'x-shopify-triggered-at': triggeredAt })
      expect(await send(early.text, early.headers)).toBe(401)
      const paid = signedOrder({ financial_status: 'paid' })
      expect(await send(paid.text, paid.headers)).toBe(200)
      expect(await orders()).toMatchObject([{ status: 'processing' }])
    },
  )

  it('a time of change far ahead keeps no later state out', async () => {
    const ahead = signedOrder({ updated_at: '2099-01-01T00:00:00Z' })
    expect(await send(ahead.text, ahead.headers)).toBe(200)
    const paid = signedOrder({ financial_status: 'paid', updated_at: new Date(TEST_NOW.getTime() + 1000).toISOString() })
    expect(await send(paid.text, paid.headers)).toBe(200)
    expect(await orders()).toMatchObject([{ status: 'processing' }])
  })

  it.each([
    ['no JSON', '{"id": 1,'],
    ['other bytes than text', Buffer.from([0xff, 0xfe, 0x7b, 0x00])],
    ['100,000 lists within each other', '['.repeat(100_000)],
    ['an order of the year 0', JSON.stringify(order({ created_at: '0000-01-01T00:00:00Z' }))],
    ['an order without an end of its name', JSON.stringify(order({ name: '#'.repeat(100_000) }))],
    ['an amount that no column has', JSON.stringify(order({ total_price: '1e300', total_price_set: null }))],
  ])('answers %s in its own words', async (_name, body) => {
    expect(await send(body, genuine(body))).toBe(400)
    expect(await orders()).toEqual([])
  })

  it('keeps an order with ids beyond exact numbers, with thousands of lines, and says how many it has not kept', async () => {
    const items = Array.from({ length: 5_000 }, (_, index) => `{"id": 9007199254740993${index}, "title": "Part ${index}", "quantity": 1}`)
    const whole = order({ id: 0, admin_graphql_api_id: undefined, line_items: [] })
    const text = JSON.stringify(whole)
      .replace('"id":0', '"id":9007199254740993')
      .replace('[]', `[${items.join(',')}]`)
    expect(await send(text, genuine(text))).toBe(200)
    const [kept] = await orders()
    expect(kept).toMatchObject({ externalId: '9007199254740993', unreadLines: 4_500 })
    expect(kept?.lines).toHaveLength(500)
    expect(kept?.lines.some(({ externalId }) => externalId === '9007199254740993499')).toBe(true)
    const notices = await readNotices({ prisma: shop.db.prisma, now: () => TEST_NOW })
    expect(notices).toMatchObject([{ kind: 'unread_lines', subject: '#1001', detail: '4500' }])
  })

  it.each([
    ['an address that is none', { email: 'x'.repeat(10_000), contact_email: null, customer: null }],
    ['a customer of another shape', { customer: 'nobody' }],
    ['lines of another shape', { line_items: [null, 7, [], { id: 1.5, title: 'x', quantity: 1 }] }],
    ['texts that no column takes', { line_items: [{ id: 1, title: 'A\u0000B\ud800', sku: '\u0000', quantity: 1 }] }],
  ])('keeps an order with %s', async (_name, values) => {
    const { text, headers } = signedOrder(values)
    expect(await send(text, headers)).toBe(200)
    expect(await orders()).toMatchObject([{ orderNumber: '#1001' }])
  })

  it('a message that was handled by a process that died before it said so is handled again, and nothing is doubled', async () => {
    const { text, headers } = signedOrder({ financial_status: 'paid' })
    expect(await send(text, headers)).toBe(200)
    const before = await orders()
    await shop.db.prisma.webhookDelivery.deleteMany()
    expect(await send(text, headers)).toBe(200)
    expect(await orders()).toEqual(before)
    expect(await shop.db.prisma.webhookDelivery.count()).toBe(1)
  })
})
