import { gzipSync } from 'node:zlib'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { publicPages } from '~/lib/paths'
import { startShop } from '../../tests/e2e/support/shop-server'
import { findChromium } from '../tools/chromium.mjs'
import type { BenchSection } from './section'

/** What a visitor's first visit to a page costs, measured on the built site. */
interface PageFigures {
  path: string
  /** Lighthouse scores, 0 to 1, mobile preset. */
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** Cumulative layout shift. */
  cls: number
  /** Largest contentful paint on the preset's slow phone and network, ms. */
  lcpMs: number
  /** JavaScript of the first load, kB gzip. */
  scriptKb: number
}

/** The scripts that a page's HTML asks for, gzip, in kB (1000 bytes). */
async function firstLoadScripts(site: string, path: string): Promise<number> {
  const html = await (await fetch(`${site}${path}`)).text()
  const scripts = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"[^>]*>/g)]
    // Polyfills for browsers that no longer matter: `nomodule` scripts are not loaded.
    .filter(([tag]) => !/\snomodule/i.test(tag))
    .flatMap(([, source]) => (source === undefined ? [] : [source]))
  const sizes = await Promise.all(
    [...new Set(scripts)].map(async (source) => {
      const body = await (await fetch(new URL(source, site))).arrayBuffer()
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

/** Opens each page in Chromium under Lighthouse's mobile preset, one after another. */
async function measurePages(site: string, paths: readonly string[]): Promise<PageFigures[]> {
  const chromePath = findChromium()
  if (!chromePath) throw new Error('No Chromium: npm test installs one, or set CHROMIUM_PATH')
  const chrome = await launch({ chromePath, chromeFlags: CHROMIUM_FLAGS })
  try {
    const figures: PageFigures[] = []
    for (const path of paths) {
      const result = await lighthouse(`${site}${path}`, { port: chrome.port, output: 'json', logLevel: 'error' })
      if (!result) throw new Error(`Lighthouse gave no result for ${path}`)
      const { categories, audits } = result.lhr
      const score = (name: string) => categories[name]?.score ?? 0
      figures.push({
        path,
        performance: score('performance'),
        accessibility: score('accessibility'),
        bestPractices: score('best-practices'),
        seo: score('seo'),
        cls: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
        lcpMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
        scriptKb: await firstLoadScripts(site, path),
      })
    }
    return figures
  } finally {
    chrome.kill()
  }
}

const WANTED = { performance: 0.97, score: 0.95, cls: 0.02 }

const isAsWanted = ({ performance, accessibility, bestPractices, seo, cls }: PageFigures) =>
  performance >= WANTED.performance && [accessibility, bestPractices, seo].every((score) => score >= WANTED.score) && cls < WANTED.cls

function printPages(figures: PageFigures[]): void {
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

/** `npm run bench pages [PAGE …]`. */
export const pagesSection: BenchSection = {
  name: 'pages',
  wanted: `public pages with the demo data, Lighthouse mobile preset (wanted: performance at least ${WANTED.performance}, every other score ${WANTED.score}, CLS under ${WANTED.cls})`,
  needs: 'browser',
  run: async (pages) => {
    const shop = await startShop('test-results/bench-server.log')
    try {
      printPages(await measurePages(shop.url, pages.length > 0 ? pages : publicPages))
    } finally {
      await shop.stop()
    }
  },
}
