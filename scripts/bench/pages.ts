import { gzipSync } from 'node:zlib'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { paths, publicPages, trackingPageOf } from '~/lib/paths'
import { startShop } from '../../tests/e2e/support/shop-server'
import { findChromium } from '../tools/chromium.mjs'
import { servingEmptyPage } from './empty-page'
import type { BenchSection } from './section'

/** What a visitor's first visit to a page costs, measured on the built site: medians of `RUNS` visits. */
interface PageFigures {
  page: string
  /** Lighthouse scores, 0 to 1, mobile preset. */
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** Cumulative layout shift. */
  cls: number
  /** Largest contentful paint on the preset's slow phone and network, ms. */
  lcpMs: number
  /** By how much tasks were longer than 50 ms, in all, on a processor four times as slow as this one. */
  tbtMs: number
  /** JavaScript of the first load, kB gzip. */
  scriptKb: number
}

/** The scripts that a page's HTML asks for, gzip, in kB (1000 bytes). */
async function firstLoadScripts(url: string): Promise<number> {
  const html = await (await fetch(url)).text()
  const scripts = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"[^>]*>/g)]
    // Polyfills for browsers that no longer matter: `nomodule` scripts are not loaded.
    .filter(([tag]) => !/\snomodule/i.test(tag))
    .flatMap(([, source]) => (source === undefined ? [] : [source]))
  const sizes = await Promise.all(
    [...new Set(scripts)].map(async (source) => {
      const body = await (await fetch(new URL(source, url))).arrayBuffer()
      return gzipSync(Buffer.from(body)).length
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

const CHROMIUM_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]

/** An odd number: the middle one counts. */
const RUNS = 3

const median = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN

/**
 * Opens each page in Chromium under Lighthouse's mobile preset, one after another, and that several times over, so that what
 * else the machine does meets all of them.
 * @param pages address by name
 */
async function measurePages(pages: ReadonlyMap<string, string>): Promise<PageFigures[]> {
  const chromePath = findChromium()
  if (!chromePath) throw new Error('No Chromium: npm test installs one, or set CHROMIUM_PATH')
  const chrome = await launch({ chromePath, chromeFlags: CHROMIUM_FLAGS })
  try {
    const runs: PageFigures[] = []
    for (let run = 0; run < RUNS; run++) {
      for (const [page, url] of pages) runs.push(await measurePage(page, url, chrome.port))
    }
    return [...pages.keys()].map((page) => medianOf(runs.filter((run) => run.page === page)))
  } finally {
    chrome.kill()
  }
}

async function measurePage(page: string, url: string, port: number): Promise<PageFigures> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' })
  if (!result) throw new Error(`Lighthouse gave no result for ${page}`)
  const { categories, audits } = result.lhr
  const score = (name: string) => categories[name]?.score ?? 0
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    page,
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    cls: figure('cumulative-layout-shift'),
    lcpMs: figure('largest-contentful-paint'),
    tbtMs: figure('total-blocking-time'),
    scriptKb: await firstLoadScripts(url),
  }
}

function medianOf(runs: readonly PageFigures[]): PageFigures {
  const of = (name: Exclude<keyof PageFigures, 'page'>) => median(runs.map((run) => run[name]))
  return {
    page: runs[0]?.page ?? '',
    performance: of('performance'),
    accessibility: of('accessibility'),
    bestPractices: of('bestPractices'),
    seo: of('seo'),
    cls: of('cls'),
    lcpMs: of('lcpMs'),
    tbtMs: of('tbtMs'),
    scriptKb: of('scriptKb'),
  }
}

const WANTED = { performance: 0.97, score: 0.95, cls: 0.02 }

/** What emails lead to; no search engine shall find it, so that its SEO score is not judged. */
const emailedPages: readonly string[] = [trackingPageOf('unknown'), paths.newsletter]

const isAsWanted = ({ page, performance, accessibility, bestPractices, seo, cls }: PageFigures) =>
  performance >= WANTED.performance &&
  [accessibility, bestPractices, ...(emailedPages.includes(page) ? [] : [seo])].every((score) => score >= WANTED.score) &&
  cls < WANTED.cls

/** The empty page is what this machine can reach: it is compared with, and not judged. */
const EMPTY = 'an empty page'

function printPages(figures: PageFigures[]): void {
  console.table(
    figures.map((page) => ({
      page: page.page,
      performance: page.performance.toFixed(2),
      accessibility: page.accessibility.toFixed(2),
      'best practices': page.bestPractices.toFixed(2),
      SEO: page.seo.toFixed(2),
      CLS: page.cls.toFixed(3),
      'LCP ms': Math.round(page.lcpMs),
      'TBT ms': Math.round(page.tbtMs),
      'first-load JS kB gzip': page.scriptKb.toFixed(1),
      wanted: page.page === EMPTY ? '' : isAsWanted(page) ? 'yes' : 'NO',
    })),
  )
}

/** `npm run bench pages [PAGE …]`. */
export const pagesSection: BenchSection = {
  name: 'pages',
  wanted: `public pages with the demo data beside an empty page of the same Next, Lighthouse mobile preset, medians of ${RUNS} (wanted: performance at least ${WANTED.performance}, every other score ${WANTED.score}, CLS under ${WANTED.cls})`,
  needs: 'browser',
  run: async (pages) => {
    const shop = await startShop('test-results/bench-server.log')
    try {
      const asked = (pages.length > 0 ? pages : [...publicPages, ...emailedPages]).map((path) => [path, `${shop.url}${path}`] as const)
      printPages(await servingEmptyPage((empty) => measurePages(new Map([[EMPTY, empty], ...asked]))))
    } finally {
      await shop.stop()
    }
  },
}
