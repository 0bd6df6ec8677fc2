import { afterAll, beforeAll, expect, it } from 'vitest'
import * as authRoute from '~/pages/api/auth/[...nextauth]'
import { serveRoutes } from '../setup/routes'
import { openTestShop, type TestShop } from '../setup/shop'

/** Requests that NextAuth would answer with 500 or in words of its own. */

let shop: TestShop
let site: Awaited<ReturnType<typeof serveRoutes>>
beforeAll(async () => {
  shop = await openTestShop()
  site = await serveRoutes(shop, [{ path: /^\/api\/auth\/(?<nextauth>.+)$/, rest: 'nextauth', module: authRoute }])
})
afterAll(async () => {
  await site.close()
  await shop.close()
})

const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${site.url}/api/auth/${path}`, { redirect: 'manual', ...init })
  return { status: answer.status, allow: answer.headers.get('allow'), body: await answer.text() }
}
const json = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

it('are refused where there is nothing, by the method, or for what they send', async () => {
  expect(await ask('nonsense')).toMatchObject({ status: 404, body: '{"message":"There is nothing here."}' })
  expect(await ask('callback/constructor')).toMatchObject({ status: 404 })
  // Anybody could write into the log by it.
  expect(await ask('_log', json({ level: 'error', code: 'x' }))).toMatchObject({ status: 404 })
  expect(await ask('callback/credentials')).toMatchObject({ status: 405, allow: 'POST', body: '{"message":"Ask with POST."}' })
  expect(await ask('session', { method: 'DELETE' })).toMatchObject({ status: 405, allow: 'GET, POST' })
  for (const [path, init] of [
    ['session?callbackUrl=nowhere', {}],
    ['signin?callbackUrl=javascript:alert(1)', {}],
    ['csrf?callbackUrl=/a&callbackUrl=/b', {}],
    ['signout', json({ callbackUrl: { toString: 'x' } })],
    ['callback/credentials', json({ csrfToken: [] })],
    ['callback/credentials', json('text')],
  ] as const)
    expect(await ask(path, init), path).toMatchObject({ status: 400, body: '{"message":"The request could not be read."}' })
})

it('are answered as ever where they are right', async () => {
  expect(await ask('session')).toMatchObject({ status: 200, body: '{}' })
  expect(await ask('csrf?callbackUrl=/account')).toMatchObject({ status: 200, body: expect.stringContaining('csrfToken') })
  expect(await ask('signin?callbackUrl=/account')).toMatchObject({ status: 302 })
  expect(await ask('csrf', { headers: { cookie: 'next-auth.callback-url=nowhere' } })).toMatchObject({ status: 200 })
})
