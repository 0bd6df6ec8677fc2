import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NextApiHandler } from 'next'
import { scopedRouters } from '~/contracts/identity/api-keys'
import { keysOf } from '~/contracts/keys'
import { LIMIT_RULES, type LimitName } from '~/server/identity/auth/limit-rules'
import { serveRoutes } from '../setup/routes'
import { openTestShop, type TestShop } from '../setup/shop'

/** An API key has limits of its own at every address that accepts keys, and never uses up its maker's limits. */

const sources = import.meta.glob<string>('../../src/pages/api/**/*.ts', { query: '?raw', import: 'default', eager: true })
const modules = import.meta.glob<{ default: NextApiHandler; config?: object }>('../../src/pages/api/**/*.ts')
const addressOf = (file: string) => file.replace(/^.*\/pages/, '').replace(/(\/index)?\.ts$/, '')

/** The addresses that accept keys: routes made with `adminRoute`, beside the procedures. */
const taking = Object.keys(sources).filter((file) => sources[file]?.includes('adminRoute('))
const changing = taking.filter((file) => /scope: \[[^\]]*'write'\]/.test(sources[file] ?? ''))

let shop: TestShop
let routes: Awaited<ReturnType<typeof serveRoutes>>
let admin: Awaited<ReturnType<TestShop['signIn']>>
let key: { id: string; key: string }
let byKey: Record<string, string>
let bySession: Record<string, string>
beforeAll(async () => {
  shop = await openTestShop()
  const served = await Promise.all(
    taking.map(async (file) => {
      const module = await modules[file]?.()
      if (!module) throw new Error(`There is no ${file}`)
      return { path: new RegExp(`^${addressOf(file).replaceAll(/\[(\w+)\]/g, '(?<$1>[^/]+)')}$`), module }
    }),
  )
  routes = await serveRoutes(shop, served)
})
afterAll(async () => {
  await routes.close()
  await shop.close()
})
beforeEach(async () => {
  await shop.db.prisma.rateLimit.deleteMany()
  admin = await shop.signIn('admin')
  key = await admin.caller.keys.create({ name: 'Program', scopes: keysOf(scopedRouters).map((router) => `${router}:write` as const) })
  byKey = { authorization: `Bearer ${key.key}` }
  bySession = await routes.signedIn(admin.sessionId)
})

/** Uses up a limit. */
async function spend(name: LimitName, subject: string) {
  await shop.services.limits.note(name, subject)
  await shop.db.prisma.rateLimit.updateMany({ where: { key: { startsWith: `${name}:` } }, data: { points: LIMIT_RULES[name].points } })
}

/** Sends a request with the method that the address accepts. */
async function ask(file: string, headers: Record<string, string>): Promise<Response> {
  const url = `${routes.url}${addressOf(file).replaceAll(/\[\w+\]/g, 'orders.csv')}`
  const answer = await fetch(url, { headers })
  return answer.status === 405 ? fetch(url, { method: 'POST', headers, body: 'a' }) : answer
}

it('no other address reads a key', () => {
  expect(taking.length).toBeGreaterThan(8)
  expect(changing.length).toBeGreaterThan(2)
  const others = Object.keys(sources).filter((file) => !taking.includes(file))
  expect(others.filter((file) => sources[file]?.includes('requestViewer'))).toEqual([])
})

describe.each(taking.map((file) => [addressOf(file), file]))('%s', (_address, file) => {
  it('takes the key’s limit on calls, and not its maker’s', async () => {
    expect((await ask(file, byKey)).status).not.toBe(429)
    await spend('callsOfKey', key.id)
    const refused = await ask(file, byKey)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await ask(file, bySession)).status).not.toBe(429)
  })
})

describe.each(changing.map((file) => [addressOf(file), file]))('%s', (_address, file) => {
  it('takes the key’s limit on changes, and not its maker’s', async () => {
    await spend('changesOfAdmin', admin.userId)
    expect((await ask(file, bySession)).status).toBe(429)
    expect((await ask(file, byKey)).status).not.toBe(429)
    await spend('changesOfKey', key.id)
    expect((await ask(file, byKey)).status).toBe(429)
  })
})

const files = ['/api/export/orders.csv', '/api/books/documents.csv?from=2026-11-01&to=2026-11-02', '/api/newsletter/subscribers.csv']
describe.each(files)('the file %s', (path) => {
  const statusOf = async (headers: Record<string, string>) => (await fetch(`${routes.url}${path}`, { headers })).status

  it('is one of the exports of the key, or of the person', async () => {
    await spend('exports', admin.userId)
    expect([await statusOf(byKey), await statusOf(bySession)]).toEqual([200, 429])
    await shop.db.prisma.rateLimit.deleteMany()
    await spend('exportsOfKey', key.id)
    expect([await statusOf(byKey), await statusOf(bySession)]).toEqual([429, 200])
  })
})

describe('a procedure', () => {
  it('takes the limits of the key, or of the person', async () => {
    const program = shop.callerOf(null, { apiKey: key.key })
    const { id } = await shop.db.prisma.order.create({ data: { orderNumber: 'L-1' } })
    const tooMany = { code: 'TOO_MANY_REQUESTS' }
    await spend('changesOfAdmin', admin.userId)
    await expect(admin.caller.orders.updateStatus({ id, status: 'completed' })).rejects.toMatchObject(tooMany)
    await program.orders.updateStatus({ id, status: 'completed' })
    await spend('changesOfKey', key.id)
    await expect(program.orders.updateStatus({ id, status: 'pending' })).rejects.toMatchObject(tooMany)
    await program.orders.list({})
    await spend('callsOfKey', key.id)
    await expect(program.orders.list({})).rejects.toMatchObject(tooMany)
  })
})
