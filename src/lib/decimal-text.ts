/** Decimals as people write them. Longer ones are left alone: a number of the language would lose digits of theirs. */
const DECIMAL = /^-?(?:\d{1,10}(?:\.\d{0,4})?|\.\d{1,4})$/

/** The shortest writing of a decimal: '012.50' → '12.5'. Any other text stays as it was typed. */
export function decimalText(typed: string): string {
  const text = typed.trim()
  return DECIMAL.test(text) ? String(Number(text)) : typed
}

/** A decimal with at least so many decimals: (2, '12.5') → '12.50'. Other texts, and decimals with more, stay as they are. */
export function decimalWith(decimals: number, text: string): string {
  if (!DECIMAL.test(text)) return text
  const [, fraction = ''] = decimalText(text).split('.')
  return fraction.length > decimals ? text : Number(text).toFixed(decimals)
}
