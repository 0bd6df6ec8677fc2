import { expect, it } from 'vitest'
import { platformNoticeText, type PlatformNotice } from '~/contracts/catalogue/platform-notices'
import { watchVersion } from '~/server/catalogue/shop/shopify/version-watch'

/** The notices after an answer with these headers, on a day. */
function told(day: string, headers: Record<string, string>): string[] {
  const said: PlatformNotice[] = []
  const notices = {
    say: (_source: string, notice: PlatformNotice) => {
      said.push(notice)
      return Promise.resolve()
    },
    settle: () => Promise.resolve(),
    replace: () => Promise.resolve(),
  }
  const address = 'https://shop.example/admin/api/2026-10/graphql.json'
  watchVersion({ source: 'admin', address, variable: 'SHOPIFY_ADMIN_URL', notices, now: () => new Date(`${day}T12:00:00Z`) })(
    new Headers(headers),
  )
  return said.map(platformNoticeText)
}
const served = { 'X-Shopify-API-Version': '2026-10' }

it('says nothing of a version before the last 90 days of its year', () => {
  expect(told('2026-11-28', served)).toEqual([])
  expect(told('2027-07-02', served)).toEqual([])
})

it('says from 90 days before its end until when it is supported', () => {
  const until = 'SHOPIFY_ADMIN_URL: version 2026-10 is supported until 2027-10-01. Update the shop’s software, then the address.'
  expect(told('2027-07-03', served)).toEqual([until])
  expect(told('2027-10-02', served)[0]).toContain('was supported until 2027-10-01')
})

it('says that another version answers, and that a call is deprecated', () => {
  expect(told('2026-11-28', { 'X-Shopify-API-Version': '2027-01' })).toEqual([
    'SHOPIFY_ADMIN_URL: it names version 2026-10, which Shopify no longer serves: it answers by 2027-01.',
  ])
  expect(told('2026-11-28', { ...served, 'X-Shopify-API-Deprecated-Reason': 'https://example.com/why' })).toEqual([
    'SHOPIFY_ADMIN_URL: Shopify says that a call is deprecated. https://example.com/why',
  ])
})
