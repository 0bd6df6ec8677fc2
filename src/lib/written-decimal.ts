/**
 * Decimals as people and programs write them: '1300.50', '1300,50', '€1,300.50', "1'300.50", '1.300,50', '1,200'.
 * What the text alone does not say stays unsaid: '1.200' is 1200 in Berlin and 1.2 in London.
 */

/** What other numbers of the same column say of a dot: that it stands before decimals, or between thousands. */
export type DotMeaning = 'decimal' | 'group'

export type WrittenDecimal =
  /** `digits` is a plain number: '-1300.50'. `says` what it tells of the dots of its column. */
  | { digits: string; says: DotMeaning | null; currency: string | null }
  /** One dot with three digits behind it. */
  | { doubt: readonly [grouped: string, decimal: string]; currency: string | null }
  | null

const LONGEST = 40

/** Signs and codes that stand beside amounts, with the currency that they mean. */
const CURRENCIES: readonly [pattern: RegExp, code: string][] = [
  [/€|\bEUR(?:O|OS)?\b/i, 'EUR'],
  [/£|\bGBP\b/i, 'GBP'],
  [/US\$|\$|\bUSD[TC]?\b/i, 'USD'],
  [/\bCHF\b/i, 'CHF'],
  [/¥|\bCNY\b|\bRMB\b|\bJPY\b/i, 'another currency'],
  [/₿|\bBTC\b|\bETH\b|zł|\bPLN\b|\bSEK\b|\bNOK\b|\bDKK\b|\bCZK\b|\bCAD\b|\bAUD\b|₽|\bRUB\b|₹|\bINR\b|\bkr\b/i, 'another currency'],
]

/** The currency that a text names, such as a cell or the name of a column; null for none. */
export function namedCurrency(text: string): string | null {
  return CURRENCIES.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

const BLANKS = /[\s\u00A0\u2000-\u200B\u202F\u2060]/g
const PLAIN = /^-?\d+(?:\.\d+)?$/
const GROUPS = { ',': /^\d{1,3}(?:,\d{3})+$/, '.': /^\d{1,3}(?:\.\d{3})+$/ }
/** Three digits behind one mark, with a group's number of digits before it. */
const THREE = /^[1-9]\d{0,2}[.,]\d{3}$/

/**
 * Reads a decimal. One comma before three digits is between thousands, as in 'en-GB'; before any other number of digits it stands before
 * decimals. @param dot the meaning of a dot in the column, where other cells say it
 * @returns null for a text that is no number
 */
export function readWrittenDecimal(text: string, dot: DotMeaning | null = null): WrittenDecimal {
  if (text.length > LONGEST) return null
  // Most cells are plain.
  if (PLAIN.test(text) && !THREE.test(text)) return { digits: text, says: text.includes('.') ? 'decimal' : null, currency: null }
  const currency = namedCurrency(text)
  let rest = text
  if (currency !== null) for (const [pattern] of CURRENCIES) rest = rest.replace(pattern, '')
  rest = rest
    .replace(BLANKS, '')
    .replace(/[−–]/, '-')
    .replace(/(\d)['’](?=\d{3})/g, '$1')
    // Prices of whole amounts: '1300.-', '1300,—'.
    .replace(/[.,][-—]{1,2}$/, '')
  const [, sign = '', number = ''] = /^([+-]?)([\d.,]+)$/.exec(rest) ?? []
  const minus = sign === '-' ? '-' : ''
  const read = (digits: string, says: DotMeaning | null): WrittenDecimal =>
    /^\d+(?:\.\d+)?$|^\.\d+$/.test(digits) ? { digits: `${minus}${digits.startsWith('.') ? '0' : ''}${digits}`, says, currency } : null
  const dots = number.split('.').length - 1
  const commas = number.split(',').length - 1
  if (number === '') return null
  if (dots === 0 && commas === 0) return read(number, null)
  if (dots > 0 && commas > 0) {
    const last = number.lastIndexOf('.') > number.lastIndexOf(',') ? '.' : ','
    const [whole = '', decimals = '', ...more] = number.split(last)
    const other = last === '.' ? ',' : '.'
    if (more.length > 0 || !GROUPS[other].test(whole)) return null
    return read(`${whole.replaceAll(other, '')}.${decimals}`, last === '.' ? 'decimal' : 'group')
  }
  const mark = dots > 0 ? '.' : ','
  if (dots + commas > 1) return GROUPS[mark].test(number) ? read(number.replaceAll(mark, ''), mark === '.' ? 'group' : 'decimal') : null
  const decimal = number.replace(',', '.')
  if (mark === ',') return THREE.test(number) ? read(number.replace(',', ''), null) : read(decimal, 'group')
  if (!THREE.test(number)) return read(decimal, 'decimal')
  if (dot === null) return { doubt: [`${minus}${number.replace('.', '')}`, `${minus}${number}`], currency }
  return read(dot === 'group' ? number.replace('.', '') : number, null)
}
