import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookNames, hasPayments } from '~/contracts/billing/books'
import { allows, scopedRouters, type Scope } from '~/contracts/identity/api-keys'
import { rolePresets } from '~/contracts/identity/role-presets'
import { keysOf } from '~/contracts/keys'
import { reportNames } from '~/contracts/office/reports'
import { nouns, records } from '~/contracts/records'
import * as bookRoute from '~/pages/api/books/[file]'
import * as exportRoute from '~/pages/api/export/[file]'
import * as subscribersRoute from '~/pages/api/newsletter/subscribers.csv'
import { serveRoutes } from '../setup/routes'
import { openTestShop, type TestShop } from '../setup/shop'

/** A file has no people and no money that its reader may not see on a screen. */

const PERIOD = 'from=2026-11-01&to=2026-11-30'
/** Every file with the routers that its reader needs. */
const files: Record<string, readonly string[]> = {
  ...Object.fromEntries(nouns.map((noun) => [`export/${records[noun].route}.csv`, [noun]])),
  'export/part-types.csv': ['parts'],
  'export/credit.csv': ['credit'],
  ...Object.fromEntries(reportNames.map((report) => [`export/report-${report}.csv?${PERIOD}`, ['reports']])),
  ...Object.fromEntries(
    bookNames.map((name) => [`books/${name}.csv?${PERIOD}`, hasPayments(name) ? ['invoices', 'payments'] : ['invoices']]),
  ),
  'books/vat-return.csv?year=2026&quarter=4': ['invoices'],
  'newsletter/subscribers.csv': ['newsletter'],
}

let shop: TestShop
let routes: Awaited<ReturnType<typeof serveRoutes>>
let admin: Awaited<ReturnType<TestShop['signIn']>>
let limited: Awaited<ReturnType<TestShop['signIn']>>
beforeAll(async () => {
  shop = await openTestShop()
  routes = await serveRoutes(shop, [
    { path: /^\/api\/export\/(?<file>[^/]+)$/, module: exportRoute },
    { path: /^\/api\/books\/(?<file>[^/]+)$/, module: bookRoute },
    { path: /^\/api\/newsletter\/subscribers\.csv$/, module: subscribersRoute },
  ])
  admin = await shop.signIn('admin')
  limited = await shop.signIn('admin')
})
afterAll(async () => {
  await routes.close()
  await shop.close()
})

const roles = keysOf(rolePresets).map((role) => [role, rolePresets[role].scopes] as const)
const single = keysOf(scopedRouters).map((router): readonly [string, readonly Scope[]] => [`${router} alone`, [`${router}:write`]])

describe.each([...roles, ...single])('%s', (_name, scopes) => {
  it('gets the files of what it may read, and no others', async () => {
    await admin.caller.users.updateScopes({ userId: limited.userId, scopes: scopes && [...scopes] })
    // Each caller may export a few times a minute; this one is asked for every file.
    const headers = await routes.signedIn(limited.sessionId)
    for (const [file, needed] of Object.entries(files)) {
      const isAllowed = needed.every((router) => allows(scopes, router, 'read'))
      const { status } = await fetch(`${routes.url}/api/${file}`, { headers })
      expect([file, status === 429 ? 200 : status]).toEqual([file, isAllowed ? 200 : 403])
    }
  })
})

it('is every route that gives an administrator a table', () => {
  const pages = readdirSync('src/pages/api', { recursive: true, encoding: 'utf8' }).filter((page) => page.endsWith('.ts'))
  const tables = pages.filter((page) => readFileSync(`src/pages/api/${page}`, 'utf8').includes('responseLimit: false'))
  const withTables = tables.filter((page) => /\.csv\b/.test(readFileSync(`src/pages/api/${page}`, 'utf8')))
  // Wrong rows of one's own import.
  const own = ['imports/[batchId]/errors.csv.ts']
  expect(withTables.toSorted()).toEqual(['books/[file].ts', 'export/[file].ts', 'newsletter/subscribers.csv.ts', ...own].toSorted())
})
