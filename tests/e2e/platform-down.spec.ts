import { playStorefront, type PlayedStorefront } from '../setup/storefront'
import { expectAccessible, looks } from './support/accessibility'
import { expect, test as base } from './support/fixtures'
import { startShop } from './support/shop-server'

/** A shop whose platform answers nothing but 503, from before the shop's first start. */
const test = base.extend<object, { storefront: PlayedStorefront }>({
  storefront: [
    async ({}, use) => {
      const storefront = await playStorefront({ products: [{ title: 'Antminer S21', price: '3890.50' }], collections: [] })
      storefront.fault = (_req, res) => {
        res.writeHead(503).end('<h1>Upstream connect error</h1>')
        return true
      }
      await use(storefront)
      await storefront.stop()
    },
    { scope: 'worker' },
  ],
  shopUrl: [
    async ({ storefront }, use, { workerIndex }) => {
      const shop = await startShop(`test-results/server-${workerIndex}-down.log`, {
        SHOPIFY_API_URL: storefront.address,
        SHOPIFY_STOREFRONT_TOKEN: 'public-token',
        LOG_LEVEL: 'error',
      })
      await use(shop.url)
      await shop.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

test(
  'without any list the page says so, the rest of the site goes on, and a retry brings the list',
  { tag: '@full' },
  async ({ page, storefront }) => {
    await page.goto('/products')
    const failure = page.getByRole('alert').filter({ hasText: 'Error Loading Products' })
    await expect(failure).toContainText('Failed to load products from Shopify')
    await expect(page.getByRole('main')).not.toContainText('Upstream')
    for (const { colorScheme, width } of looks) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page, `the failure, ${colorScheme}, ${width} px`)
    }

    const retry = page.getByRole('button', { name: 'Try again' })
    await retry.click()
    await expect(retry).toBeEnabled()
    await expect(failure).toBeVisible()

    await page.getByRole('banner').getByRole('link', { name: 'Trade-In' }).click()
    await expect(page.getByLabel('Category')).toBeEnabled()
    await page.goBack()

    storefront.fault = undefined
    // The shop itself asks again after a while; a visitor's retries fall into that.
    await expect(async () => {
      if (await retry.isVisible()) await retry.click({ timeout: 1_000 })
      await expect(page.getByRole('heading', { name: 'Antminer S21' })).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 45_000 })
    await expect(failure).toBeHidden()
  },
)
