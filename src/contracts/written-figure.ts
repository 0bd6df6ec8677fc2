/** Figures as people write them: '1,234.5', '12,5', '1.234,5'. */

/** The meaning of a point by other numbers of the same column: before decimals, or between thousands. */
export type DotMeaning = 'decimal' | 'group'

export type WrittenFigure =
  /** `digits` is a plain number: '1300.50'. `says` what it tells of the points of its column. */
  | { digits: string; says: DotMeaning | null }
  /** One point before three digits: '1.200' is 1200 in Berlin and 1.2 in London. */
  | { doubt: readonly [grouped: string, decimal: string] }
  | null

const LONGEST = 40
/** Groups of three digits by commas, and a decimal part. */
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/
/** The same with the signs the other way round. */
const GROUPED_BY_POINTS = /^[1-9]\d{0,2}(?:\.\d{3})+,\d+$|^[1-9]\d{0,2}(?:\.\d{3}){2,}$/
const ONE_POINT = /^[1-9]\d{0,2}\.\d{3}$/
const DECIMAL_COMMA = /^\d*,\d+$/
const PLAIN = /^\d+(?:\.\d*)?$|^\.\d+$/

const plain = (digits: string) => digits.replace(/^\./, '0.').replace(/\.$/, '')

/**
 * Reads a figure without a sign. A comma separates thousands before three digits alone, any other is a decimal sign.
 * @param dot what a point alone before three digits means
 * @returns null for a text that is no figure, such as '1,2,3'
 */
export function readFigure(text: string, dot: DotMeaning | null): WrittenFigure {
  if (text.length > LONGEST) return null
  if (GROUPED.test(text)) return { digits: plain(text.replaceAll(',', '')), says: /,.*[,.]/.test(text) ? 'decimal' : null }
  if (GROUPED_BY_POINTS.test(text)) return { digits: text.replaceAll('.', '').replace(',', '.'), says: 'group' }
  if (DECIMAL_COMMA.test(text)) return { digits: plain(text.replace(',', '.')), says: 'group' }
  if (!PLAIN.test(text)) return null
  if (!ONE_POINT.test(text)) return { digits: plain(text), says: text.includes('.') ? 'decimal' : null }
  const grouped = text.replace('.', '')
  return dot === null ? { doubt: [grouped, text] } : { digits: dot === 'group' ? grouped : text, says: null }
}

/** The number that a figure without a sign says; a point alone before three digits is a decimal point. @returns null for no figure */
export function figureOf(written: string): number | null {
  const read = readFigure(written.trim(), 'decimal')
  return read && 'digits' in read ? Number(read.digits) : null
}
