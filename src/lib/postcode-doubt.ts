import { printDoubt } from './printable'

/** Doubts about postal addresses, said while they are typed. An address is taken as it is written. */

/** A British postcode, also one written in one word or in small letters; forces' mail has a number of its own. */
const POSTCODE = /\b(?:[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}|gir\s*0aa|bfpo\s*\d{1,4})\b/i
/** Postcodes of other countries: four digits or more, or Ireland's Eircode. */
const OTHER_POSTCODE = /\b(?:\d{4,}|\d{3}\s\d{2}|[ac-fhknprtv-y]\d[\dw]\s*[\dac-fhknprtv-y]{4})\b/i
const BRITISH = /^(?:uk|u\.k\.|gb|united kingdom|great britain|britain|england|scotland|wales|northern ireland)\.?$/i

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
let known: ReadonlySet<string> | undefined
/** English names of countries, in small letters. */
function countryNames(): ReadonlySet<string> {
  const names = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'none' })
  known ??= new Set(LETTERS.flatMap((one) => LETTERS.flatMap((two) => names.of(`${one}${two}`)?.toLowerCase() ?? [])))
  return known
}

/** The parts of an address, which people divide by lines or commas. */
const partsOf = (address: string) =>
  address
    .split(/[\n,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** True for an address that is likely British: by its country, else by what it says itself. */
function isBritish(address: string, parts: readonly string[], country: unknown): boolean {
  const letters = typeof country === 'string' ? country.trim().toUpperCase() : ''
  if (letters !== '') return letters === 'GB' || letters === 'UK'
  const last = parts.at(-1) ?? ''
  if (BRITISH.test(last)) return true
  return !OTHER_POSTCODE.test(address) && !countryNames().has(last.toLowerCase())
}

/**
 * Asks for the postcode of a British address that has none; null where nothing is to say. It can be saved either way.
 * @param country two letters, where the form knows it
 */
export function postcodeDoubt(address: string, country?: unknown): string | null {
  const parts = partsOf(address)
  // One part is still being typed.
  if (parts.length < 2 || POSTCODE.test(address) || !isBritish(address, parts, country)) return null
  return 'No British postcode yet. You can save it without one, but with it parcels and letters arrive sooner.'
}

/** All doubts about an address. @param form the other fields of its form */
export const addressDoubt = (address: string, form: Readonly<Record<string, unknown>> = {}): string | null =>
  printDoubt(address) ?? postcodeDoubt(address, form.country)
