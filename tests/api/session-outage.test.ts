import { createHTTPHandler } from '@trpc/server/adapters/standalone'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import * as nextAuthRoute from '~/pages/api/auth/[...nextauth]'
import * as keySetPage from '~/pages/.well-known/jwks.json'
import { UNAVAILABLE_MESSAGE } from '~/server/api/errors'
import { handlerOptions } from '~/server/api/request-handler'
import { accountPage, adminPage, guestPage, missingAdminPage } from '~/server/http/pages/page-guards'
import { questions } from '~/server/http/nextauth/request-check'
import { hashPassword } from '~/server/identity/auth/password-hashes'
import { readSession } from '~/server/identity/auth/read-session'
import { openPostgres } from '~/server/platform/database/postgres'
import { createLogger } from '~/server/platform/log'
import { setServices } from '~/server/services'
import { createTestDatabase } from '../setup/postgres'
import { TEMPLATE } from '../setup/postgres-global'
import { listen } from '../setup/api-server'
import { serveRoutes } from '../setup/routes'
import { openTestShop, type TestShop } from '../setup/shop'
import { openStallingProxy } from '../setup/stalling-proxy'

const PASSWORD = 'a long walk by the river'

let shop: TestShop
let site: Awaited<ReturnType<typeof serveRoutes>>
let proxy: Awaited<ReturnType<typeof openStallingProxy>>
let person: Awaited<ReturnType<TestShop['signIn']>>
let cookie: string
let logged = ''

beforeAll(async () => {
  proxy = await openStallingProxy(await createTestDatabase(TEMPLATE))
  const lines = new PassThrough()
  lines.on('data', (chunk: Buffer) => (logged += chunk.toString()))
  shop = await openTestShop({ db: openPostgres(proxy.url), now: () => new Date(), log: createLogger('info', lines) })
  site = await serveRoutes(shop, [{ path: /^\/api\/auth\/(?<nextauth>.+)$/, rest: 'nextauth', module: nextAuthRoute }])
  person = await shop.signIn('admin', { passwordHash: await hashPassword(PASSWORD) })
  cookie = (await site.signedIn(person.sessionId)).Cookie
})
afterAll(async () => {
  proxy.refuse(false)
  await site.close()
  await shop.close()
  await proxy.close()
})
afterEach(() => {
  proxy.refuse(false)
})

const away = () => {
  logged = ''
  proxy.refuse(true)
}

/** A request of the browser that is signed in. */
async function ask(path: string, form?: Record<string, string>) {
  const csrf = await fetch(`${site.url}/api/auth/csrf`)
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await csrf.json())
  const csrfCookie = csrf.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  return fetch(`${site.url}/api/auth/${path}`, {
    headers: { Cookie: [cookie, 'signed-in=1', ...csrfCookie].join('; ') },
    redirect: 'manual',
    ...(form ? { method: 'POST', body: new URLSearchParams({ csrfToken, json: 'true', ...form }) } : {}),
  })
}

/** Nothing is said about who is signed in, and when to come again. */
async function expectAway(response: Response) {
  expect({ status: response.status, wait: response.headers.get('retry-after'), cookies: response.headers.getSetCookie() }).toEqual({
    status: 503,
    wait: '2',
    cookies: [],
  })
  expect(await response.json()).toEqual({ message: UNAVAILABLE_MESSAGE })
  expect(logged).toContain('A request was refused')
}

const typed = { email: 'someone@shop.example', password: PASSWORD }
const handedOver = { refreshToken: 'a-token-that-nobody-knows-0123456789abcdef' }

describe('who is signed in while the database is away', () => {
  it.each([
    ['session', undefined],
    ['session', {}],
    ['signout', {}],
    ['callback/credentials', typed],
    ['callback/credentials', handedOver],
  ])('is not known to /api/auth/%s (%o), which says so and leaves the cookies alone', async (path, form) => {
    away()
    await expectAway(await ask(path, form))
    proxy.refuse(false)
    expect(await (await ask('session')).json()).toMatchObject({ user: { email: person.email }, isAdmin: true })
  })

  it('is forgotten by nothing that NextAuth answers', async () => {
    away()
    for (const [method, paths] of Object.entries(questions))
      for (const path of paths ?? []) {
        const response = await ask(path, method === 'POST' ? { ...typed, ...handedOver } : undefined)
        const touched = response.headers.getSetCookie().filter((line) => /session-token|signed-in/.test(line))
        expect({ method, path, touched }).toEqual({ method, path, touched: [] })
        expect(response.status, path).not.toBe(401)
        expect(`${response.headers.get('location')} ${await response.text()}`).not.toMatch(/terminated|ECONN|prisma/i)
      }
  })

  it('is not forgotten by a fault of the shop either, and a real end of the session is', async () => {
    const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    setServices({ ...shop.services, db: { ...shop.db, readJson: () => Promise.reject(new TypeError('x is not a function')) } })
    const broken = await ask('session')
    expect({ status: broken.status, cookies: broken.headers.getSetCookie() }).toEqual({ status: 500, cookies: [] })
    setServices(shop.services)
    shown.mockRestore()

    const other = await shop.signIn('customer')
    await shop.db.prisma.session.update({ where: { id: other.sessionId }, data: { revokedAt: new Date() } })
    const ended = await fetch(`${site.url}/api/auth/session`, { headers: await site.signedIn(other.sessionId) })
    expect([ended.status, await ended.json()]).toEqual([200, {}])
    expect(ended.headers.getSetCookie().join()).toMatch(/session-token=;/)
  })

  it('keeps every guarded page at its address with 503, and sends nobody to /auth', async () => {
    setServices(shop.services)
    away()
    for (const guard of [adminPage, missingAdminPage, accountPage, guestPage]) {
      const cookies = { 'next-auth.session-token': cookie.slice(cookie.indexOf('=') + 1) }
      const req = Object.assign(new IncomingMessage(new Socket()), { cookies })
      const res = new ServerResponse(req)
      const answer = await guard({ req, res, query: {}, resolvedUrl: '/admin/orders' })
      expect(answer).not.toHaveProperty('redirect')
      expect({ status: res.statusCode, wait: res.getHeader('Retry-After'), cookies: res.getHeader('Set-Cookie') }).toEqual({
        status: 503,
        wait: '2',
        cookies: undefined,
      })
    }
    expect(logged).toContain('A request was refused')
  })

  it('has programs wait for the key set', async () => {
    away()
    const req = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', cookies: {} })
    const res = new ServerResponse(req)
    await keySetPage.getServerSideProps({ req, res, query: {}, resolvedUrl: '/.well-known/jwks.json' })
    expect([res.statusCode, res.getHeader('Retry-After'), res.getHeader('Content-Type')]).toEqual([
      503,
      '2',
      'application/json; charset=utf-8',
    ])
  })

  it('is not signed out by auth.signOut, which says why', async () => {
    setServices(shop.services)
    const handler = createHTTPHandler({ ...handlerOptions, basePath: '/api/trpc/' })
    const server = await listen((req, res) => {
      handler(req, res)
      return true
    })
    away()
    const tell = () =>
      fetch(`${server.url}/api/trpc/auth.signOut`, {
        method: 'POST',
        headers: { Cookie: cookie, 'Content-Type': 'application/json' },
        body: JSON.stringify({ json: { scope: 'local' } }),
      })
    const response = await tell()
    expect([response.status, response.headers.get('retry-after'), response.headers.getSetCookie()]).toEqual([503, '2', []])
    expect(await response.json()).toMatchObject({
      error: { json: { message: UNAVAILABLE_MESSAGE, data: { code: 'SERVICE_UNAVAILABLE' } } },
    })
    proxy.refuse(false)
    expect(await readSession(shop.services, person.sessionId)).not.toBeNull()
    expect((await tell()).status).toBe(200)
    expect(await readSession(shop.services, person.sessionId)).toBeNull()
    await server.close()
  })
})
