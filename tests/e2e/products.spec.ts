import type { APIRequestContext, Locator, Page } from '@playwright/test'
import * as z from 'zod'
import { expectAccessible, expectGoodInEveryLook } from './support/accessibility'
import { expect, test } from './support/fixtures'
import { hydrated } from './support/focus'

/** The shapes of requirements §3: Shop product and Shop collection. */
const PRODUCTS_PER_PAGE = 24
const shopProduct = z.strictObject({
  id: z.string(),
  slug: z.string().regex(/^[^/?#]+$/),
  variantId: z.string().optional(),
  name: z.string(),
  description: z.string(),
  image: z.string(),
  imageAlt: z.string().optional(),
  price: z.number(),
  availability: z.enum(['In Stock', 'Limited Stock', 'Pre-Order', 'Out of Stock']),
  condition: z.string(),
  category: z.string(),
  collections: z.array(z.string()),
  rating: z.number().nullable(),
  ratingCount: z.number().optional(),
  shopUrl: z.url(),
  manufacturer: z.string(),
  hashrate: z.string(),
  power: z.string(),
  efficiency: z.string(),
  measured: z.string().optional(),
})
const shopCollection = z.strictObject({ handle: z.string(), name: z.string(), products_count: z.number() })
const shopAnswer = z.strictObject({
  success: z.boolean(),
  products: z.array(shopProduct),
  collections: z.array(shopCollection),
  error: z.string().nullable(),
})
type Product = z.output<typeof shopProduct>

async function shopOf(request: APIRequestContext) {
  const response = await request.get('/api/trpc/products.shop')
  return z.object({ result: z.object({ data: z.object({ json: shopAnswer }) }) }).parse(await response.json()).result.data.json
}

const cards = (page: Page) => page.getByRole('article')
const nameIn = (card: Locator) => card.getByRole('heading', { level: 3 })
const shown = (page: Page) => nameIn(cards(page)).allTextContents()
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search products' })
const sort = (page: Page) => page.getByRole('combobox', { name: 'Sort by' })
const category = (page: Page) => page.getByRole('combobox', { name: 'Category' })
const count = (page: Page) => page.getByRole('main').getByRole('status').first()

/** Comes to the products page by its link, where the server had no list when it made the page. */
async function arriveWithout(page: Page) {
  await page.route('**/api/trpc/settings.onSettingsChange*', (route) => route.abort())
  await page.route('**/_next/data/**/products.json*', async (route) => {
    // Asked for anew: the browser's own question may be a conditional one, which has no body.
    const response = await page.request.get(route.request().url())
    const data = z
      .object({ pageProps: z.looseObject({}) })
      .loose()
      .parse(await response.json())
    const facets = { manufacturer: [], availability: [], condition: [] }
    const nothing = { success: false, products: [], collections: [], error: 'Failed to load products', total: 0, facets, revision: '' }
    await route.fulfill({ json: { ...data, pageProps: { ...data.pageProps, products: nothing } } })
  })
  await page.goto('/trade-in')
  // Without its scripts a link loads the whole page, as the server has it.
  await hydrated(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click()
  await expect(page).toHaveURL('/products')
}

test.describe('the products page (requirements §2 Products)', () => {
  test('shows every product with its price, availability, rating and figures', { tag: '@full' }, async ({ page, request }) => {
    const { products } = await shopOf(request)
    await page.goto('/products')
    await expect(count(page)).toHaveText(`${products.length} products`)
    await expect(cards(page)).toHaveCount(products.length)
    for (const { name, price, availability, rating, ratingCount, hashrate, power, efficiency } of products) {
      const card = cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) })
      const euro = price.toLocaleString('en-GB', { minimumFractionDigits: 2 })
      await expect(card).toContainText(price === 0 ? 'Contact for Price' : `€${euro}`)
      await expect(card).toContainText(availability)
      if (rating !== null && ratingCount) await expect(card).toContainText(`Rated ${rating.toFixed(1)} out of 5`)
      for (const figure of [hashrate, power, efficiency].filter((text) => text !== '')) await expect(card).toContainText(figure)
    }
    expect(products.filter(({ price }) => price === 0).length).toBeGreaterThan(0)
  })

  test('searches by name in any case, and says how many it found', { tag: '@full' }, async ({ page, request }) => {
    const { products } = await shopOf(request)
    const matching = products.filter(({ name }) => name.toLowerCase().includes('antminer'))
    await page.goto('/products')
    await hydrated(page)
    await search(page).pressSequentially('aNTMINER')
    await expect(cards(page)).toHaveCount(matching.length)
    await expect(count(page)).toHaveText(`${matching.length} of ${products.length} products`)
    expect((await shown(page)).sort()).toEqual(matching.map(({ name }) => name).sort())

    await search(page).fill('no such machine')
    await expect(page.getByText('No products match your search')).toBeVisible()
    await page.getByRole('button', { name: 'Show all products' }).click()
    await expect(cards(page)).toHaveCount(products.length)
    await expect(search(page)).toHaveValue('')
  })

  test('filters by collection', { tag: '@full' }, async ({ page, request }) => {
    const { products, collections } = await shopOf(request)
    await page.goto('/products')
    await expect(category(page).getByRole('option')).toHaveText(['All Categories', ...collections.map(({ name }) => name)])
    for (const { handle, name, products_count } of collections) {
      await category(page).selectOption(name)
      await expect(cards(page)).toHaveCount(products_count)
      // Two collections may be of one size: the count alone does not say that the page has changed.
      const names = products.filter((product) => product.collections.includes(handle)).map((product) => product.name)
      await expect.poll(async () => new Set(await shown(page))).toEqual(new Set(names))
    }
    await category(page).selectOption('all')
    await expect(cards(page)).toHaveCount(products.length)
  })

  const order = ['Pre-Order', 'In Stock', 'Limited Stock', 'Out of Stock']
  /** Requirements §9: what each sort compares. */
  const sorts: Record<string, (product: Product) => number | string> = {
    Featured: ({ availability }) => order.indexOf(availability),
    'Best-selling': ({ rating }) => -(rating ?? -1),
    'A-Z': ({ name }) => name,
    'Z-A': ({ name }) => name,
    // Prices on request come last, both ways.
    'Price low to high': ({ price }) => price || Number.POSITIVE_INFINITY,
    'Price high to low': ({ price }) => -price || Number.POSITIVE_INFINITY,
    'Date new': ({ id }) => id,
    'Date old': ({ id }) => id,
  }
  test('sorts in eight ways', { tag: '@full' }, async ({ page, request }) => {
    const { products } = await shopOf(request)
    await page.goto('/products')
    await expect(sort(page).getByRole('option')).toHaveText(Object.keys(sorts))
    for (const [label, keyOf] of Object.entries(sorts)) {
      await sort(page).selectOption(label)
      const backwards = label === 'Z-A' || label === 'Date new'
      const compare = (a: number | string, b: number | string) =>
        typeof a === 'string' ? a.localeCompare(String(b), 'en-GB') : a === b ? 0 : a - Number(b)
      const expected = products.map(keyOf).sort((a, b) => (backwards ? compare(b, a) : compare(a, b)))
      await expect(async () => {
        const names = await shown(page)
        expect(names.flatMap((name) => products.filter((product) => product.name === name).map(keyOf))).toEqual(expected)
      }, label).toPass({ timeout: 5_000 })
    }
  })

  test('has further facets behind the Filters toggle', { tag: '@full' }, async ({ page, request }) => {
    const { products } = await shopOf(request)
    await page.goto('/products')
    const toggle = page.getByRole('button', { name: 'Filters' })
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    for (const facet of ['Manufacturer', 'Availability', 'Condition', 'Price range']) {
      await expect(page.getByRole('group', { name: facet })).toBeVisible()
    }
    const expectOnly = async (isRight: (product: Product) => boolean) => expect(cards(page)).toHaveCount(products.filter(isRight).length)

    await page.getByRole('checkbox', { name: 'MicroBT' }).check()
    await expectOnly(({ manufacturer }) => manufacturer === 'MicroBT')
    await page.getByRole('checkbox', { name: 'Bitmain' }).check()
    const both = ({ manufacturer }: Product) => ['MicroBT', 'Bitmain'].includes(manufacturer)
    await expectOnly(both)
    await page.getByRole('checkbox', { name: 'Refurbished' }).check()
    await expectOnly((product) => both(product) && product.condition === 'Refurbished')
    await page.getByRole('checkbox', { name: 'Limited Stock' }).check()
    await expectOnly((product) => both(product) && product.condition === 'Refurbished' && product.availability === 'Limited Stock')

    await page.getByRole('button', { name: 'Clear all' }).click()
    await expectOnly(() => true)
    await page.getByLabel('From (€)').fill('100')
    await page.getByLabel('To (€)').fill('1290')
    await expectOnly(({ price }) => price >= 100 && price <= 1290)
    await toggle.click()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove filter: To €1,290.00' }).click()
    await expectOnly(({ price }) => price >= 100)
  })

  test('keeps the view in the address: shareable, with Back, without loading or moving the page', async ({ page, visitorPage }) => {
    await page.goto('/products')
    await page.evaluate(() => {
      document.documentElement.dataset.samePage = 'yes'
      // Not so far that the controls leave the screen: to use them would scroll the page.
      window.scrollTo({ top: 100, behavior: 'instant' })
    })
    const loaded: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest() || request.url().includes('/_next/data/')) loaded.push(request.url())
    })
    await category(page).selectOption('ASIC Miners')
    await expect(page).toHaveURL('/products?category=asic-miners')
    await sort(page).selectOption('Price low to high')
    await hydrated(page)
    await search(page).pressSequentially('antminer s')
    await expect(page).toHaveURL('/products?search=antminer+s&category=asic-miners&sort=price-low-to-high')
    const view = await shown(page)
    expect(await page.evaluate(() => window.scrollY)).toBe(100)

    await visitorPage.goto(page.url())
    await expect.poll(() => shown(visitorPage)).toEqual(view)
    await expect(search(visitorPage)).toHaveValue('antminer s')
    await expect(sort(visitorPage)).toHaveValue('price-low-to-high')

    await page.goBack()
    await expect(page).toHaveURL('/products?category=asic-miners')
    await expect(search(page)).toHaveValue('')
    await expect(sort(page)).toHaveValue('featured')
    await expect(category(page)).toHaveValue('asic-miners')
    await page.goBack()
    await expect(page).toHaveURL('/products')
    await expect(category(page)).toHaveValue('all')
    await page.goForward()
    await expect(category(page)).toHaveValue('asic-miners')
    expect(await page.evaluate(() => document.documentElement.dataset.samePage)).toBe('yes')
    expect(loaded).toEqual([])

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click()
    await expect(category(page)).toHaveValue('all')
  })

  test('a card leads to the page of its product, which is kept for everybody', async ({ page, shopUrl }) => {
    await page.goto('/products')
    const link = nameIn(cards(page).first()).getByRole('link')
    const name = (await link.textContent()) ?? ''
    const path = (await link.getAttribute('href')) ?? ''
    await link.click()
    await expect(page).toHaveURL(`${shopUrl}${path}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expectGoodInEveryLook(page, 'the page of a product')
    // As the first visitor has it, and everybody after them.
    const [first, second] = [await page.request.get(path), await page.request.get(path)]
    expect([first.status(), second.headers().etag]).toEqual([200, first.headers().etag])
    expect(first.headers()['cache-control']).toContain('must-revalidate')
    expect((await page.request.get('/products/no-such-product')).status()).toBe(404)
  })

  test('opens the shop in a new tab that has no handle on this one', { tag: '@full' }, async ({ page, context, request }) => {
    const { products } = await shopOf(request)
    await context.route('https://shop.ohmfield.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>The shop</h1>' }),
    )
    await page.goto('/products')
    const first = cards(page).first()
    const name = (await shown(page))[0]
    const shopUrl = products.find((product) => product.name === name)?.shopUrl ?? ''

    const opensNewTab = async (press: () => Promise<void>, url: string) => {
      const [tab] = await Promise.all([context.waitForEvent('page'), press()])
      await tab.waitForURL(url)
      expect(await tab.evaluate(() => window.opener as unknown)).toBeNull()
      await tab.close()
    }
    await opensNewTab(() => first.getByRole('link', { name: 'View in Shop' }).click(), shopUrl)
    await opensNewTab(() => page.getByRole('link', { name: 'Visit Full Shop' }).click(), 'https://shop.ohmfield.example/')

    for (const link of await page.getByRole('main').locator('a[href^="http"]').all()) {
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
      await expect(link).toContainText('opens in a new tab')
    }
  })

  test('has a newsletter box that says truthfully what it does', { tag: '@full' }, async ({ page }) => {
    await page.goto('/products')
    const email = page.getByRole('textbox', { name: 'Email' })
    await email.fill('nobody')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByText('Enter a valid email address')).toBeVisible()
    await expect(email).toBeFocused()
    await email.fill('ada@example.com')
    await email.press('Enter')
    await expect(page.getByText('Please open the link in our email')).toBeVisible()
  })

  test('works by keyboard alone', async ({ page }) => {
    await page.goto('/products')
    await hydrated(page)
    await search(page).focus()
    await page.keyboard.type('miner')
    await page.keyboard.press('Tab')
    await expect(category(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(sort(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(page.getByRole('checkbox').first()).toBeChecked()
    await expect(page).toHaveURL(/search=miner&manufacturer=/)
  })
})

test.describe('without a list', () => {
  test('says so, and tries again', { tag: '@full' }, async ({ page, request }) => {
    const { products } = await shopOf(request)
    await page.route('**/api/trpc/products.overview*', (route) => route.fulfill({ status: 500, body: 'down' }))
    await arriveWithout(page)
    const panel = page.getByRole('main').getByRole('alert')
    await expect(panel.getByRole('heading', { name: 'Error Loading Products' })).toBeVisible()
    await expect(panel).toContainText('Failed to load products')
    await expect(search(page)).toBeHidden()
    await expectAccessible(page, 'the error panel')

    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect(panel).toContainText('Failed to load products')

    await page.unroute('**/api/trpc/products.overview*')
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page)).toHaveCount(products.length)
    await expect(panel).toBeHidden()
  })

  test('shows the shape of the list while it loads', { tag: '@full' }, async ({ page }) => {
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/trpc/products.overview*', async (route) => {
      await held
      await route.continue()
    })
    await arriveWithout(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(count(page)).toHaveText('Loading products…')
    await expect(page.getByRole('region', { name: 'Products', exact: true })).toHaveAttribute('aria-busy', 'true')
    answer()
    await expect(cards(page).first()).toBeVisible()
  })
})

test('every product, price and link is there without scripts', async ({ browser, shopUrl, request }) => {
  const { products } = await shopOf(request)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shopUrl })
  const page = await context.newPage()
  const listed: string[] = []
  for (let place = 1; place <= Math.ceil(products.length / PRODUCTS_PER_PAGE); place++) {
    await page.goto(place === 1 ? '/products' : `/products/page/${place}`)
    listed.push(
      ...(await cards(page).evaluateAll((found) => found.map((card) => card.innerHTML.replaceAll('&amp;', '&') + card.textContent))),
    )
  }
  for (const { name, price, shopUrl: address } of products) {
    const card = listed.find((text) => text.includes(`href="${address}"`)) ?? ''
    expect(card).toContain(name)
    expect(card).toContain(price === 0 ? 'Contact for Price' : price.toLocaleString('en-GB', { minimumFractionDigits: 2 }))
  }
  await page.goto('/products')
  await expect(page.getByText(/need JavaScript/)).toBeVisible()
  for (const control of [
    search(page),
    sort(page),
    page.getByRole('button', { name: 'Filters' }),
    page.getByRole('button', { name: 'Subscribe' }),
  ]) {
    await expect(control).toBeHidden()
  }
  await expect(page.getByRole('link', { name: 'Subscribe by email' })).toBeVisible()
  await context.close()
})

/** The page in its different states; each is looked at on its own, because axe takes its time. */
const states: Record<string, (page: Page) => Promise<void>> = {
  'as it opens': async () => {},
  'with filters and a refused address': async (page) => {
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('checkbox', { name: 'Bitmain' }).check()
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await search(page).fill('s21')
    await expect(count(page)).toHaveText(/ of /)
  },
  'with nothing found': async (page) => {
    await search(page).fill('no such machine')
    await expect(page.getByText('No products match your search')).toBeVisible()
  },
}
for (const [state, arrange] of Object.entries(states)) {
  test(`has no axe violation, and fits, ${state}`, { tag: state === 'as it opens' ? [] : '@full' }, async ({ page }) => {
    const open = async () => {
      await page.goto('/products')
      await arrange(page)
    }
    await expectGoodInEveryLook(page, state, { open })
  })
}
