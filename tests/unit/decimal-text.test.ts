import { describe, expect, it } from 'vitest'
import { decimalText, decimalWith } from '~/lib/decimal-text'

describe('a decimal as it is typed', () => {
  it.each([
    ['12.50', '12.5', '12.50'],
    ['12.', '12', '12.00'],
    ['.5', '0.5', '0.50'],
    ['007', '7', '7.00'],
    ['-0.10', '-0.1', '-0.10'],
    ['9999999999.99', '9999999999.99', '9999999999.99'],
  ])('%s is %s, and as money %s', (typed, shortest, money) => {
    expect([decimalText(typed), decimalWith(2, typed)]).toEqual([shortest, money])
  })

  it('keeps every digit that a form has to refuse', () => {
    expect(decimalWith(2, '12.505')).toBe('12.505')
    for (const text of ['', '-', '1e2', '0x10', '12,50', 'abc', '12345678901234567890']) {
      expect([decimalText(text), decimalWith(2, text)]).toEqual([text, text])
    }
  })
})
