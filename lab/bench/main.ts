import { loadavg } from 'node:os'
import { build } from '../../scripts/build.mjs'
import { ensureChromium } from '../../scripts/tools/chromium.mjs'
import { againstSection } from './against'
import { apiSection } from './api'
import { billingSection } from './billing'
import { catalogueSection } from './catalogue'
import { creditSection } from './credit'
import { firstLoadSection } from './first-load'
import { responseCacheSection } from './response-cache'
import { importsSection } from './imports'
import { listsSection } from './lists'
import { memorySection } from './memory'
import { pagesSection } from './pages'
import { reportsSection } from './reports'
import { chosenSections, type BenchSection } from './section'
import { slowVisitorSection } from './slow-visitor'
import { startSection } from './start'
import { streamsSection } from './streams'
import { weightSection } from './weight'
import { writesSection } from './writes'

/**
 * `npm run bench [section [argument …] …]`: runs the named sections, or all, one after another, and prints
 * their tables. Nothing here passes or fails by the clock; the figures are for people to compare, and each
 * table says what is wanted.
 */

// The longest is last.
const sections: readonly BenchSection[] = [
  pagesSection,
  slowVisitorSection,
  firstLoadSection,
  weightSection,
  responseCacheSection,
  catalogueSection,
  writesSection,
  creditSection,
  billingSection,
  listsSection,
  reportsSection,
  importsSection,
  apiSection,
  streamsSection,
  memorySection,
]

const load = () =>
  loadavg()
    .map((minutes) => minutes.toFixed(2))
    .join(' ')

const words = process.argv.slice(2)
// A page's address alone means the pages.
// These want to know what to compare with, so they run by name alone.
const known = words.length === 0 ? sections : [...sections, startSection, againstSection]
const chosen = chosenSections(known, words[0]?.startsWith('/') ? [pagesSection.name, ...words] : words)
if (chosen.some(({ section }) => section.needs === 'browser')) await ensureChromium()
if (chosen.some(({ section }) => section.needs !== undefined)) await build()
for (const { section, args } of chosen) {
  console.log(`\n${section.name}: ${section.wanted}\nLoad of the machine before it: ${load()}`)
  await section.run(args)
}
