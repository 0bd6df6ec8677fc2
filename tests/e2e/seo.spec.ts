import type { APIRequestContext } from '@playwright/test'
import { JSDOM } from 'jsdom'
import { publicPages } from '~/lib/paths'
import * as z from 'zod'
import { expect, test } from './support/fixtures'

/** The public pages of the route table of the requirements. */
const PAGES = [
  '/',
  '/trade-in',
  '/products',
  '/repair',
  '/about',
  '/contact',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
  '/returns-refunds',
]

const typed = z.looseObject({ '@type': z.string() })
const typesOf = (texts: readonly string[]) => texts.map((text) => typed.parse(JSON.parse(text))['@type'])

/** A page as a search engine reads it: nobody draws it, and no script of it runs. */
async function readPage(request: APIRequestContext, path: string) {
  const text = await (await request.get(path)).text()
  const { document } = new JSDOM(text).window
  return {
    text,
    title: document.title,
    count: (selector: string) => document.querySelectorAll(selector).length,
    attribute: (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name) ?? '',
    attributes: (selector: string, name: string) => [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name)),
    types: typesOf([...document.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) => textContent)),
  }
}

test.describe('as search engines read it', () => {
  for (const path of PAGES) {
    test(`${path} tells what it is to search engines and social networks`, async ({ request, shopUrl }) => {
      const { title, count, attribute, types } = await readPage(request, path)
      expect(title.length).toBeGreaterThan(10)
      expect(attribute('meta[name=description]', 'content').length).toBeGreaterThan(40)
      expect(attribute('meta[name=keywords]', 'content')).toContain('ASIC')
      expect(attribute('link[rel=canonical]', 'href')).toBe(`${shopUrl}${path}`)
      expect(attribute('meta[property="og:title"]', 'content')).toBe(title)
      expect(attribute('meta[property="og:url"]', 'content')).toBe(`${shopUrl}${path}`)
      expect(attribute('meta[name="twitter:card"]', 'content')).toBe('summary_large_image')
      expect(count('meta[name=robots]')).toBe(0)
      expect(count('h1')).toBe(1)

      const card = await request.get(attribute('meta[property="og:image"]', 'content'))
      expect(card.headers()['content-type']).toBe('image/png')
      const png = await card.body()
      // The PNG header: width and height in the first chunk.
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])

      const said = ['LocalBusiness', 'WebSite', 'BreadcrumbList', ...(path === '/products' || path === '/' ? ['ItemList'] : [])]
      expect(types).toEqual(said)
    })
  }

  test('the page of a product has a picture of its own for social networks', async ({ shopUrl, request }) => {
    const map = await (await request.get('/sitemap.xml')).text()
    const [, path = ''] = /<loc>[^<]*(\/products\/[^<]+)<\/loc>/.exec(map) ?? []
    const { count, attribute, types } = await readPage(request, path)
    const of = (name: string) => `meta[property="${name}"], meta[name="${name}"]`
    for (const name of ['og:image', 'og:image:alt', 'twitter:image', 'og:type', 'og:url']) expect(count(of(name)), name).toBe(1)
    expect(attribute(of('og:url'), 'content')).toBe(`${shopUrl}${path}`)
    const address = attribute(of('og:image'), 'content')
    expect(address).toMatch(new RegExp(`^${shopUrl}/(?:social/drawing-|api/product-pictures/)`))
    expect(attribute(of('twitter:image'), 'content')).toBe(address)
    const card = await request.get(address)
    expect(card.headers()['content-type']).toMatch(/^image\/(?:png|webp)$/)
    expect((await card.body()).length).toBeGreaterThan(2_000)
    expect((await request.get('/social/drawing-nothing.png')).status()).toBe(404)
    expect(types).toEqual(['LocalBusiness', 'WebSite', 'BreadcrumbList', 'Product'])
  })
})

test('titles and descriptions differ from page to page', { tag: '@full' }, async ({ request }) => {
  const texts = await Promise.all(
    PAGES.map(async (path) => {
      const html = await (await request.get(path)).text()
      return [/<title[^>]*>([^<]*)/.exec(html)?.[1], /name="description" content="([^"]*)"/.exec(html)?.[1]]
    }),
  )
  expect(new Set(texts.map(([title]) => title)).size).toBe(PAGES.length)
  expect(new Set(texts.map(([, description]) => description)).size).toBe(PAGES.length)
})

test('a page that a link within the site leads to has its own structured data', async ({ visitorPage: page, shopUrl }) => {
  const elements = page.locator('script[type="application/ld+json"]')
  const trail = z.object({ itemListElement: z.array(z.object({ name: z.string(), item: z.string() })) })
  const breadcrumbs = async () => trail.parse(JSON.parse((await page.locator('script#breadcrumbs').textContent()) ?? '')).itemListElement
  await page.goto('/')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Contact', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  await expect(elements).toHaveCount(3)
  expect(typesOf(await elements.allTextContents())).toEqual(['LocalBusiness', 'WebSite', 'BreadcrumbList'])
  expect((await breadcrumbs()).at(-1)).toEqual({ name: 'Contact us', item: `${shopUrl}/contact` })
  await footer.getByRole('link', { name: 'Products', exact: true }).click()
  await expect(elements).toHaveCount(4)
  expect((await breadcrumbs()).at(-1)).toMatchObject({ item: `${shopUrl}/products` })
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('the search that search engines are told of finds products', { tag: '@full' }, async ({ visitorPage: page }) => {
  await page.goto('/')
  const website = (await page.locator('script#website').textContent()) ?? ''
  const { potentialAction } = z
    .object({ potentialAction: z.object({ target: z.object({ urlTemplate: z.string() }) }) })
    .parse(JSON.parse(website))
  await page.goto(potentialAction.target.urlTemplate.replace('{search_term_string}', 'antminer'))
  await expect(page.getByRole('searchbox')).toHaveValue('antminer')
  for (const name of await page.getByRole('main').getByRole('heading', { level: 3 }).allTextContents()) expect(name).toMatch(/antminer/i)
})

test('the site map names the public pages, and robots are kept out of the rest', async ({ request, shopUrl }) => {
  const map = await (await request.get('/sitemap.xml')).text()
  const addresses = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
  const pages = publicPages.map((path) => (path === '/' ? `${shopUrl}/` : `${shopUrl}${path}`))
  expect(addresses.slice(0, pages.length)).toEqual(pages)
  const products = addresses.slice(pages.length)
  expect(products.length).toBeGreaterThan(0)
  for (const address of products) expect(address).toMatch(new RegExp(`^${shopUrl}/products/[^/]+$`))
  expect(addresses).toEqual(expect.arrayContaining(PAGES.map((path) => `${shopUrl}${path}`)))
  const robots = await (await request.get('/robots.txt')).text()
  for (const line of ['Disallow: /admin', 'Disallow: /auth', 'Disallow: /api/', `Sitemap: ${shopUrl}/sitemap.xml`])
    expect(robots).toContain(line)
})

test('pages that are not for search engines say all the same what they are', async ({ request, playwright, adminState, shopUrl }) => {
  const administrator = await playwright.request.newContext({ baseURL: shopUrl, storageState: adminState })
  const heads = [
    [request, '/auth', '/auth'],
    // An error page stands at any address, and so names none.
    [request, '/no-such-page', null],
    [administrator, '/account', '/account'],
    [administrator, '/admin', '/admin'],
    [administrator, '/admin/settings', '/admin/settings'],
    [administrator, '/admin/orders?status=pending', '/admin/orders'],
  ] as const
  for (const [caller, address, path] of heads) {
    const { title, attribute, attributes, types, text } = await readPage(caller, address)
    expect(attribute('meta[name=robots]', 'content'), address).toMatch(/noindex/)
    expect(title.length, address).toBeGreaterThan(10)
    expect(attribute('meta[name=description]', 'content').length, address).toBeGreaterThan(20)
    expect(attribute('meta[name=keywords]', 'content'), address).toContain('ASIC')
    const own = path === null ? [] : [`${shopUrl}${path}`]
    expect(attributes('link[rel=canonical]', 'href')).toEqual(own)
    expect(attribute('meta[property="og:title"]', 'content'), address).toBe(title)
    expect(attributes('meta[property="og:url"]', 'content')).toEqual(own)
    expect(text).not.toContain(`${shopUrl}/404`)
    const card = await caller.get(attribute('meta[property="og:image"]', 'content'))
    expect(card.headers()['content-type'], address).toBe('image/png')
    expect(types, address).toEqual(['LocalBusiness', 'WebSite', 'BreadcrumbList'])
  }
  await administrator.dispose()
})

test('a signed-in visitor of /auth is sent to / without scripts, and everybody else is not', async ({ browser, adminState, shopUrl }) => {
  const context = await browser.newContext({ baseURL: shopUrl, storageState: adminState, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/auth')
  await page.waitForURL(`${shopUrl}/`)
  const answer = await page.request.get('/auth', { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([307, '/'])
  expect(answer.headers()['cache-control']).toContain('no-store')
  await context.close()

  const visitor = await browser.newContext({ baseURL: shopUrl, javaScriptEnabled: false })
  const guest = await visitor.newPage()
  await guest.goto('/auth')
  await expect(guest.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  expect(await guest.content()).not.toContain('http-equiv="refresh"')
  await visitor.close()
})
