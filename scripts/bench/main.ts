import { loadavg } from 'node:os'
import { publicPages } from '~/lib/paths'
import { startShop } from '../../tests/e2e/support/shop-server'
import { measurePages, type PageFigures } from './pages'

/**
 * `npm run bench`: measures the built shop with the demo data and prints tables. Nothing here passes
 * or fails by the clock; the figures are for people to compare, and each table says what is wanted.
 */

const WANTED = { score: 0.95, cls: 0.02 }

function printPages(figures: PageFigures[]): void {
  console.log(`\nPublic pages, Lighthouse mobile preset (wanted: every score at least ${WANTED.score}, CLS under ${WANTED.cls})`)
  console.table(
    figures.map((page) => ({
      page: page.path,
      performance: page.performance.toFixed(2),
      accessibility: page.accessibility.toFixed(2),
      'best practices': page.bestPractices.toFixed(2),
      SEO: page.seo.toFixed(2),
      CLS: page.cls.toFixed(3),
      'LCP ms': Math.round(page.lcpMs),
      'first-load JS kB gzip': page.scriptKb.toFixed(1),
      wanted: isAsWanted(page) ? 'yes' : 'NO',
    })),
  )
}

const isAsWanted = ({ performance, accessibility, bestPractices, seo, cls }: PageFigures) =>
  [performance, accessibility, bestPractices, seo].every((score) => score >= WANTED.score) && cls < WANTED.cls

const only = process.argv.slice(2).filter((argument) => argument.startsWith('/'))
const shop = await startShop('test-results/bench-server.log')
try {
  console.log(
    `Load of the machine at the start: ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}`,
  )
  printPages(await measurePages(shop.url, only.length > 0 ? only : publicPages))
} finally {
  await shop.stop()
}
