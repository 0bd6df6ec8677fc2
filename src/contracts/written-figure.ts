/** Figures such as '1,234.5', '12,5' and '1.234,5'. */

/** Meaning of a point, by other numbers of the column: decimal point or thousands separator. */
export type DotMeaning = 'decimal' | 'group'

export type WrittenFigure =
  /** `digits`: '1300.50'. `says`: the meaning of points that this figure shows. */
  | { digits: string; says: DotMeaning | null }
  /** Ambiguous: '1.200' is 1200 in Berlin and 1.2 in London. */
  | { doubt: readonly [grouped: string, decimal: string] }
  | null

const LONGEST = 40
/** '1,234,567.5' */
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/
/** '1.234.567,5' */
const GROUPED_BY_POINTS = /^[1-9]\d{0,2}(?:\.\d{3})+,\d+$|^[1-9]\d{0,2}(?:\.\d{3}){2,}$/
const ONE_POINT = /^[1-9]\d{0,2}\.\d{3}$/
const DECIMAL_COMMA = /^\d*,\d+$/
const PLAIN = /^\d+(?:\.\d*)?$|^\.\d+$/

const plain = (digits: string) => digits.replace(/^\./, '0.').replace(/\.$/, '')

/**
 * Without a sign. A comma before exactly three digits separates thousands, any other is a decimal comma.
 * @param dot meaning of a single point before three digits
 * @returns null for other texts, such as '1,2,3'
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

/** Without a sign; a single point before three digits is a decimal point. Null for other texts. */
export function figureOf(written: string): number | null {
  const read = readFigure(written.trim(), 'decimal')
  return read && 'digits' in read ? Number(read.digits) : null
}
