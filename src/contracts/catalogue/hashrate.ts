import { figureOf } from '~/contracts/written-figure'

/** Hashrates are numbers in hashes per second (H/s): 110 TH/s is 1.1e14, which a number holds to the hash. */

export const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z'] as const
const THOUSAND = 1000
/** The longest text that is looked at: '1,234.5 TH/s' and much more. */
const LONGEST = 60

/** A rate and its unit; without 'H/s' behind it the prefix must be there: '140T'. */
const FORM = /^(?<rate>[\d.,]{1,20})\s{0,3}(?:(?<prefix>[kmgtpez]?)(?:h|sol|hash)(?:\/?s|ps)?|(?<short>[kmgtpez]))$/i
const MOST_DECIMALS = /[.,]\d{7,}$/

interface Rate {
  figure: number
  /** As it is stored and shown: 'TH/s'; 'kSol/s' keeps its word. */
  unit: string
  hashesPerSecond: number
}

/** The rate that a text says, as sellers write it: '110 TH/s', '12,5 TH/s', '140T', '1,234.5 GH'; null where it says none. */
export function readRate(text: string): Rate | null {
  const { rate, prefix, short } = FORM.exec(text.slice(0, LONGEST).trim())?.groups ?? {}
  if (rate === undefined || MOST_DECIMALS.test(rate)) return null
  const figure = figureOf(rate)
  const letter = (prefix ?? short ?? '').toLowerCase()
  const power = PREFIXES.findIndex((known) => known.toLowerCase() === letter)
  if (figure === null || power < 0) return null
  const written = text.trim().slice(rate.length).trim()
  const unit = short === undefined ? written : `${PREFIXES[power] ?? ''}H/s`
  return { figure, unit, hashesPerSecond: figure * THOUSAND ** power }
}

/** H/s of a unit such as 'TH/s', 'GH', 'MHS'; null for what is no unit. */
export function unitOf(text: string): number | null {
  return /[hl]/i.test(text) ? hashrateOf(`1${text.trim()}`) : null
}

/** The H/s of a text such as '110 TH/s', as a machine's row has it (requirements §3 trade_in_machines); null where it says none. */
export const hashrateOf = (text: string): number | null => readRate(text)?.hashesPerSecond ?? null

const roundedTo = (rate: number) => Number(rate.toFixed(rate < 10 ? 2 : 1))

/** '104.3 TH/s' */
export function hashrateText(hashesPerSecond: number): string {
  const smaller = hashesPerSecond < 1 ? 0 : Math.min(PREFIXES.length - 1, Math.floor(Math.log10(hashesPerSecond) / 3))
  // A rate that is rounded up to a thousand is one of the next unit.
  const isNext = roundedTo(hashesPerSecond / THOUSAND ** smaller) >= THOUSAND && smaller < PREFIXES.length - 1
  const power = isNext ? smaller + 1 : smaller
  const rate = hashesPerSecond / THOUSAND ** power
  return `${rate.toLocaleString('en-GB', { maximumFractionDigits: rate < 10 ? 2 : 1 })} ${PREFIXES[power] ?? ''}H/s`
}
