/** Hashrates are numbers in hashes per second (H/s): 110 TH/s is 1.1e14, which a number holds to the hash. */

const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const
const THOUSAND = 1000
/** The longest text that is looked at: '1,234.5 TH/s' and much more. */
const LONGEST = 60

const FORM = /^(?<rate>\d{1,12}(?:\.\d{1,6})?)\s{0,3}(?<prefix>[kmgtpe]?)(?:h|sol|hash)(?:\/?s|ps)?$/i

/** H/s of a unit such as 'TH/s', 'GH', 'MHS'; null for what is no unit. */
export function unitOf(text: string): number | null {
  return hashrateOf(`1${text.trim()}`)
}

/** The H/s of a text such as '110 TH/s', as a machine's row has it (spec §3 trade_in_machines); null where it says none. */
export function hashrateOf(text: string): number | null {
  const { rate, prefix } = FORM.exec(text.slice(0, LONGEST).replaceAll(',', '').trim())?.groups ?? {}
  if (rate === undefined || prefix === undefined) return null
  const power = PREFIXES.findIndex((known) => known.toLowerCase() === prefix.toLowerCase())
  return Number(rate) * THOUSAND ** power
}

/** '104.3 TH/s' */
export function hashrateText(hashesPerSecond: number): string {
  const power = hashesPerSecond < 1 ? 0 : Math.min(PREFIXES.length - 1, Math.floor(Math.log10(hashesPerSecond) / 3))
  const rate = hashesPerSecond / THOUSAND ** power
  return `${rate.toLocaleString('en-GB', { maximumFractionDigits: rate < 10 ? 2 : 1 })} ${PREFIXES[power] ?? ''}H/s`
}
