import { describe, expect, it } from 'vitest'
import { amountInEuro } from '~/contracts/credit/credit'
import { amountOrNull, amountOrZero, decimalOf } from '~/contracts/fields'
import { adjustmentFields } from '~/contracts/catalogue/machine-values'
import { platformOrder } from '~/server/stock/sale/shopify/platform-order'

/** Programs take these for a number, and people do not. */
const odd = [
  '0x10',
  '\u22125',
  '0b11',
  '0o7',
  '1e2',
  '1E2',
  'Infinity',
  '-Infinity',
  '1_000',
  '12,50',
  '1 000',
  '+',
  '.',
  '--1',
  '٣',
  'NaN',
]

describe('an amount', () => {
  it.each(odd)('is decimal text, not %j', (text) => {
    expect(decimalOf(text)).toBeNaN()
    expect(amountInEuro.safeParse(text).success).toBe(false)
    expect(amountOrNull('Price').safeParse(text).success).toBe(false)
    expect(amountOrZero.parse(text)).toBe(0)
    expect(adjustmentFields.safeParse({ percent: text }).success).toBe(false)
    expect(platformOrder.shape.total_price.safeParse(text).success).toBe(false)
  })
  it.each([
    ['12.50', 12.5],
    [' 7 ', 7],
    ['.5', 0.5],
    ['3.', 3],
    ['+4', 4],
    ['0', 0],
  ])('is read from %j', (text, amount) => {
    for (const schema of [amountInEuro, amountOrNull('Price'), amountOrZero, platformOrder.shape.total_price])
      expect(schema.parse(text)).toBe(amount)
    expect(amountInEuro.parse('-12.50')).toBe(-12.5)
  })
})
