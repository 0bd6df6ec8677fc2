import { createHmac } from 'node:crypto'
import { playStorefront, type PlayedStorefront } from '../setup/storefront'
import { expectAccessible } from './support/accessibility'
import { expect, test as base } from './support/fixtures'
import { startShop } from './support/shop-server'

const SECRET = 'a-webhook-secret-of-the-test'

/** A shop whose products come from a played platform. */
const test = base.extend<object, { storefront: PlayedStorefront }>({
  storefront: [
    async ({}, use) => {
      const storefront = await playStorefront({
        products: [
          { title: 'Antminer S21', price: '3890.50', totalInventory: 12, collections: ['asic-miners'], productType: 'ASIC Miners' },
          { title: 'Hashboard', price: '120.00', collections: ['parts'], productType: 'Parts' },
          { title: 'Sold-out rig', availableForSale: false, price: '900.00' },
        ],
        collections: [
          { handle: 'asic-miners', title: 'ASIC Miners' },
          { handle: 'parts', title: 'Parts' },
        ],
      })
      await use(storefront)
      await storefront.stop()
    },
    { scope: 'worker' },
  ],
  shopUrl: [
    async ({ storefront }, use, { workerIndex }) => {
      const shop = await startShop(`test-results/server-${workerIndex}-cart.log`, {
        SHOPIFY_API_URL: storefront.address,
        SHOPIFY_STOREFRONT_TOKEN: 'public-token',
        SHOPIFY_WEBHOOK_SECRET: SECRET,
      })
      await use(shop.url)
      await shop.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

test('a visitor fills the cart, sets quantities and goes on to the checkout', async ({ page, storefront, shopUrl }) => {
  storefront.shop.cart = { checkoutUrl: `${shopUrl}/contact?checkout=1` }
  await page.goto('/products')
  const card = (name: string) => page.getByRole('article').filter({ hasText: name })
  await expect(card('Sold-out rig')).toBeVisible()
  await expect(card('Sold-out rig').getByRole('button', { name: /Add to cart/ })).toHaveCount(0)
  await card('Antminer S21')
    .getByRole('button', { name: /Add to cart/ })
    .click()
  await card('Antminer S21')
    .getByRole('button', { name: /Add to cart/ })
    .click()
  await card('Hashboard')
    .getByRole('button', { name: /Add to cart/ })
    .click()
  await expect(card('Hashboard').getByRole('status')).toHaveText('In your cart')

  // The cart is still there on another page and after a reload.
  await page.goto('/about')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Cart.*3/ })
    .click()
  const cart = page.getByRole('dialog', { name: 'Cart' })
  await expect(cart.getByText('€7,901.00')).toBeVisible()
  await expectAccessible(page, 'cart with lines')
  await cart.getByRole('button', { name: 'One less of Antminer S21' }).click()
  await expect(cart.getByText('€4,010.50')).toBeVisible()
  await cart.getByRole('button', { name: 'Remove Hashboard' }).click()
  await expect(cart.getByRole('listitem')).toHaveCount(1)

  // Refused first: the words are for people and the cart stays.
  storefront.shop.cart = { refused: 'The merchandise does not exist' }
  await cart.getByRole('button', { name: 'Go to checkout' }).click()
  await expect(cart.getByRole('alert')).toContainText('no longer for sale')
  await expect(cart.getByRole('listitem')).toHaveCount(1)

  storefront.shop.cart = { checkoutUrl: `${shopUrl}/contact?checkout=1` }
  await cart.getByRole('button', { name: 'Go to checkout' }).click()
  await page.waitForURL('**/contact?checkout=1')
  expect(storefront.asked.at(-1)?.variables).toEqual({ lines: [{ merchandiseId: 'gid://shopify/ProductVariant/7000000', quantity: 1 }] })
})

test('a product that changes at the platform shows in an open browser', async ({ page, storefront, shopUrl, request }) => {
  await page.goto('/products')
  await expect(page.getByRole('heading', { name: 'Hashboard' })).toBeVisible()
  storefront.shop.products = storefront.shop.products.map((product) =>
    product.title === 'Hashboard' ? { ...product, title: 'Hashboard X2' } : product,
  )
  const body = JSON.stringify({ id: 1, title: 'Hashboard X2' })
  const answer = await request.post(`${shopUrl}/api/shopify/webhook`, {
    data: body,
    headers: {
      'Content-Type': 'application/json',
      'X-Shopify-Topic': 'products/update',
      'X-Shopify-Triggered-At': new Date().toISOString(),
      'X-Shopify-Hmac-Sha256': createHmac('sha256', SECRET).update(body).digest('base64'),
    },
  })
  expect(answer.status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Hashboard X2' })).toBeVisible()
})

test('a webhook that nobody signed is refused', async ({ shopUrl, request }) => {
  const answer = await request.post(`${shopUrl}/api/shopify/webhook`, {
    data: { id: 1 },
    headers: { 'X-Shopify-Topic': 'products/update' },
  })
  expect(answer.status()).toBe(401)
  expect((await request.get(`${shopUrl}/api/shopify/webhook`)).status()).toBe(405)
})

test('administrators see how young the list is', async ({ adminPage, shopUrl }) => {
  await adminPage.goto(`${shopUrl}/admin`)
  await expect(adminPage.getByRole('region', { name: 'Products from Shopify' })).toContainText(/3 shown, read/)
})
