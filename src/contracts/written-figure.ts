/** Figures as people write them: '1,234.5', '12,5', '1.234,5'. */

const LONGEST = 40
/** Groups of three digits by commas, and a decimal part. */
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
/** The same with the signs the other way round; one point alone before three digits is a decimal point. */
const GROUPED_BY_POINTS = /^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/
const DECIMAL_COMMA = /^\d+,\d+$/
const PLAIN = /^\d+(?:\.\d*)?$|^\.\d+$/

/**
 * The number that a figure without a sign says. A comma separates thousands before three digits alone, any other is a decimal sign.
 * @returns null for a text that is no figure, such as '1,2,3'
 */
export function figureOf(written: string): number | null {
  const text = written.trim()
  if (text.length > LONGEST) return null
  if (GROUPED.test(text)) return Number(text.replaceAll(',', ''))
  if (GROUPED_BY_POINTS.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'))
  if (DECIMAL_COMMA.test(text)) return Number(text.replace(',', '.'))
  return PLAIN.test(text) ? Number(text) : null
}
