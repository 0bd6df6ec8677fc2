import type { Browser } from '@playwright/test'
import { publicPages } from '~/lib/paths'
import { newBrowser, openAccount, signIn } from './support/accounts'
import { deskOf } from './support/desk'
import { consentGiven, expect, test } from './support/fixtures'
import { hydrated } from './support/focus'

/** Nothing that somebody has begun to read or to press moves away: on any public page, and on those of an account. */

/** The limit of a page, a fifth of what search engines call good. */
const MOST = 0.02
/** Late parts have come by then (ms). */
const SETTLED_MS = 1_200
const SCREENS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Adds up what moves without anybody's doing, from the first paint on. */
const watching = () => {
  Object.assign(window, { shifts: [] as string[], shifted: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    })[]) {
      if (entry.hadRecentInput) continue
      const seen = window as unknown as { shifts: string[]; shifted: number }
      seen.shifted += entry.value
      seen.shifts.push(
        ...entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : String(node?.textContent))),
      )
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

async function shiftsOf(browser: Browser, url: string, screen: (typeof SCREENS)[number], paths: readonly string[], hasConsent: boolean) {
  const context = await browser.newContext({ baseURL: url, viewport: screen, ...(hasConsent && { storageState: consentGiven(url) }) })
  await context.addInitScript(watching)
  const found: { path: string; shifted: number; shifts: string[] }[] = []
  for (const path of paths) {
    const page = await context.newPage()
    await page.goto(path)
    await hydrated(page)
    await page.waitForTimeout(SETTLED_MS)
    const { shifted, shifts } = await page.evaluate(() => {
      const seen = window as unknown as { shifts: string[]; shifted: number }
      return { shifted: seen.shifted, shifts: seen.shifts }
    })
    if (shifted > MOST) found.push({ path, shifted: Math.round(shifted * 1000) / 1000, shifts: shifts.slice(0, 5) })
    await page.close()
  }
  await context.close()
  return found
}

for (const screen of SCREENS) {
  for (const hasConsent of [true, false]) {
    test(
      `public pages stand still at ${screen.width} px, ${hasConsent ? 'with' : 'without'} an answer about cookies`,
      { tag: '@full' },
      async ({ browser, shop }) => {
        test.setTimeout(180_000)
        const desk = await deskOf(shop)
        const { id } = await desk.call<{ id: string }>('products.create', {
          name: `Still miner ${screen.width} ${hasConsent}`,
          category: 'ASIC Miners',
          price: 50,
          stockQuantity: 9,
        })
        const order = {
          ...{ lines: [{ productId: id, quantity: 1 }], total: 50, fullName: 'Walter Grey', email: 'still@example.com' },
          ...{ deliveryAddress: '12 Foundry Lane\nLeeds LS1 4AP', payment: 'transfer' },
        }
        const { page: orderPage } = await desk.call<{ page: string }>('orders.checkout', order)
        const map = await (await desk.http.get('/sitemap.xml')).text()
        const [, product = ''] = /<loc>[^<]*(\/products\/[^<]+)<\/loc>/.exec(map) ?? []
        const paths = [
          ...publicPages,
          product,
          orderPage,
          '/order/unknown',
          '/checkout',
          '/auth',
          '/newsletter',
          '/track/unknown',
          '/passport/unknown',
          '/no-such-page',
        ]
        expect(await shiftsOf(browser, shop.url, screen, paths, hasConsent)).toEqual([])
        await desk.http.dispose()
      },
    )
  }

  test(`pages of an account stand still at ${screen.width} px`, { tag: '@full' }, async ({ browser, shop }) => {
    test.setTimeout(120_000)
    const account = await openAccount(shop, `still-${screen.width}`)
    const signedIn = await newBrowser(browser, shop)
    await signIn(signedIn, account)
    await signedIn.setViewportSize(screen)
    await signedIn.context().addInitScript(watching)
    const found: { path: string; shifted: number }[] = []
    for (const path of ['', '/orders', '/repairs', '/trade-ins', '/devices', '/credit', '/invoices', '/profile']) {
      await signedIn.goto(`/account${path}`)
      await hydrated(signedIn)
      await signedIn.waitForTimeout(SETTLED_MS)
      const shifted = await signedIn.evaluate(() => (window as unknown as { shifted: number }).shifted)
      if (shifted > MOST) found.push({ path, shifted })
    }
    expect(found).toEqual([])
    await signedIn.context().close()
  })
}
