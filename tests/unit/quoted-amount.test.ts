import { expect, it } from 'vitest'
import { sentQuoteStates } from '~/contracts/cases/sent-quote'
import { formatCost, formatValue } from '~/lib/quoted-amount'

it('keeps the value that was offered last in sight, marked, until another is agreed', () => {
  const shown = sentQuoteStates.map((state) => formatValue(null, 250, { state, total: 180 }))
  expect(shown).toEqual(['€180.00 (offered)', '€180.00', '€180.00 (declined)', '€180.00 (disputed)', '€180.00 (not answered)'])
  expect(formatValue(90, 250, { state: 'disputed', total: 180 })).toBe('€90.00')
  expect([formatValue(null, 250, null), formatValue(null, null, null)]).toEqual(['~€250.00', 'TBD'])
})

it('says of an estimated cost what was said to the estimate', () => {
  const shown = sentQuoteStates.map((state) => formatCost(null, 100, { state, total: 100 }))
  expect(shown).toEqual(['~€100.00', '~€100.00', '~€100.00 (declined)', '~€100.00 (disputed)', '~€100.00 (not answered)'])
  expect(formatCost(80, 100, { state: 'declined', total: 20 })).toBe('€80.00')
  expect([formatCost(null, 100, null), formatCost(null, null, { state: 'declined', total: 100 })]).toEqual(['~€100.00', 'TBD'])
})
