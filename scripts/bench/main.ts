import { loadavg } from 'node:os'
import { publicPages } from '~/lib/paths'
import { startShop } from '../../tests/e2e/support/shop-server'
import { measureImports, type ImportFigures } from './imports'
import { measureLists, type ListFigures } from './lists'
import { measurePages, type PageFigures } from './pages'

/**
 * `npm run bench`: measures the built shop with the demo data, then the back office's calls with up to a
 * million orders, then an import of 100,000 rows, and prints tables. `npm run bench lists [MOST]` measures only
 * the calls, `npm run bench imports` only the import. Nothing here passes or fails by the clock; the figures are for people to compare, and each table says what is wanted.
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

/** Orders on each engine; the embedded one is for a shop, not for a million. */
const SIZES = { embedded: [1_000, 10_000, 100_000], postgres: [1_000, 10_000, 100_000, 1_000_000] }

function printLists(figures: ListFigures[]): void {
  console.log('\nCalls of the back office, medians in ms by the number of orders (wanted: the last over the first at most the limit)')
  console.table(
    figures.map(({ engine, call, ms, limit }) => {
      const times = [...ms.values()]
      const ratio = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN)
      return {
        engine,
        call,
        ...Object.fromEntries([...ms].map(([orders, time]) => [orders.toLocaleString('en-GB'), time.toFixed(1)])),
        ratio: ratio.toFixed(2),
        limit,
        wanted: ratio <= limit ? 'yes' : 'NO',
      }
    }),
  )
}

function printImports(figures: ImportFigures[]): void {
  console.log('\nImport of products from a CSV file, checked and applied (wanted: under a minute)')
  console.table(
    figures.map(({ engine, rows, checkSeconds, applySeconds, cpuSeconds, longestPauseMs, peakHeapMb }) => ({
      engine,
      rows: rows.toLocaleString('en-GB'),
      'check s': checkSeconds.toFixed(1),
      'apply s': applySeconds.toFixed(1),
      'CPU s of the process': cpuSeconds.toFixed(1),
      'longest pause ms': longestPauseMs,
      'peak heap MB': peakHeapMb,
      wanted: checkSeconds + applySeconds < 60 ? 'yes' : 'NO',
    })),
  )
}

const [what, ...rest] = process.argv.slice(2)
const only = [what, ...rest].filter((argument) => argument?.startsWith('/')).map(String)
const most = Number(rest[0] ?? Infinity)
const upTo = (sizes: readonly number[]) => sizes.filter((size) => size <= most)

console.log(
  `Load of the machine at the start: ${loadavg()
    .map((load) => load.toFixed(2))
    .join(' ')}`,
)
if (what !== 'lists' && what !== 'imports') {
  const shop = await startShop('test-results/bench-server.log')
  try {
    printPages(await measurePages(shop.url, only.length > 0 ? only : publicPages))
  } finally {
    await shop.stop()
  }
}
if (only.length === 0 && what !== 'imports')
  printLists(await measureLists({ embedded: upTo(SIZES.embedded), postgres: upTo(SIZES.postgres) }))
if (only.length === 0 && what !== 'lists') printImports(await measureImports())
