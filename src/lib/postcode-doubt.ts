import { printDoubt } from './printable'

/** Hints about postal addresses while they are typed; an address is saved as written. */

/** A British postcode, also without its space or in lower case; BFPO numbers are for forces' mail. */
const POSTCODE = /\b(?:[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}|gir\s*0aa|bfpo\s*\d{1,4})\b/i
/** Postcodes of other countries: four digits or more, or an Irish Eircode. */
const OTHER_POSTCODE = /\b(?:\d{4,}|\d{3}\s\d{2}|[ac-fhknprtv-y]\d[\dw]\s*[\dac-fhknprtv-y]{4})\b/i
const BRITISH = /^(?:uk|u\.k\.|gb|united kingdom|great britain|britain|england|scotland|wales|northern ireland)\.?$/i

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
let known: ReadonlySet<string> | undefined
function countryNames(): ReadonlySet<string> {
  const names = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'none' })
  known ??= new Set(LETTERS.flatMap((one) => LETTERS.flatMap((two) => names.of(`${one}${two}`)?.toLowerCase() ?? [])))
  return known
}

const partsOf = (address: string) =>
  address
    .split(/[\n,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Judged by the country, without one by the address itself. */
function isBritish(address: string, parts: readonly string[], country: unknown): boolean {
  const letters = typeof country === 'string' ? country.trim().toUpperCase() : ''
  if (letters !== '') return letters === 'GB' || letters === 'UK'
  const last = parts.at(-1) ?? ''
  if (BRITISH.test(last)) return true
  return !OTHER_POSTCODE.test(address) && !countryNames().has(last.toLowerCase())
}

/** Null if there is nothing to ask. Does not prevent saving. @param country two letters, where the form has one */
export function postcodeDoubt(address: string, country?: unknown): string | null {
  const parts = partsOf(address)
  // A single part is still being typed.
  if (parts.length < 2 || POSTCODE.test(address) || !isBritish(address, parts, country)) return null
  return 'No British postcode yet. You can save it without one, but with it parcels and letters arrive sooner.'
}

/** @param form the other fields of its form */
export const addressDoubt = (address: string, form: Readonly<Record<string, unknown>> = {}): string | null =>
  printDoubt(address) ?? postcodeDoubt(address, form.country)
