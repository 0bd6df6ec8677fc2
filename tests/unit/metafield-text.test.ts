import { expect, it } from 'vitest'
import { metafieldText } from '~/server/catalogue/shop/shopify/metafield-text'

/** Dates of products as the shop platform keeps them, and as people read them. */
it.each([
  ['date', '2026-11-20', '20 November 2026'],
  ['date_time', '2026-11-20T14:30:00+00:00', '20 November 2026, 14:30 UTC'],
  ['date_time', '2026-11-20T14:30:00+02:00', '20 November 2026, 12:30 UTC'],
  ['date_time', '2026-11-20T14:30:00', '20 November 2026, 14:30 UTC'],
  ['list.date', '["2026-11-20","2026-12-01"]', '20 November 2026, 1 December 2026'],
  ['date', 'soon', ''],
  ['date_time', '2026-13-40T14:30:00Z', ''],
])('a metafield of the type %s with %s is shown as "%s"', (type, value, text) => {
  expect(metafieldText({ type, value })).toBe(text)
})
