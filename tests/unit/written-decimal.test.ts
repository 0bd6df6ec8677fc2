import { describe, expect, it } from 'vitest'
import { readWrittenDecimal } from '~/lib/written-decimal'

const digits = (text: string, dot?: 'decimal' | 'group') => {
  const read = readWrittenDecimal(text, dot ?? null)
  if (read === null) return null
  return 'digits' in read ? read.digits : read.doubt
}

describe('a decimal as it is written', () => {
  it.each([
    ['1300.50', '1300.50'],
    ['1300,50', '1300.50'],
    ['€1,300.50', '1300.50'],
    ['1.300,50 €', '1300.50'],
    ['1,200', '1200'],
    ['1 450 EUR', '1450'],
    ["1'999.90", '1999.90'],
    ['12,345,678.90', '12345678.90'],
    ['0,200', '0.200'],
    ['1300.-', '1300'],
    ['−5,5', '-5.5'],
    ['.5', '0.5'],
  ])('%s is %s', (text, expected) => expect(digits(text)).toBe(expected))

  it('is left open where one dot stands before three digits, unless the column says what it means', () => {
    expect(digits('1.200')).toEqual(['1200', '1.200'])
    expect(digits('1.200', 'group')).toBe('1200')
    expect(digits('1.200', 'decimal')).toBe('1.200')
  })

  it.each(['', 'call us', '1e5', '0x10', '1,2,3', '1.2.3', '1,30.0.5', '12,34,567', '--', `1${'0'.repeat(60)}`])('%s is none', (text) =>
    expect(digits(text)).toBeNull(),
  )

  it('keeps the currency that it names', () => {
    expect(readWrittenDecimal('£12.50')).toMatchObject({ currency: 'GBP' })
    expect(readWrittenDecimal('$2,980')).toMatchObject({ digits: '2980', currency: 'USD' })
  })
})
