import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLogger } from '~/server/platform/log'
import { platformShop } from '~/server/catalogue/shop/shopify/shop'
import { openTestDatabase } from '../setup/database'
import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'
import { playStorefront, type PlayedStorefront } from '../setup/storefront'

let shop: TestShop
let ownShop: TestShop
let storefront: PlayedStorefront
beforeAll(async () => {
  storefront = await playStorefront()
  const db = await openTestDatabase()
  const { prisma } = db
  const address = storefront.address
  const platform = platformShop({
    prisma,
    log: createLogger('silent'),
    now: () => TEST_NOW,
    address,
    token: 'token',
    shopUrl: 'https://shop.example',
  })
  shop = await openTestShop({ db, shop: { products: platform.source, platform } })
  ownShop = await openTestShop()
})
beforeEach(() => {
  storefront.fault = undefined
  delete storefront.shop.cart
})
afterAll(async () => {
  await shop.close()
  await ownShop.close()
  await storefront.stop()
})

const lines = [{ variantId: 'gid://shopify/ProductVariant/1', quantity: 2 }]

it('hands the lines over and answers where they are paid for', async () => {
  expect(await shop.visitor.cart.checkout({ lines })).toEqual({ checkoutUrl: 'https://checkout.example/cart/1' })
  expect(storefront.asked.at(-1)?.variables).toEqual({ lines: [{ merchandiseId: lines[0]?.variantId, quantity: 2 }] })
})

it('says what the checkout has changed, before the customer leaves, in its own words', async () => {
  const warnings = [
    { code: 'MERCHANDISE_NOT_ENOUGH_STOCK', target: 'gid://shopify/CartLine/1' },
    { code: 'DUPLICATE_DELIVERY_ADDRESS', target: 'gid://shopify/Cart/1' },
  ]
  storefront.shop.cart = { checkoutUrl: 'https://checkout.example/cart/1', warnings }
  expect(await shop.visitor.cart.checkout({ lines })).toEqual({
    checkoutUrl: 'https://checkout.example/cart/1',
    warnings: [
      { variantId: 'gid://shopify/ProductVariant/1', text: 'There are fewer left than you want. The checkout has as many as there are.' },
      { variantId: null, text: 'The checkout differs from this cart. Please check it before you pay.' },
    ],
  })
})

it('says so when the platform does not sell a line', async () => {
  storefront.shop.cart = { refused: 'The merchandise with id gid://shopify/ProductVariant/1 does not exist.' }
  await expect(shop.visitor.cart.checkout({ lines })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Something in your cart is no longer for sale. Please look it through and try again.',
  })
})

it('never sends a visitor to an address that is none of the web', async () => {
  storefront.shop.cart = { checkoutUrl: 'javascript:alert(1)' }
  await expect(shop.visitor.cart.checkout({ lines })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

it('says so, in its own words, while the platform is away', async () => {
  storefront.fault = (_req, res) => {
    res.writeHead(503).end('upstream connect error')
    return true
  }
  await expect(shop.visitor.cart.checkout({ lines })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'The checkout does not answer right now. Please try again in a minute.',
  })
})

it.each(['unauthenticated_write_checkouts', 'unauthenticated_read_checkouts'])(
  'tells administrators of the scope %s that it needs',
  async (scope) => {
    storefront.fault = (_req, res) => {
      const message = `Access denied for cartCreate field. Required access: \`${scope}\` access scope.`
      res.setHeader('Content-Type', 'application/json')
      res.end(JSON.stringify({ data: null, errors: [{ message, path: ['cartCreate'], extensions: { code: 'ACCESS_DENIED' } }] }))
      return true
    }
    await expect(shop.visitor.cart.checkout({ lines })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    const { caller } = await shop.signIn('admin')
    expect((await caller.dashboard.shopList())?.notices).toContainEqual({ kind: 'scope', subject: scope, detail: '' })
  },
)

it.each([
  ['no line', []],
  ['no piece', [{ variantId: 'v', quantity: 0 }]],
  ['a part of a piece', [{ variantId: 'v', quantity: 1.5 }]],
  ['100 pieces', [{ variantId: 'v', quantity: 100 }]],
  ['101 lines', Array.from({ length: 101 }, (_, index) => ({ variantId: `v${index}`, quantity: 1 }))],
])('refuses %s', async (_name, wrong) => {
  const asked = storefront.asked.length
  await expect(shop.visitor.cart.checkout({ lines: wrong })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(storefront.asked).toHaveLength(asked)
})

it('hands over so many carts of one network and no more', async () => {
  const from = (ip: string) => createCaller(createInnerTRPCContext({ services: shop.services, client: { ip, userAgent: null } })).cart
  const asked = storefront.asked.length
  for (let carts = 0; carts < 60; carts += 1) await from('203.0.113.9').checkout({ lines })
  await expect(from('203.0.113.9').checkout({ lines })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(storefront.asked).toHaveLength(asked + 60)
  await from('203.0.113.10').checkout({ lines })
})

it('names no buyer to the platform where a request has no address', async () => {
  const unknown = createCaller(createInnerTRPCContext({ services: shop.services, client: { ip: 'unknown', userAgent: null } })).cart
  await unknown.checkout({ lines })
  expect(storefront.asked.at(-1)?.headers).not.toHaveProperty('shopify-storefront-buyer-ip')
})

it('is elsewhere with the own catalogue', async () => {
  await expect(ownShop.visitor.cart.checkout({ lines })).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
})
