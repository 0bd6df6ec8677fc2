import { readFigure, type DotMeaning, type WrittenFigure } from '~/contracts/written-figure'

/** Amounts as people and programs write them: '€1,300.50', "1'300.50", '1300.-', '−5,5'. */

export type WrittenDecimal = (NonNullable<WrittenFigure> & { currency: string | null }) | null

const LONGEST = 40

/** Signs and codes beside amounts, with their currency. */
const CURRENCIES: readonly [pattern: RegExp, code: string][] = [
  [/€|\bEUR(?:O|OS)?\b/i, 'EUR'],
  [/£|\bGBP\b/i, 'GBP'],
  [/US\$|\$|\bUSD[TC]?\b/i, 'USD'],
  [/\bCHF\b/i, 'CHF'],
  [/¥|\bCNY\b|\bRMB\b|\bJPY\b/i, 'another currency'],
  [/₿|\bBTC\b|\bETH\b|zł|\bPLN\b|\bSEK\b|\bNOK\b|\bDKK\b|\bCZK\b|\bCAD\b|\bAUD\b|₽|\bRUB\b|₹|\bINR\b|\bkr\b/i, 'another currency'],
]

/** @param text a cell or the name of a column @returns null for none */
export function namedCurrency(text: string): string | null {
  return CURRENCIES.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

const BLANKS = /[\s\u00A0\u2000-\u200B\u202F\u2060]/g
/** A bare figure. Three digits after a point are ambiguous and read further on. */
const PLAIN = /^\d+(?:\.\d{1,2})?$/

/** @param dot the meaning of a dot in this column, if other cells show it @returns null for a text that is no number */
export function readWrittenDecimal(text: string, dot: DotMeaning | null = null): WrittenDecimal {
  if (text.length > LONGEST) return null
  if (PLAIN.test(text)) return { digits: text, says: text.includes('.') ? 'decimal' : null, currency: null }
  const currency = namedCurrency(text)
  let rest = text
  if (currency !== null) for (const [pattern] of CURRENCIES) rest = rest.replace(pattern, '')
  rest = rest
    .replace(BLANKS, '')
    .replace(/^[−–]/, '-')
    .replace(/(\d)['’](?=\d{3})/g, '$1')
    // Whole amounts: '1300.-', '1300,—'.
    .replace(/[.,][-—]{1,2}$/, '')
  const minus = rest.startsWith('-') ? '-' : ''
  const figure = readFigure(rest.replace(/^[+-]/, ''), dot)
  if (figure === null) return null
  if ('doubt' in figure) return { doubt: [`${minus}${figure.doubt[0]}`, `${minus}${figure.doubt[1]}`], currency }
  return { ...figure, digits: `${minus}${figure.digits}`, currency }
}
