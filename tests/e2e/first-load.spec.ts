import { firstLoadBytes, firstLoadScripts } from '../../scripts/bench/first-load-bytes'
import { expect, test } from './support/fixtures'

/**
 * What a page may make a browser load before it can answer, in kB (1000 bytes) of gzip. An empty page of this Next has
 * about 110: public pages are to stay under 1.10 of that, the others under 2.2 (`npm run bench scripts` compares).
 */
const BUDGETS = { public: 120, auth: 235, account: 240, admin: 232 }

const budgetOf = (page: string) => {
  if (page.startsWith('/admin')) return BUDGETS.admin
  return page === '/auth' ? BUDGETS.auth : page === '/account' ? BUDGETS.account : BUDGETS.public
}

test('no page has grown beyond its budget of first-load JavaScript', () => {
  const sizes = [...firstLoadBytes('.')].map(([page, bytes]) => ({ page, kb: bytes / 1000, budget: budgetOf(page) }))
  expect(sizes.map(({ page }) => page)).toEqual(expect.arrayContaining(['/', '/products', '/auth', '/admin', '/admin/machines']))
  expect(sizes.filter(({ kb, budget }) => kb > budget)).toEqual([])
})

test("a page's HTML names the scripts that are counted, and no others", async ({ shopUrl, request }) => {
  const scripts = firstLoadScripts('.')
  for (const page of ['/', '/products', '/auth']) {
    const html = await (await request.get(`${shopUrl}${page}`)).text()
    const named = [...html.matchAll(/<script(?![^>]*\snomodule)[^>]*\ssrc="\/_next\/([^"]+)"/gi)].map(([, file]) => file)
    expect(named.sort()).toEqual([...(scripts.get(page) ?? [])].sort())
  }
})
