import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { environmentNames, parseEnv } from '~/env'
import { platformNoticeText } from '~/contracts/catalogue/platform-notices'
import { SCOPES } from '~/server/catalogue/shop/shopify/admin/access-token'
import { findMissedOrders } from '~/server/stock/sale/shopify/find-missed-orders'
import { receiveDelivery } from '~/server/stock/sale/shopify/receive-webhook'
import { adminApiOfEnvironment, shopOfEnvironment } from '~/server/catalogue/shop/shop-source'
import { createLogger } from '~/server/platform/log'
import { CURRENT_VERSION } from '../../scripts/tools/shop-types'
import { playAdminPlatform, scopesOf, type PlayedAdmin } from '../setup/admin-platform'
import { openTestDatabase } from '../setup/database'
import { openTestShop, TEST_NOW, TEST_SECRET, type TestShop } from '../setup/shop'
import { order, signed } from '../setup/shop-messages'
import { fieldScopes, playStorefront, type PlayedStorefront } from '../setup/storefront'

/** docs/shopify.md, followed step by step and with nothing else, against a played platform. */

const text = readFileSync('docs/shopify.md', 'utf8')
/** The variables of its blocks of shell. */
const variables = Object.fromEntries(
  [...text.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = '']) =>
    [...block.matchAll(/^\s*([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']): [string, string] => [name, value]),
  ),
)
/** The rows of a table by its first heading, as cells without marks. */
function rowsOf(heading: string): string[][] {
  const lines = text.split('\n').map((line) => line.trim())
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} `))
  const rows = lines.slice(
    start + 2,
    lines.findIndex((line, index) => index > start && !line.startsWith('|')),
  )
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  )
}
const storefrontRows = rowsOf('scope').filter(([scope]) => scope?.startsWith('unauthenticated_'))
const adminRows = rowsOf('scopes').map(([scopes = '', purpose = '']) => ({ scopes: scopes.split(/, /), purpose }))
const adminScopes = adminRows.flatMap(({ scopes }) => scopes)
const topics = [...text.matchAll(/`((?:products|collections|orders)\/\w+)`/g)].flatMap(([, topic]) => topic ?? [])

/** In place of the document's dots. */
const SECRETS = {
  SHOPIFY_STOREFRONT_TOKEN: 'shpat_a-token-of-tests',
  SHOPIFY_CLIENT_ID: 'a-client-of-tests',
  SHOPIFY_CLIENT_SECRET: 'shpss_a-secret-of-tests',
}
const log = createLogger('silent')

describe('what docs/shopify.md names', () => {
  it('are variables that there are, all of them, and the version that the operations are of', () => {
    const named = [...new Set([...text.matchAll(/\bSHOPIFY_[A-Z_]+/g)].map(([name]) => name))]
    expect(named.toSorted()).toEqual(environmentNames.filter((name) => name.startsWith('SHOPIFY_')).toSorted())
    for (const name of ['SHOPIFY_API_URL', 'SHOPIFY_ADMIN_URL']) expect(variables[name]).toContain(`/api/${CURRENT_VERSION}/graphql.json`)
    expect(text.match(/\b20\d\d-(?:01|04|07|10)\b/g)?.every((version) => version === CURRENT_VERSION)).toBe(true)
    expect(() => parseEnv({ ...variables, ...SECRETS })).not.toThrow()
  })

  it('are the scopes that the operations need, each with its purpose', () => {
    expect(storefrontRows.map(([scope]) => scope).toSorted()).toEqual(fieldScopes.map(({ scope }) => scope).toSorted())
    const needed = new Set(Object.values(scopesOf).flat())
    const includes = (name: string) => adminScopes.includes(name) || adminScopes.includes(name.replace(/^read_/, 'write_'))
    for (const scope of [...needed, ...SCOPES]) expect(includes(scope), scope).toBe(true)
    for (const scope of adminScopes)
      expect(
        [...needed, ...SCOPES].some((name) => name === scope),
        scope,
      ).toBe(true)
    for (const subject of [...storefrontRows.flatMap(([scope]) => scope ?? []), ...adminScopes])
      expect(platformNoticeText({ kind: 'scope', subject, detail: '' }), subject).toContain('which is for')
  })
})

describe('following docs/shopify.md', () => {
  let storefront: PlayedStorefront
  let admin: PlayedAdmin
  let shop: TestShop
  // Each test has a day of its own: a notice of the day before is written again.
  let at = TEST_NOW
  const now = () => at
  beforeAll(async () => {
    storefront = await playStorefront()
    admin = await playAdminPlatform()
    const settings = parseEnv({ ...variables, ...SECRETS, SHOPIFY_API_URL: storefront.address, SHOPIFY_ADMIN_URL: admin.address })
    const db = await openTestDatabase()
    const adminApi = adminApiOfEnvironment(db, log, now, TEST_SECRET, settings)
    shop = await openTestShop({ db, shop: shopOfEnvironment(db, log, now, settings), adminApi, secret: TEST_SECRET, now })
  })
  beforeEach(async () => {
    at = new Date(at.getTime() + 25 * 60 * 60 * 1000)
    const { prisma } = shop.db
    await prisma.shopList.deleteMany()
    await prisma.platformNotice.deleteMany()
    await prisma.platformToken.deleteMany()
    await prisma.platformRound.deleteMany()
    await prisma.order.deleteMany()
    await prisma.webhookDelivery.deleteMany()
    storefront.shop.products = [
      { title: 'Antminer S21', price: '3890.50', totalInventory: 3, tags: ['pre-order'] },
      { title: 'S19', totalInventory: 3 },
    ]
    delete storefront.shop.scopes
    Object.assign(admin.books, { storeCredit: true, shopCurrency: 'EUR' })
    admin.app.scope = adminScopes.join(',')
    admin.orders.length = 0
  })
  afterAll(async () => {
    await shop.services.platform?.refresher.stop()
    await shop.close()
    await storefront.stop()
    await admin.stop()
  })

  const notices = async () => (await (await shop.signIn('admin')).caller.dashboard.shopList())?.notices ?? []
  const shown = async () => {
    await shop.services.platform?.refresher.refresh()
    return shop.services.platform?.source.read().then(({ products }) => products)
  }
  const checkout = async () => {
    const [product] = (await shown()) ?? []
    return shop.visitor.cart.checkout({ lines: [{ variantId: product?.variantId ?? '', quantity: 1 }] })
  }

  it('shows what is for sale, with a checkout, and nothing to set up', async () => {
    expect(await shown()).toMatchObject([
      { name: 'Antminer S21', price: 3890.5, availability: 'Pre-Order' },
      { name: 'S19', availability: 'Limited Stock' },
    ])
    expect(await checkout()).toEqual({ checkoutUrl: 'https://checkout.example/cart/1' })
    expect(await notices()).toEqual([])
  })

  const withoutIt: Record<string, () => Promise<unknown>> = {
    'no products': () => expect(shown()).rejects.toThrow('no list'),
    'the checkout does not open': async () => {
      expect(await shown()).toHaveLength(2)
      await expect(checkout()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    },
    'what is for sale is In Stock': async () =>
      expect(await shown()).toMatchObject([{ availability: 'Pre-Order' }, { availability: 'In Stock' }]),
    'pre-orders by mining.pre_order only': async () =>
      expect(await shown()).toMatchObject([{ availability: 'Limited Stock' }, { availability: 'Limited Stock' }]),
  }
  it.each(storefrontRows)('without %s, for %s: %s', async (scope = '', _purpose, effect = '') => {
    storefront.shop.scopes = fieldScopes.map((each) => each.scope).filter((each) => each !== scope)
    await (withoutIt[effect] ?? expect.fail(`No such effect: ${effect}`))()
    expect(await notices()).toMatchObject([{ kind: 'scope', subject: scope }])
  })

  it.each(topics)('takes messages of the topic %s', async (topic) => {
    const body = Buffer.from(JSON.stringify(order()))
    const delivery = { body, topic, signature: signed(body), triggeredAt: at.toISOString(), deliveryId: topic }
    expect(await receiveDelivery(shop.services, 'a-webhook-secret-of-the-test', { ...delivery, isTest: true })).toEqual({
      status: 200,
      outcome: 'test',
    })
    expect(await shop.db.prisma.order.count()).toBe(0)
    expect(await receiveDelivery(shop.services, 'a-webhook-secret-of-the-test', delivery)).toEqual({ status: 200, outcome: 'done' })
    expect(await shop.db.prisma.order.count()).toBe(topic.startsWith('orders/') ? 1 : 0)
  })

  const customerWith = async (amount: number) => {
    const [boss, customer] = [await shop.signIn('admin'), await shop.signIn('customer')]
    await boss.caller.credit.adjust({ userId: customer.userId, amount, reason: 'Goodwill' })
    return customer
  }

  it.each([[true, 'account'] as const, [false, 'gift_card'] as const])(
    'moves store credit to the checkout and back (switched on: %s), by a token of 24 hours, with every scope that it names',
    async (storeCredit, carrier) => {
      admin.books.storeCredit = storeCredit
      const customer = await customerWith(50)
      const [moved] = await customer.caller.credit.useInShop({ amount: 30 })
      expect(moved).toMatchObject({ state: 'done', carrier })
      expect(await customer.caller.credit.takeBack({ transferId: moved?.id ?? '' })).toMatchObject([{ state: 'done', amount: 30 }])
      expect((await customer.caller.credit.balance()).balance).toBe(50)
      expect(await notices()).toEqual([])
    },
  )

  const round = () => {
    const { adminApi } = shop.services
    return adminApi ? findMissedOrders({ ...shop.services, adminApi }) : expect.fail('There is no Admin API')
  }

  it.each(adminRows.flatMap(({ scopes, purpose }) => scopes.map((scope) => ({ scope, purpose }))))(
    'without $scope, for $purpose, only that does not work, and the dashboard says so',
    async ({ scope, purpose }) => {
      admin.app.scope = adminScopes.filter((each) => each !== scope).join(',')
      admin.addOrder({ id: 1, name: '#1' })
      admin.books.storeCredit = !purpose.startsWith('gift cards')
      // A scope to write includes the one to read.
      const isLost = scope.startsWith('write_') || !adminScopes.includes(scope.replace(/^read_/, 'write_'))
      const isOfOrders = scope === 'read_orders'
      const customer = await customerWith(50)
      const [moved] = await customer.caller.credit.useInShop({ amount: 30 })
      const back = moved?.state === 'done' ? await customer.caller.credit.takeBack({ transferId: moved.id }) : []
      const isMoved = moved?.state === 'done' && back[0]?.state === 'done'
      expect(isMoved).toBe(!isLost || isOfOrders)
      await round()
      expect(await shop.db.prisma.order.count()).toBe(isOfOrders ? 0 : 1)
      expect((await notices()).map(({ subject }) => subject)).toEqual(isLost ? expect.arrayContaining([scope]) : [])
      const { balance } = await customer.caller.credit.balance()
      expect(balance + admin.balanceOf(customer.email)).toBe(50)
    },
  )

  it('moves nothing where the shop’s own currency is not EUR', async () => {
    admin.books.shopCurrency = 'GBP'
    const customer = await customerWith(50)
    expect(await customer.caller.credit.useInShop({ amount: 30 })).toMatchObject([{ state: 'refused', failure: 'currency' }])
    expect((await customer.caller.credit.balance()).balance).toBe(50)
  })
})
