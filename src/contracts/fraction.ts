/** Exact arithmetic for figures that end as money: binary fractions move cents. */

export interface Fraction {
  over: bigint
  under: bigint
}

const DECIMAL = /^(?<sign>-?)(?<whole>\d{0,40})(?:\.(?<part>\d{0,40}))?(?:e(?<power>[+-]?\d{1,3}))?$/i

/** '3.125', 0.25, 1e21. @throws {RangeError} for a text that is no decimal */
export function fractionOf(decimal: number | string | bigint): Fraction {
  const groups = DECIMAL.exec(String(decimal))?.groups
  const { sign = '', whole = '', part = '', power = '0' } = groups ?? {}
  if (whole + part === '') throw new RangeError('Not a decimal')
  const places = BigInt(part.length) - BigInt(power)
  const digits = BigInt(`${sign}${whole}${part}`)
  return places < 0n ? { over: digits * 10n ** -places, under: 1n } : { over: digits, under: 10n ** places }
}

export const times = (...factors: readonly Fraction[]): Fraction =>
  factors.reduce((product, { over, under }) => ({ over: product.over * over, under: product.under * under }))

export const plus = (one: Fraction, other: Fraction): Fraction => ({
  over: one.over * other.under + other.over * one.under,
  under: one.under * other.under,
})

export const dividedBy = ({ over, under }: Fraction, divisor: Fraction): Fraction => ({
  over: over * divisor.under,
  under: under * divisor.over,
})

/** Rounded half away from zero: 1.005 with 2 places is 101. @throws {RangeError} for a denominator of 0 */
export function inUnits({ over, under }: Fraction, places: number): bigint {
  const scaled = over * 10n ** BigInt(places)
  const isNegative = scaled < 0n !== under < 0n
  const [top, bottom] = [scaled < 0n ? -scaled : scaled, under < 0n ? -under : under]
  const rounded = (2n * top + bottom) / (2n * bottom)
  return isNegative ? -rounded : rounded
}

/** With all places: '0.00012300'. */
export function decimalText(fraction: Fraction, places: number): string {
  const units = inUnits(fraction, places)
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  return `${units < 0n ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`
}

/** '0.12500' → '0.125', '3.000' → '3'. */
export function withoutZeros(decimal: string): string {
  if (!decimal.includes('.')) return decimal
  let end = decimal.length
  while (decimal[end - 1] === '0') end -= 1
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end)
}
