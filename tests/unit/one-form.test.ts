import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Days, times, amounts and shares are written in one form everywhere: by the helpers of src/lib, and with no blank before a percent sign. */

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:tsx?|mdx)$/.test(path) && !path.startsWith('generated') && !path.startsWith('lib/'))
  .toSorted()
  .map((path) => [path, readFileSync(`src/${path}`, 'utf8')] as const)
const using = (what: RegExp) => sources.filter(([, text]) => what.test(text)).map(([path]) => path)

it('days and times are written by src/lib/date-text.ts and src/lib/instant.ts', () => {
  expect(using(/dateStyle:|timeStyle:|toLocaleDateString|toLocaleTimeString|month: '(?:short|long)'/)).toEqual([])
})

it('amounts are written by src/lib', () => {
  expect(using(/style: 'currency'|[€£]\$\{|EUR \$\{|GBP \$\{/)).toEqual([])
})

it('customers read the months of days in full', () => {
  const ofCustomers =
    /^(?:features\/site\/|features\/[a-z-]+\/(?:customer|account|shop|tracking|passports)\/|server\/|contracts\/|content\/|pages\/(?!admin))/
  // The section of a unit's page in the back office.
  const ofStaff = ['features/stock/passports/unit-passport-section.tsx']
  const short = using(/\bformatShort(?:Day|Date)\b|\bDateText\b/)
  expect(short.filter((path) => ofCustomers.test(path) && !ofStaff.includes(path))).toEqual([])
  expect(short, 'the short form has readers at all').toContain('components/admin-list/cells.tsx')
})

it('a percent sign follows its number', () => {
  expect(using(/\$\{[^}`]+\} %[ .,)`]/)).toEqual([])
})
