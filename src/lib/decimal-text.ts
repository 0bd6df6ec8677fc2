/** Longer decimals are left alone: a JavaScript number would lose digits. */
const DECIMAL = /^-?(?:\d{1,10}(?:\.\d{0,4})?|\.\d{1,4})$/

/** '012.50' → '12.5'. Other texts stay as typed. */
export function decimalText(typed: string): string {
  const text = typed.trim()
  return DECIMAL.test(text) ? String(Number(text)) : typed
}

/** (2, '12.5') → '12.50'. Other texts, and decimals with more places, stay as they are. */
export function decimalWith(decimals: number, text: string): string {
  if (!DECIMAL.test(text)) return text
  const [, fraction = ''] = decimalText(text).split('.')
  return fraction.length > decimals ? text : Number(text).toFixed(decimals)
}
