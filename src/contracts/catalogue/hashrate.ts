import { figureOf } from '~/contracts/written-figure'

/** Hashrates are H/s: 110 TH/s is 1.1e14, which a number holds exactly. */

export const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z'] as const
const THOUSAND = 1000
/** Characters; longer texts are no rates. */
const LONGEST = 60

/** Without 'H/s' the prefix is required: '140T'. */
const FORM = /^(?<rate>[\d.,]{1,20})\s{0,3}(?:(?<prefix>[kmgtpez]?)(?:h|sol|hash)(?:\/?s|ps)?|(?<short>[kmgtpez]))$/i
const MOST_DECIMALS = /[.,]\d{7,}$/

interface Rate {
  figure: number
  /** As stored and shown: 'TH/s'; 'kSol/s' stays in Sol. */
  unit: string
  hashesPerSecond: number
}

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

/** H/s of 'TH/s', 'GH' or 'MHS'; null for other texts. */
export function unitOf(text: string): number | null {
  return /[hl]/i.test(text) ? hashrateOf(`1${text.trim()}`) : null
}

/** H/s of a machine's hashrate, '110 TH/s' (requirements §3 trade_in_machines). */
export const hashrateOf = (text: string): number | null => readRate(text)?.hashesPerSecond ?? null

const roundedTo = (rate: number) => Number(rate.toFixed(rate < 10 ? 2 : 1))

/** '104.3 TH/s' */
export function hashrateText(hashesPerSecond: number): string {
  const smaller = hashesPerSecond < 1 ? 0 : Math.min(PREFIXES.length - 1, Math.floor(Math.log10(hashesPerSecond) / 3))
  // Rounding up to a thousand moves to the next unit.
  const isNext = roundedTo(hashesPerSecond / THOUSAND ** smaller) >= THOUSAND && smaller < PREFIXES.length - 1
  const power = isNext ? smaller + 1 : smaller
  const rate = hashesPerSecond / THOUSAND ** power
  return `${rate.toLocaleString('en-GB', { maximumFractionDigits: rate < 10 ? 2 : 1 })} ${PREFIXES[power] ?? ''}H/s`
}
