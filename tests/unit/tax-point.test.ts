import { expect, it } from 'vitest'
import { taxPointOf } from '~/contracts/billing/tax-point'

/** VATA 1994, section 6: each case as HMRC tells it in VAT Notice 700, section 14. */
it.each([
  ['an invoice of the same day', '2026-11-20', '2026-11-20', null, '2026-11-20'],
  ['an invoice on the 14th day after the supply', '2026-11-20', '2026-11-06', null, '2026-11-20'],
  ['one on the 15th day', '2026-11-20', '2026-11-05', null, '2026-11-05'],
  ['one across the end of a quarter, in time', '2026-10-02', '2026-09-29', null, '2026-10-02'],
  ['one months later', '2026-11-20', '2026-08-31', null, '2026-08-31'],
  ['an invoice before the supply', '2026-11-20', '2026-11-30', null, '2026-11-20'],
  ['a payment before the supply and the invoice', '2026-11-20', '2026-11-18', '2026-09-30', '2026-09-30'],
  ['a payment before an invoice of what is not supplied yet', '2026-11-20', '2026-11-20', '2026-09-30', '2026-09-30'],
  ['a payment after the supply, and an invoice in time', '2026-11-20', '2026-11-10', '2026-11-12', '2026-11-20'],
  ['a payment after the supply, and a late invoice', '2026-11-20', '2026-08-31', '2026-10-01', '2026-08-31'],
])('%s', (_what, issuedOn, suppliedOn, paidOn, expected) => {
  expect(taxPointOf({ issuedOn, suppliedOn, paidOn })).toBe(expected)
})
