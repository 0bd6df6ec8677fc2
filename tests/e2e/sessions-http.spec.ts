import type { APIRequestContext, APIResponse } from '@playwright/test'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as z from 'zod'
import { expect, test } from './support/fixtures'
import { admin } from '../setup/shop-process'

/** Programs sign in by tokens, browsers by a cookie: the same sessions, over HTTP (contract.md, HTTP and Procedures). */

const session = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresAt: z.number(),
  user: z.object({ email: z.string(), isAdmin: z.boolean() }),
})
const answered = <T extends z.ZodType>(data: T) => z.object({ result: z.object({ data: z.object({ json: data }) }) })
const refused = z.object({
  error: z.object({
    json: z.object({ message: z.string(), data: z.object({ code: z.string(), errorCode: z.string(), retryAfter: z.number().nullable() }) }),
  }),
})

const call = (request: APIRequestContext, path: string, input: object, headers: Record<string, string> = {}) =>
  request.post(`/api/trpc/${path}`, { headers: { 'content-type': 'application/json', ...headers }, data: JSON.stringify({ json: input }) })
const sessionIn = async (response: APIResponse) => answered(z.object({ session })).parse(await response.json()).result.data.json.session
const signIn = async (request: APIRequestContext) => sessionIn(await call(request, 'auth.signIn', admin))
const bearer = ({ accessToken }: { accessToken: string }) => ({ authorization: `Bearer ${accessToken}` })
const tabs = (request: APIRequestContext, headers: Record<string, string>) => request.get('/api/trpc/settings.all', { headers })
const whoIs = async (request: APIRequestContext): Promise<unknown> => (await request.get('/api/auth/session')).json()
const csrf = async (request: APIRequestContext) =>
  z.object({ csrfToken: z.string() }).parse(await (await request.get('/api/auth/csrf')).json()).csrfToken

test('a program signs in, is checked by the public key set, works as administrator, refreshes and signs out', async ({
  request,
  shopUrl,
}) => {
  const first = await signIn(request)
  const published = await request.get('/.well-known/jwks.json')
  expect(published.headers()['cache-control']).toBe('public, max-age=60')
  expect(await published.text()).not.toContain('"d"')
  const { payload } = await jwtVerify(first.accessToken, createRemoteJWKSet(new URL(`${shopUrl}/.well-known/jwks.json`)), {
    issuer: shopUrl,
    audience: shopUrl,
  })
  expect(payload).toMatchObject({ role: 'admin', aal: 'aal1' })

  expect((await tabs(request, bearer(first))).status()).toBe(200)
  const next = await sessionIn(await call(request, 'auth.refresh', { refreshToken: first.refreshToken }))
  expect(next.refreshToken).not.toBe(first.refreshToken)
  expect((await tabs(request, bearer(next))).status()).toBe(200)

  expect((await call(request, 'auth.signOut', {}, bearer(next))).status()).toBe(200)
  expect((await tabs(request, bearer(next))).status()).toBe(401)
  expect((await tabs(request, bearer(first))).status()).toBe(401)
  const after = await call(request, 'auth.refresh', { refreshToken: next.refreshToken })
  expect(after.status()).toBe(401)
  expect(refused.parse(await after.json()).error.json.data.errorCode).toBe('session_not_found')
})

test('a program opens files, CSV and PDF with its token or an API key, and only what the key’s scopes say', async ({ request }) => {
  const token = bearer(await signIn(request))
  const made = z.object({ id: z.string(), key: z.string() })
  const answer = await call(request, 'keys.create', { name: 'Bookkeeping', scopes: ['orders:read', 'repairs:read'] }, token)
  const { id, key } = answered(made).parse(await answer.json()).result.data.json
  const withKey = { authorization: `Bearer ${key}` }

  const repairs = await (await request.get('/api/trpc/repairs.list', { headers: token })).json()
  const page = answered(z.object({ rows: z.array(z.object({ id: z.string() })).min(1) })).parse(repairs)
  const sheet = `/api/case-documents?noun=repairs&id=${page.result.data.json.rows[0]?.id}&kind=job-sheet`
  const ask = async (address: string, headers: Record<string, string>) => (await request.get(address, { headers })).status()
  for (const headers of [token, withKey]) {
    expect([await ask('/api/export/orders.csv', headers), await ask(sheet, headers)]).toEqual([200, 200])
  }
  const refusedCsv = await request.get('/api/export/users.csv', { headers: withKey })
  expect([refusedCsv.status(), await refusedCsv.json()]).toEqual([403, { message: 'This API key does not open: Users and roles (read).' }])
  expect([await ask('/api/trpc/orders.list', withKey), await ask('/api/trpc/tradeIns.list', withKey)]).toEqual([200, 403])
  expect([
    await ask('/api/credit-statement', withKey),
    await ask('/api/export/orders.csv', { authorization: 'Bearer mhs_unknown' }),
  ]).toEqual([401, 401])

  expect((await call(request, 'keys.revoke', { id }, token)).status()).toBe(200)
  expect([await ask('/api/export/orders.csv', withKey), await ask('/api/trpc/orders.list', withKey)]).toEqual([401, 401])
})

test('a page hands its session over to the cookie, which holds no token and is out of reach of scripts', async ({ page }) => {
  const { request } = page
  const transferOwnership = async ({ refreshToken }: { refreshToken: string }) =>
    request.post('/api/auth/callback/credentials', { form: { csrfToken: await csrf(request), refreshToken, json: 'true' } })
  const before = await signIn(request)
  expect((await transferOwnership(before)).status()).toBe(200)
  const { refreshToken, accessToken } = await signIn(request)
  expect((await transferOwnership({ refreshToken: 'not a token' })).status()).toBe(401)
  expect((await transferOwnership({ refreshToken })).status()).toBe(200)
  // A browser has one session: the one before has ended.
  expect((await tabs(request, bearer(before))).status()).toBe(401)
  expect(await whoIs(request)).toMatchObject({ user: { email: admin.email }, isAdmin: true, needsCode: false })
  expect((await tabs(request, {})).status()).toBe(200)

  const cookies = await page.context().cookies()
  expect(JSON.stringify(cookies)).not.toContain(refreshToken)
  expect(JSON.stringify(cookies)).not.toContain(accessToken)
  const scripts = cookies.filter(({ httpOnly }) => !httpOnly).map(({ name, value }) => `${name}=${value}`)
  expect(scripts).toEqual(['signed-in=1'])
  // Used up by the hand-over: nobody gets tokens for it any more.
  expect((await call(request, 'auth.refresh', { refreshToken })).status()).toBe(401)

  await request.post('/api/auth/signout', { form: { csrfToken: await csrf(request), json: 'true' } })
  expect(await whoIs(request)).toEqual({})
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('signed-in')
  // The session has ended for the program too.
  expect((await tabs(request, bearer({ accessToken }))).status()).toBe(401)
})

test('a bad access token stays bad beside a good cookie, and keeps nobody from public calls', async ({ adminPage }) => {
  const authorization = 'Bearer nonsense'
  expect((await tabs(adminPage.request, { authorization })).status()).toBe(401)
  expect((await adminPage.request.get('/api/trpc/settings.public', { headers: { authorization } })).status()).toBe(200)
})

test('too many failed sign-ins are told how long to wait, by the cookie’s way too', async ({ request }) => {
  const wrong = { email: 'somebody@example.com', password: 'not the password' }
  for (let index = 0; index < 10; index++) expect((await call(request, 'auth.signIn', wrong)).status()).toBe(401)
  const held = await call(request, 'auth.signIn', wrong)
  expect(held.status()).toBe(429)
  const { data } = refused.parse(await held.json()).error.json
  expect(data).toMatchObject({ code: 'TOO_MANY_REQUESTS', errorCode: 'over_request_rate_limit' })
  expect(held.headers()['retry-after']).toBe(String(data.retryAfter))
  const byCookie = await request.post('/api/auth/callback/credentials', {
    form: { ...wrong, csrfToken: await csrf(request), json: 'true' },
  })
  expect(byCookie.status()).toBe(401)
  // Another address from the same network is not held up by it.
  expect((await signIn(request)).user.isAdmin).toBe(true)
})
