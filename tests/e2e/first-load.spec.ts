import { firstLoadBytes, firstLoadScripts } from '../setup/first-load-bytes'
import { expect, test } from './support/fixtures'

/**
 * Limits what a page makes a browser load before it can answer: times the gzip of an empty page of this Next, which has 110.1 kB
 * (1000 bytes; `npm run bench scripts` builds one and compares).
 */
const EMPTY_PAGE_KB = 110.1
const LIMITS = { public: 1.2, 'signed in': 2.22 }

const limitOf = (page: string) => (/^\/(?:admin|auth|account)/.test(page) ? LIMITS['signed in'] : LIMITS.public)

const pages = [
  ...[
    '/',
    '/products',
    '/products/[slug]',
    '/auth',
    '/admin',
    '/admin/machines',
    '/trade-in/submit',
    '/repair/request',
    '/track',
    '/track/[secret]',
  ],
  ...['/newsletter', '/account', '/account/[section]', '/account/[section]/[number]'],
]

test('no page has grown beyond its budget of first-load JavaScript', () => {
  const sizes = [...firstLoadBytes('.')].map(([page, bytes]) => ({ page, ratio: bytes / 1000 / EMPTY_PAGE_KB, limit: limitOf(page) }))
  expect(sizes.map(({ page }) => page)).toEqual(expect.arrayContaining(pages))
  expect(sizes.filter(({ ratio, limit }) => ratio > limit)).toEqual([])
})

test("a page's HTML names the scripts that are counted, and no others", async ({ shopUrl, request }) => {
  const scripts = firstLoadScripts('.')
  for (const page of ['/', '/products', '/auth']) {
    const html = await (await request.get(`${shopUrl}${page}`)).text()
    const named = [...html.matchAll(/<script(?![^>]*\snomodule)[^>]*\ssrc="\/_next\/([^"]+)"/gi)].map(([, file]) => file)
    expect(named.sort()).toEqual([...(scripts.get(page) ?? [])].sort())
  }
})
