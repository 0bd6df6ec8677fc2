import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { settleTransfers } from '~/server/credit/transfers/use-in-shop'
import { createLogger } from '~/server/platform/log'
import { createAdminApi } from '~/server/catalogue/shop/shopify/admin/admin-api'
import { createShopCredit } from '~/server/catalogue/shop/shopify/admin/shop-credit'
import { findMissedOrders } from '~/server/stock/sale/shopify/find-missed-orders'
import { DEFAULT_RETRIES } from '~/server/catalogue/shop/shopify/retry-policy'
import { platformShop } from '~/server/catalogue/shop/shopify/shop'
import { receiveDelivery } from '~/server/stock/sale/shopify/receive-webhook'
import { playAdminPlatform, type PlayedAdmin, type PlayedOrder } from '../setup/admin-platform'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'
import { playStorefront, type PlayedStorefront } from '../setup/storefront'

/** The shop platform's answers to valid requests (tests/cases/shopify), and variants of those cases. */

const readCase = <Value>(name: string, schema: z.ZodType<Value>): Value =>
  schema.parse(JSON.parse(readFileSync(`tests/cases/shopify/${name}.json`, 'utf8')))
const message = z.record(z.string(), z.unknown())
const delivery = z.object({
  topic: z.string(),
  triggeredAt: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.union([z.string(), message]),
})
type CaseDelivery = z.output<typeof delivery>
const deliveriesOf = (name: string) => readCase(name, z.object({ deliveries: z.tuple([delivery]).rest(delivery) })).deliveries
const productOf = (name: string) => readCase(name, z.object({ product: message })).product
const creditOf = (name: string) =>
  readCase(name, z.looseObject({ credit: z.number(), use: z.number(), shopCurrency: z.string().optional(), answer: message.optional() }))
const ORDER = message.parse(deliveriesOf('03-paid-in-the-second-of-its-creation')[0].body)
const SECRET = 'a-webhook-secret-of-the-test'
/** Random histories of four orders each. */
const RUNS = process.env.TEST_SUITE === 'full' ? 200 : 12
const RETRIES = { ...DEFAULT_RETRIES, retries: 1, firstWaitMs: 5, longestWaitMs: 10, failuresToBreak: 100 }

/** The webhook message about an order of the played platform. */
const messageOf = ({ id, name, createdAt, updatedAt, cancelledAt, financial, fulfilment }: PlayedOrder) => ({
  ...ORDER,
  id,
  admin_graphql_api_id: `gid://shopify/Order/${id}`,
  name,
  created_at: createdAt,
  updated_at: updatedAt,
  cancelled_at: cancelledAt,
  financial_status: financial.toLowerCase(),
  fulfillment_status: { FULFILLED: 'fulfilled', PARTIALLY_FULFILLED: 'partial' }[fulfilment] ?? null,
})

const expectedStatus = ({ cancelledAt, financial, fulfilment }: PlayedOrder): string => {
  if (cancelledAt !== null || financial === 'REFUNDED') return 'cancelled'
  if (fulfilment === 'FULFILLED') return 'completed'
  return financial === 'PAID' || fulfilment === 'PARTIALLY_FULFILLED' ? 'processing' : 'pending'
}

/** Numbers from 0 to 1, reproducible by seed. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describeOnEngines('orders of the platform on %s', (engine) => {
  let shop: TestShop
  let admin: PlayedAdmin
  let at = TEST_NOW
  beforeAll(async () => {
    admin = await playAdminPlatform()
    const adminApi = createAdminApi({ address: admin.address, token: 'a-token-of-tests', retries: RETRIES })
    shop = await openTestShop({ db: await openOn(engine), adminApi, now: () => at })
  })
  afterEach(async () => {
    at = TEST_NOW
    admin.fault = undefined
    admin.orders.length = 0
    await shop.db.prisma.order.deleteMany()
    await shop.db.prisma.webhookDelivery.deleteMany()
    await shop.db.prisma.platformRound.deleteMany()
    await shop.db.prisma.platformNotice.deleteMany()
  })
  afterAll(async () => {
    await shop.close()
    await admin.stop()
  })

  let deliveries = 0
  const receive = ({ topic, triggeredAt, headers, body }: CaseDelivery) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return receiveDelivery(shop.services, SECRET, {
      topic,
      triggeredAt,
      body: Buffer.from(text),
      signature: createHmac('sha256', SECRET).update(text).digest('base64'),
      deliveryId: `delivery-${++deliveries}`,
      isTest: headers?.['x-shopify-test'] === 'true',
    })
  }
  const receiveAll = async (name: string) => {
    const answers = []
    for (const each of deliveriesOf(name)) answers.push(await receive(each))
    return answers
  }
  const orders = () => shop.db.prisma.order.findMany({ include: { lines: true } })
  const order = (values: Record<string, unknown> = {}) => ({
    ...ORDER,
    ...values,
  })
  const news = (values: Record<string, unknown>, triggeredAt = '2026-11-20T11:00:00Z') =>
    receive({ topic: 'orders/updated', triggeredAt, body: order(values) })

  it('the notification for testing is answered and is no order', async () => {
    expect(await receiveAll('01-notification-for-testing')).toEqual([{ status: 200, outcome: 'test' }])
    expect(await orders()).toEqual([])
  })

  it('a test order is kept with its exact ids, marked, and in no figure', async () => {
    const [{ headers: _headers, ...notification }] = deliveriesOf('01-notification-for-testing')
    const body = z
      .string()
      .parse(notification.body)
      .replace('"voided"', '"paid"')
      .replace('"fulfillment_status": null', '"fulfillment_status": "fulfilled"')
    expect(await receive({ ...notification, body })).toEqual({ status: 200, outcome: 'done' })
    expect(await orders()).toMatchObject([
      { externalId: '820982911946154508', isTest: true, status: 'completed', lines: [{ externalId: '866550311766439020' }] },
    ])
    const { caller } = await shop.signIn('admin')
    const { rows, total, totalRevenue } = await caller.orders.list({})
    expect([rows.map(({ isTest }) => isTest), total, totalRevenue]).toEqual([[true], 0, 0])
    expect((await caller.dashboard.overview()).stats).toMatchObject({ totalOrders: 0, monthlyRevenue: 0 })
  })

  it('ids beyond the exact numbers of JSON are read from their text', async () => {
    const text = JSON.stringify(order({ admin_graphql_api_id: undefined })).replace('5432109876543', '9007199254740993')
    await receive({ topic: 'orders/create', triggeredAt: '2026-11-20T11:00:00Z', body: text })
    expect(await orders()).toMatchObject([{ externalId: '9007199254740993' }])
  })

  it('a state that came first under a topic without use is not lost', async () => {
    expect((await receiveAll('02-paid-under-an-unused-topic-first')).map(({ outcome }) => outcome)).toEqual(['done', 'ignored', 'done'])
    expect(await orders()).toMatchObject([{ status: 'processing' }])
  })

  it('within one second of change the later message counts, in either order', async () => {
    await receiveAll('03-paid-in-the-second-of-its-creation')
    expect(await orders()).toMatchObject([{ status: 'processing' }])
    const [first] = deliveriesOf('03-paid-in-the-second-of-its-creation')
    expect(await receive({ ...first, body: { ...ORDER, note: 'late' } })).toMatchObject({ outcome: 'repeated' })
    expect(await orders()).toMatchObject([{ status: 'processing' }])
  })

  it('an order in another currency keeps it, and no sum in euros has it', async () => {
    const pounds = { shop_money: { amount: '90.00', currency_code: 'GBP' }, presentment_money: { amount: '90.00', currency_code: 'GBP' } }
    await news({
      currency: 'GBP',
      total_price: '90.00',
      total_price_set: pounds,
      financial_status: 'paid',
      fulfillment_status: 'fulfilled',
    })
    const { caller } = await shop.signIn('admin')
    const { rows, total, totalRevenue } = await caller.orders.list({})
    expect([rows[0]?.totalAmount, rows[0]?.currency, total, totalRevenue]).toEqual([90, 'GBP', 1, 0])
    expect(await caller.orders.foreignRevenue()).toEqual([{ currency: 'GBP', orders: 1, amount: 90 }])
    const { stats } = await caller.dashboard.overview()
    expect([stats.totalOrders, stats.monthlyRevenue]).toEqual([1, 0])
    const { revenue } = await caller.dashboard.charts()
    expect(revenue?.every(({ amount }) => amount === 0)).toBe(true)
  })

  it('without sets of amounts the order’s own currency counts', async () => {
    await news({ currency: 'GBP', total_price: '90.00', total_price_set: null })
    expect(await orders()).toMatchObject([{ currency: 'GBP' }])
  })

  it('a line that cannot be read is said, and the others are kept', async () => {
    await news({
      line_items: [{ id: 1, title: 'One', quantity: 1, price: '1.00' }, { id: 2, title: 'None of it', quantity: 0 }, 'no line'],
    })
    expect(await orders()).toMatchObject([{ unreadLines: 2, lines: [{ title: 'One' }] }])
  })

  describe('whose messages were lost', () => {
    const round = async () => {
      const { adminApi } = shop.services
      if (!adminApi) throw new Error('There is no Admin API')
      const pauses = []
      for (let page = 0; page < 20; page += 1) {
        const pause = await findMissedOrders({ ...shop.services, adminApi })
        pauses.push(pause)
        if (pause > 1) break
      }
      return pauses
    }

    it('are found by the hourly round, a page at a time, with their lines', async () => {
      for (let number = 1; number <= 120; number += 1) admin.addOrder({ id: number, name: `#${number}` })
      expect(await round()).toEqual([1, 1, 1, 1, 1, 3600])
      const found = await orders()
      expect(found).toHaveLength(120)
      expect(found[0]).toMatchObject({ status: 'processing', currency: 'EUR', lines: [{ title: 'Antminer S21', quantity: 2 }] })
      admin.asked.length = 0
      await round()
      expect(admin.asked.some(({ operation }) => operation === 'OrderWithLines')).toBe(false)
    })

    it('are closed here when they were closed there', async () => {
      const played = admin.addOrder({ id: 7, name: '#7' })
      await round()
      Object.assign(played, { open: false, cancelledAt: '2026-11-20T11:30:00Z', updatedAt: '2026-11-20T11:30:00Z' })
      at = new Date(TEST_NOW.getTime() + 3_600_000)
      await round()
      expect(await orders()).toMatchObject([{ status: 'cancelled' }])
    })

    it('are read once more after the second of their last change, though closed there and here', async () => {
      const played = admin.addOrder({ id: 8, name: '#8', open: false, fulfilment: 'FULFILLED', updatedAt: '2026-11-20T11:00:00Z' })
      await receive({ topic: 'orders/updated', triggeredAt: '2026-11-20T11:00:00.200Z', body: messageOf(played) })
      // The message of this change is lost.
      played.financial = 'REFUNDED'
      await round()
      expect(await orders()).toMatchObject([{ status: 'cancelled' }])
      const [confirmed] = await orders()
      await round()
      expect(await orders()).toEqual([confirmed])
    })

    it('are read again while the second of their last change may not be over', async () => {
      const played = admin.addOrder({ id: 9, name: '#9', financial: 'PENDING', updatedAt: TEST_NOW.toISOString() })
      await round()
      played.financial = 'PAID'
      at = new Date(TEST_NOW.getTime() + 3_600_000)
      await round()
      expect(await orders()).toMatchObject([{ status: 'processing' }])
    })

    it('are read again after a process that died in the middle of a page, and nothing is doubled', async () => {
      for (const id of [11, 12, 13]) admin.addOrder({ id, name: `#${id}` })
      admin.fault = ({ operation, number }) => (operation === 'OrderWithLines' && number > firstAsked + 2 ? 'cut' : undefined)
      const firstAsked = admin.asked.length
      expect(await round()).toEqual([300])
      expect(await orders()).toHaveLength(1)
      admin.fault = undefined
      await round()
      expect((await orders()).map(({ orderNumber }) => orderNumber).toSorted()).toEqual(['#11', '#12', '#13'])
    })

    it('agree in the end, however messages are lost, doubled, late and out of order', { timeout: 600_000 }, async () => {
      const random = makeRandom(20_261_120)
      const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
      for (let run = 0; run < RUNS; run += 1) {
        const played = Array.from({ length: 4 }, (_, index) => admin.addOrder({ id: run * 10 + index + 1, name: `#${run}-${index}` }))
        const sent: (CaseDelivery & { body: ReturnType<typeof messageOf> })[] = []
        for (let step = 0; step < 12; step += 1) {
          const changed = pick(played)
          // Two of three changes happen within the same second as the one before.
          const second = Date.parse('2026-11-20T09:00:00Z') + Math.floor(step / 3) * 1000
          const closed = random() < 0.2
          Object.assign(changed, {
            updatedAt: new Date(second).toISOString().replace('.000', ''),
            financial: pick(['PENDING', 'PAID', 'REFUNDED']),
            fulfilment: pick(['UNFULFILLED', 'PARTIALLY_FULFILLED', 'FULFILLED']),
            cancelledAt: closed ? new Date(second).toISOString() : null,
          })
          sent.push({ topic: 'orders/updated', triggeredAt: new Date(second + step * 50).toISOString(), body: messageOf(changed) })
        }
        // Often the last message of an order is among the lost ones, and the shop has another of the same second.
        const kept = sent.filter(() => random() > 0.4)
        const mixed = [...kept, ...kept.filter(() => random() < 0.3)].map((message) => ({ message, place: random() }))
        for (const { message } of mixed.toSorted((one, other) => one.place - other.place)) await receive(message)
        await round()
        const found = new Map((await orders()).map((each) => [each.externalId, each.status]))
        for (const each of played) expect(found.get(String(each.id)), `run ${run}, order ${each.id}`).toBe(expectedStatus(each))
        admin.orders.length = 0
      }
    })

    it('are not found without the scope, which the administrators are told', async () => {
      admin.fault = () => ({
        status: 200,
        body: {
          data: null,
          errors: [
            {
              message: 'Access denied for orders field. Required access: `read_orders` access scope.',
              path: ['orders'],
              extensions: { code: 'ACCESS_DENIED' },
            },
          ],
        },
      })
      expect(await round()).toEqual([3600])
    })
  })
})

describe('store credit at the platform', () => {
  let shop: TestShop
  let platform: PlayedAdmin
  let admin: Awaited<ReturnType<TestShop['signIn']>>
  let at = TEST_NOW
  beforeAll(async () => {
    platform = await playAdminPlatform()
    const shopCredit = createShopCredit(createAdminApi({ address: platform.address, token: 'a-token-of-tests', retries: RETRIES }))
    shop = await openTestShop({ shopCredit, settleSeconds: 120, now: () => at, creditLimit: 1_000_000 })
    admin = await shop.signIn('admin')
  })
  beforeEach(() => {
    at = TEST_NOW
    platform.fault = undefined
    Object.assign(platform.books, { shopCurrency: 'EUR', storeCredit: true })
  })
  afterAll(async () => {
    await shop.close()
    await platform.stop()
  })
  const customerWith = async (amount: number) => {
    const customer = await shop.signIn('customer')
    await admin.caller.credit.adjust({ userId: customer.userId, amount, reason: 'Goodwill' })
    return customer
  }
  const settle = async (seconds: number) => {
    at = new Date(TEST_NOW.getTime() + seconds * 1000)
    const { shopCredit } = shop.services
    if (shopCredit) await settleTransfers({ ...shop.services, shopCredit })
  }

  it.each([[false], [true]])('is refused before anything is made in a shop of pounds (accounts: %s)', async (storeCredit) => {
    const { credit, use, shopCurrency } = creditOf('08-gift-card-in-a-shop-of-pounds')
    const customer = await customerWith(credit)
    Object.assign(platform.books, { storeCredit, shopCurrency })
    platform.asked.length = 0
    expect(await customer.caller.credit.useInShop({ amount: use })).toMatchObject([{ state: 'refused', failure: 'currency' }])
    expect(platform.asked.map(({ operation }) => operation)).toEqual(['ShopCurrency'])
    expect((await customer.caller.credit.balance()).balance).toBe(credit)
  })

  it.each([[false], [true]])('is not taken back in a shop that has changed to pounds (accounts: %s)', async (storeCredit) => {
    const customer = await customerWith(100)
    Object.assign(platform.books, { storeCredit })
    const [moved] = await customer.caller.credit.useInShop({ amount: 60 })
    Object.assign(platform.books, { shopCurrency: 'GBP' })
    platform.asked.length = 0
    const back = () => customer.caller.credit.takeBack({ transferId: moved?.id ?? '' })
    expect(await back()).toMatchObject([{ state: 'refused', failure: 'currency' }])
    expect(platform.asked.map(({ operation }) => operation)).toEqual(['ShopCurrency'])
    Object.assign(platform.books, { shopCurrency: 'EUR' })
    expect(await back()).toMatchObject([{ state: 'done', amount: 60 }])
  })

  it('an error below the movement does not undo it', async () => {
    const { credit, use, answer } = creditOf('09-denied-below-a-credit-that-was-made')
    const customer = await customerWith(credit)
    platform.fault = ({ operation, phase }) =>
      operation === 'CreditAccount' && phase === 'after' ? { status: 200, ...(answer && { body: answer }) } : undefined
    await customer.caller.credit.useInShop({ amount: use })
    platform.fault = undefined
    await settle(130)
    expect((await customer.caller.credit.balance()).balance).toBe(credit - use)
    expect(platform.balanceOf(customer.email)).toBe(use)
    expect(await customer.caller.credit.transfers()).toMatchObject({ rows: [{ state: 'done' }] })
  })

  it('a movement without an id stops no transfer', async () => {
    const customer = await customerWith(30)
    await customer.caller.credit.useInShop({ amount: 10 })
    const account = platform.accountOf(customer.email)
    account?.movements.push({
      __typename: 'StoreCreditAccountExpirationTransaction',
      id: 'gid://none/1',
      event: 'ADJUSTMENT',
      cents: 0,
      remaining: 0,
      expiresAt: null,
      isListed: true,
    })
    expect(await customer.caller.credit.useInShop({ amount: 20 })).toMatchObject([{ state: 'done' }])
  })

  it('a long pause leaves the transfer waiting, sends nothing meanwhile and holds nobody', async () => {
    const customer = await customerWith(50)
    let asked = 0
    platform.fault = ({ phase }) => (phase === 'before' && asked++ === 0 ? { status: 429, headers: { 'Retry-After': '90' } } : undefined)
    const began = performance.now()
    expect(await customer.caller.credit.useInShop({ amount: 50 })).toMatchObject([{ state: 'waiting' }])
    await settle(10)
    expect(asked).toBe(1)
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(await customer.caller.credit.transfers()).toMatchObject({ rows: [{ state: 'waiting' }] })
  })
})

describe('products of the platform', () => {
  let shop: TestShop
  let storefront: PlayedStorefront
  let read: () => Promise<unknown>
  const lines: string[] = []
  beforeAll(async () => {
    storefront = await playStorefront()
    shop = await openTestShop()
    const platform = platformShop({
      prisma: shop.db.prisma,
      log: createLogger('warn', { write: (line: string) => lines.push(line) }),
      now: () => TEST_NOW,
      address: storefront.address,
      token: 'token',
      shopUrl: 'https://shop.example',
      random: () => 0.5,
      retries: RETRIES,
    })
    notices = platform.notices
    read = async () => {
      await platform.refresher.refresh()
      const { products } = await platform.source.read()
      return products
    }
  })
  let notices: () => Promise<unknown>
  beforeEach(async () => {
    storefront.fault = undefined
    storefront.shop.broken = []
    storefront.asked.length = 0
    await shop.db.prisma.shopList.deleteMany()
    await shop.db.prisma.platformNotice.deleteMany()
  })
  afterAll(async () => {
    await shop.close()
    await storefront.stop()
  })
  /** Answers the list of products with this node, unchanged. */
  const answerWith = (product: unknown) => {
    storefront.fault = (_req, res) => {
      if (!storefront.asked.at(-1)?.query.includes('query ShopProducts')) return false
      res.setHeader('Content-Type', 'application/json')
      res.end(JSON.stringify({ data: { products: { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [product] } } }))
      return true
    }
  }

  it.each([
    ['04-product-in-pounds', { price: 0 }],
    ['05-stock-is-not-counted', { availability: 'In Stock', price: 100 }],
    ['06-cheapest-variant-is-sold-out', { price: 200, variantId: 'gid://shopify/ProductVariant/2' }],
  ])('%s', async (name, expected) => {
    answerWith(productOf(name))
    expect(await read()).toMatchObject([expected])
    if (name === '04-product-in-pounds') {
      expect(await read()).not.toMatchObject([{ variantId: expect.anything() }])
      expect(await notices()).toEqual([{ kind: 'currency', subject: 'GBP', detail: '1' }])
      storefront.fault = undefined
      storefront.shop.products = [{ title: 'In euros' }]
      await read()
      expect(await notices()).toEqual([])
    }
  })

  it('the card of a product that cannot be bought says from which price', async () => {
    storefront.shop.products = [{ title: 'Gone', availableForSale: false, price: '100.0', highestPrice: '200.0' }]
    expect(await read()).toMatchObject([{ price: 100, isFrom: true }])
  })

  it('are listed without tags where the token may not read them, and administrators read which scope it needs', async () => {
    const { whenQueryAsksFor, answer } = readCase('07-token-may-not-read-tags', z.object({ whenQueryAsksFor: z.string(), answer: message }))
    storefront.shop.products = [{ title: 'One', tags: ['pre-order'] }]
    storefront.fault = (_req, res) => {
      if (!storefront.asked.at(-1)?.query.includes(whenQueryAsksFor)) return false
      res.setHeader('Content-Type', 'application/json')
      res.end(JSON.stringify(answer))
      return true
    }
    expect(await read()).toMatchObject([{ name: 'One', availability: 'In Stock' }])
    expect(await notices()).toMatchObject([{ kind: 'scope', subject: 'unauthenticated_read_product_tags' }])
  })

  it('one that the platform fails to read leaves the others, and is said', async () => {
    storefront.shop.products = [{ title: 'One' }, { title: 'Broken' }, { title: 'Two' }]
    storefront.shop.broken = ['Broken']
    storefront.fault = (_req, res) => {
      if (!storefront.asked.at(-1)?.query.includes('query ShopProducts(')) return false
      res.setHeader('Content-Type', 'application/json')
      const path = ['products', 'nodes', 1, 'metafields']
      res.end(JSON.stringify({ data: null, errors: [{ message: 'Internal error', path, extensions: { code: 'INTERNAL_SERVER_ERROR' } }] }))
      return true
    }
    expect(await read()).toMatchObject([{ name: 'One' }, { name: 'Two' }])
    expect(await notices()).toEqual([{ kind: 'left_out', subject: '1', detail: '' }])
  })

  it('one with texts that no column takes leaves the others', async () => {
    const odd = 'A\u0000B \ud800'
    storefront.shop.products = [
      { title: 'One' },
      { title: odd, description: odd, vendor: odd, productType: odd, collections: [odd], metafields: { 'mining.power': odd } },
    ]
    storefront.shop.collections = [{ handle: odd, title: odd }]
    expect(await read()).toMatchObject([{ name: 'One' }, { name: 'AB ', power: 'AB' }])
    storefront.shop.collections = []
  })

  it('are shown with a field that failed left empty', async () => {
    answerWith({ ...productOf('05-stock-is-not-counted'), totalInventory: null, tags: null, collections: null, metafields: null })
    expect(await read()).toMatchObject([{ name: 'A', collections: [] }])
  })

  it.each([
    [{ type: 'number_decimal', value: '3510' }, '3510'],
    [{ type: 'weight', value: '{"value": 14.2, "unit": "KILOGRAMS"}' }, '14.2 kg'],
    [{ type: 'power', value: '{"value": "3510.0", "unit": "watts"}' }, '3510 W'],
    [{ type: 'list.single_line_text_field', value: '["3510 W", "3600 W"]' }, '3510 W, 3600 W'],
    [
      { type: 'rich_text_field', value: '{"type":"root","children":[{"type":"paragraph","children":[{"type":"text","value":"3510 W"}]}]}' },
      '3510 W',
    ],
    [{ type: 'money', value: '{"amount": "12.50", "currency_code": "EUR"}' }, '€12.50'],
    [{ type: 'json', value: '{"a": 1}' }, ''],
    [{ type: 'product_reference', value: 'gid://shopify/Product/1' }, ''],
    [{ type: 'file_reference', value: 'gid://shopify/MediaImage/1' }, ''],
    [{ type: 'list.weight', value: 'not JSON' }, ''],
    [{ type: 'something_new', value: '{"secret": true}' }, ''],
  ])('show a metafield %j as %s', async (field, power) => {
    storefront.shop.products = [{ title: 'One', metafields: { 'mining.power': field } }]
    expect(await read()).toMatchObject([{ power }])
  })

  it('a version that the platform no longer serves is said once a day', async () => {
    storefront.shop.products = [{ title: 'One' }]
    storefront.fault = (_req, res) => {
      res.setHeader('X-Shopify-API-Version', '2027-01')
      return false
    }
    lines.length = 0
    await read()
    await read()
    await expect.poll(notices).toMatchObject([{ kind: 'version', subject: 'SHOPIFY_API_URL' }])
    expect(lines.filter((line) => line.includes('no longer serves'))).toHaveLength(1)
  })
})
