import type { Page } from '@playwright/test'
import { PRODUCTS_PER_PAGE } from '~/contracts/catalogue/products'
import { expectAccessible, expectGoodInEveryLook } from './support/accessibility'
import { expect } from './support/fixtures'
import { test } from './support/sql-shop'

/** Far more products than the page has at first. */
const PRODUCTS = 2_000
const LAST_PAGE = Math.ceil(PRODUCTS / PRODUCTS_PER_PAGE)

const cards = (page: Page) => page.getByRole('article')
const first = (page: Page) => cards(page).first().getByRole('heading', { level: 3 })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search products' })
const sort = (page: Page) => page.getByRole('combobox', { name: 'Sort by' })
const count = (page: Page) => page.getByRole('main').getByRole('status').first()

test.beforeAll(async ({ database, request, shopUrl }) => {
  await database.query(`
    INSERT INTO products (name, category, manufacturer, price, stock_quantity)
    SELECT 'Miner ' || n, 'Category ' || n % 7, 'Maker ' || n % 5, n, n % 20 FROM generate_series(0, ${PRODUCTS - 1}) AS n`)
  await expect.poll(async () => (await request.get(`${shopUrl}/products`)).text(), { timeout: 20_000 }).toContain('Miner 1999')
})

test('a list of two thousand is searched, filtered, sorted and paged by the server', { tag: '@full' }, async ({ page }) => {
  const answers: number[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/trpc/products.')) answers.push((await response.body().catch(() => Buffer.alloc(0))).length)
  })
  await page.goto('/products')
  await expect(count(page)).toHaveText('2,000 products')
  await expect(cards(page)).toHaveCount(PRODUCTS_PER_PAGE)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(cards(page)).toHaveCount(2 * PRODUCTS_PER_PAGE)
  await expect(cards(page).nth(PRODUCTS_PER_PAGE).getByRole('link').first()).toBeFocused()

  // The time that the page's own thread works, which other programs of a busy machine do not lengthen.
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
  }
  const before = await worked()
  // Both words, in any field: Miner 199, Miner 1199 and Miner 1990 to 1999.
  const text = 'miner 199'
  await search(page).pressSequentially(text, { delay: 40 })
  await expect(count(page)).toHaveText('12 of 2,000 products')
  // A key that keeps the page busy for 100 ms is felt.
  expect(((await worked()) - before) / text.length).toBeLessThan(100)
  await expect(cards(page)).toHaveCount(12)
  await expect(page).toHaveURL('/products?search=miner+199')

  await search(page).fill('')
  await sort(page).selectOption('Price high to low')
  await expect(first(page)).toContainText('Miner 1999')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('checkbox', { name: 'Maker 3' }).check()
  await expect(first(page)).toContainText('Miner 1998')
  await expect(count(page)).toHaveText('400 of 2,000 products')
  await expect(page).toHaveURL('/products?manufacturer=Maker+3&sort=price-high-to-low')
  await page.reload()
  await expect(first(page)).toContainText('Miner 1998')
  await expect(sort(page)).toHaveValue('price-high-to-low')
  await page.goBack()
  await expect(first(page)).toContainText('Miner 1999')
  await page.goForward()
  await expect(count(page)).toHaveText('400 of 2,000 products')
  // Never the whole list, which is half a megabyte.
  expect(Math.max(...answers)).toBeLessThan(60_000)
})

test('a change shows on a further page and in a search within a second', { tag: '@full' }, async ({ page, database }) => {
  await page.goto('/products?search=miner&sort=price-low-to-high')
  // The one whose price is on request, Miner 0, comes last.
  await expect(first(page)).toHaveText(/^Miner 1\b/)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(cards(page)).toHaveCount(2 * PRODUCTS_PER_PAGE)
  const card = cards(page).nth(39)
  await expect(card).toContainText('€40.00')
  // The stream is open once a change has come.
  await expect(async () => {
    await database.query(`UPDATE products SET description = md5(random()::text) WHERE name = 'Miner 40'`)
    const [{ description } = {}] = await database.query(`SELECT description FROM products WHERE name = 'Miner 40'`)
    await expect(card).toContainText(String(description), { timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await database.query(`UPDATE products SET price = 40.5 WHERE name = 'Miner 40'`)
  await expect(card).toContainText('€40.50', { timeout: 1_500 })
  await expect(cards(page)).toHaveCount(2 * PRODUCTS_PER_PAGE)
})

test('what was chosen stays when the server does not answer', { tag: '@full' }, async ({ page }) => {
  await page.goto('/products')
  await expect(count(page)).toHaveText('2,000 products')
  await page.route('**/api/trpc/products.search*', (route) => route.abort())
  await sort(page).selectOption('A-Z')
  const panel = page.getByRole('main').getByRole('alert')
  await expect(panel.getByRole('heading', { name: 'Error Loading Products' })).toBeVisible()
  await expect(sort(page)).toHaveValue('a-z')
  await expect(page).toHaveURL('/products?sort=a-z')
  await expectAccessible(page, 'the error panel under the filters')
  await page.unroute('**/api/trpc/products.search*')
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(first(page)).toContainText('Miner 0')
})

test('is read without scripts, page after page', { tag: '@full' }, async ({ browser, shopUrl }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shopUrl })
  const page = await context.newPage()
  await page.goto('/products')
  await expect(cards(page)).toHaveCount(PRODUCTS_PER_PAGE)
  const before = await first(page).textContent()
  await page.getByRole('link', { name: 'More products' }).click()
  await expect(page).toHaveURL('/products/page/2')
  await expect(cards(page)).toHaveCount(PRODUCTS_PER_PAGE)
  expect(await first(page).textContent()).not.toBe(before)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/products/page/3')
  for (const path of ['/products/page/1', `/products/page/${LAST_PAGE + 1}`, '/products/page/2x'])
    expect((await page.goto(path))?.status(), path).toBe(404)
  await page.goto(`/products/page/${LAST_PAGE}`)
  await expect(cards(page)).toHaveCount(PRODUCTS - (LAST_PAGE - 1) * PRODUCTS_PER_PAGE)
  await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0)
  await context.close()
})

test('a further page has no axe violation, and fits', { tag: '@full' }, async ({ page }) => {
  await page.goto('/products/page/2')
  await expect(cards(page)).toHaveCount(PRODUCTS_PER_PAGE)
  await expectGoodInEveryLook(page, 'a further page')
})
