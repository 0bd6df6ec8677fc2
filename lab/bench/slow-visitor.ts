import type { Browser } from '@playwright/test'
import { paths } from '~/lib/paths'
import { temporaryFolder } from '../../tests/setup/shop-process'
import { openBrowser } from '../load/outage-browser'
import { startShop } from '../load/shop-process'
import { servingEmptyPage } from './empty-page'
import { median } from './measured'
import { firstProductPage } from './product-page'
import type { BenchSection } from './section'

/** A visitor's first visit on a slow line and a slow processor, measured on the built site: medians of `RUNS` visits. */

/** 1.6 Mbit/s each way, 150 ms there and back, and a processor four times as slow as this one. */
const SLOW = { bytesPerSecond: (1.6 * 1024 * 1024) / 8, latencyMs: 150, timesSlower: 4 }
/** An odd number: the middle one counts. */
const RUNS = 5
/** ms, of the first contents, and until buttons answer and nothing is computed any more. */
const WANTED = { firstPaint: 1_000, usable: 2_000 }
const PHONE = { width: 390, height: 844 }

interface Visit {
  firstPaint: number
  usable: number
}

/** One visit without anything in the cache. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW.latencyMs,
    downloadThroughput: SLOW.bytesPerSecond,
    uploadThroughput: SLOW.bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.timesSlower })
  await page.goto(url, { waitUntil: 'commit' })
  // Buttons answer once nothing is marked as waiting for its scripts.
  await page.waitForFunction(() => document.readyState === 'complete' && document.querySelector('[data-hydrating]') === null)
  const usable = await page.evaluate(
    () => new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))),
  )
  const firstPaint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
  await context.close()
  return { firstPaint, usable }
}

/** `npm run bench slow [PAGE …]`. */
export const slowVisitorSection: BenchSection = {
  name: 'slow',
  wanted: `a first visit at 1.6 Mbit/s with a processor four times as slow, medians of ${RUNS} (wanted: first contents within ${WANTED.firstPaint} ms, usable within ${WANTED.usable} ms)`,
  needs: 'browser',
  run: async (asked) => {
    const shop = await startShop({ dataDir: temporaryFolder('data'), env: { SEED_DEMO: 'true' } })
    const browser = await openBrowser()
    try {
      const pages =
        asked.length > 0
          ? asked
          : [paths.home, paths.products, await firstProductPage(shop.url), paths.tradeIn, paths.repair, paths.contact]
      const visits = new Map<string, Visit[]>()
      await servingEmptyPage(async (empty) => {
        const addresses = [['an empty page', empty], ...pages.map((path) => [path, `${shop.url}${path}`])] as [string, string][]
        // In turns, so that what else the machine does meets all of them.
        for (let run = 0; run < RUNS; run += 1)
          for (const [page, url] of addresses) visits.set(page, [...(visits.get(page) ?? []), await visit(browser, url)])
      })
      console.table(
        [...visits].map(([page, all]) => {
          const firstPaint = median(all.map((one) => one.firstPaint))
          const usable = median(all.map((one) => one.usable))
          return {
            page,
            'first contents ms': Math.round(firstPaint),
            'usable ms': Math.round(usable),
            wanted: firstPaint <= WANTED.firstPaint && usable <= WANTED.usable ? 'yes' : 'NO',
          }
        }),
      )
    } finally {
      await browser.close()
      await shop.stop()
    }
  },
}
