import { expect, it } from 'vitest'
import { vatNumberOf } from '~/contracts/billing/buyers'

it.each([
  ['GB980780684', 'GB980780684'],
  ['980 7806 84', 'GB980780684'],
  // By the later of the two checks.
  ['gb 100 0000 34', 'GB100000034'],
  ['GBGD500', 'GBGD500'],
  ['IE1234567WA', 'IE1234567WA'],
  ['DE 123.456.789', 'DE123456789'],
  ['NL123456789B01', 'NL123456789B01'],
  ['EL123456789', 'EL123456789'],
  ['GR123456789', 'EL123456789'],
  ['NO123456789MVA', 'NO123456789MVA'],
  // Northern Ireland, and Belgian numbers that were given out since 2023.
  ['XI 980 7806 84', 'XI980780684'],
  ['BE 1000.000.120', 'BE1000000120'],
])('%s is the VAT number %s', (typed, number) => {
  expect(vatNumberOf(typed)).toBe(number)
})

it.each([
  'GB980780685',
  'XI980780685',
  'BE428759497',
  'GB98078068',
  '98078068',
  'DE12345678',
  'EL12345678',
  'not a number',
  'NOTANUMBER',
  'GB',
  '',
])('%s is none', (typed) => {
  expect(vatNumberOf(typed)).toBeNull()
})
