import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Days, times, amounts and shares are written in one form everywhere: by the helpers of src/lib, and with no blank before a percent sign. */

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('generated') && !path.startsWith('lib/'))
  .toSorted()
  .map((path) => [path, readFileSync(`src/${path}`, 'utf8')] as const)
const using = (what: RegExp) => sources.filter(([, text]) => what.test(text)).map(([path]) => path)

/** What has a form of its own, and why. */
const ownDates = [
  // A clock with seconds counts a wait down.
  'components/form/wait-note.tsx',
  // Months on an axis have no room for more.
  'components/charts/drawn-charts.tsx',
  // Names the time zone with the time.
  'server/identity/auth/account-emails.ts',
]
const ownMoney = [
  // A bill's VAT stands in sterling too.
  'server/billing/invoices/invoice-document.ts',
  // The shop platform's own fields come in any currency.
  'server/catalogue/shop/shopify/metafield-text.ts',
]

it('days and times are written by src/lib/date-text.ts and src/lib/instant.ts', () => {
  expect(using(/dateStyle:|timeStyle:|toLocaleDateString|toLocaleTimeString|month: '(?:short|long)'/)).toEqual(ownDates.toSorted())
})

it('amounts are written by src/lib/money.ts', () => {
  expect(using(/style: 'currency'|€\$\{|EUR \$\{/)).toEqual(ownMoney.toSorted())
})

it('a percent sign follows its number', () => {
  expect(using(/\$\{[^}`]+\} %[ .,)`]/)).toEqual([])
})
