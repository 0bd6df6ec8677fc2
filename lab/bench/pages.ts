import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import * as z from 'zod'
import { paths, publicPages } from '~/lib/paths'
import { trackingPageOf } from '~/lib/record-paths'
import { findChromium } from '../../scripts/tools/chromium.mjs'
import { root } from '../../scripts/tools/project.mjs'
import { temporaryFolder } from '../../tests/setup/shop-process'
import { startShop } from '../load/shop-process'
import { servingEmptyPage } from './empty-page'
import { median } from './measured'
import { firstProductPage } from './product-page'
import type { BenchSection } from './section'

/** The cost of a visitor's first visit to a page, measured on the built site: medians of `RUNS` visits. */
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

/**
 * Opens each page in a new Chromium under Lighthouse's mobile preset, one after another, and that several times over, so that
 * what else the machine does meets all of them.
 * @param pages address by name
 */
async function measurePages(pages: ReadonlyMap<string, string>): Promise<PageFigures[]> {
  const runs: PageFigures[] = []
  for (let run = 0; run < RUNS; run++) {
    for (const [page, url] of pages) runs.push(await measurePage(page, url))
  }
  return [...pages.keys()].map((page) => medianOf(runs.filter((run) => run.page === page)))
}

const report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
})

const MOST_BYTES = 64 * 1024 * 1024

async function measurePage(page: string, url: string): Promise<PageFigures> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      join(root, 'lab/node_modules/lighthouse/cli/index.js'),
      url,
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
      `--chrome-flags=${CHROMIUM_FLAGS.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() }, maxBuffer: MOST_BYTES },
  )
  const { categories, audits } = report.parse(JSON.parse(stdout))
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

/** Pages that emails lead to. No search engine shall find them, so their SEO score does not count. */
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
    const shop = await startShop({ dataDir: temporaryFolder('data'), env: { SEED_DEMO: 'true' } })
    try {
      const all = [...publicPages, await firstProductPage(shop.url), ...emailedPages]
      const asked = (pages.length > 0 ? pages : all).map((path) => [path, `${shop.url}${path}`] as const)
      printPages(await servingEmptyPage((empty) => measurePages(new Map([[EMPTY, empty], ...asked]))))
    } finally {
      await shop.stop()
    }
  },
}
