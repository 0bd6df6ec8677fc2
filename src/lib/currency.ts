const formats = new Map<string, Intl.NumberFormat>()

/** @param currency ISO 4217: 90 in GBP → '£90.00' */
export function formatMoney(amount: number, currency = 'EUR'): string {
  const format = formats.get(currency) ?? new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  formats.set(currency, format)
  return format.format(amount).replace('-', '−')
}

/** VAT is stated in GBP with pence: 29.17 → '£29.17'. */
export const formatSterling = (amount: number) => formatMoney(amount, 'GBP')
