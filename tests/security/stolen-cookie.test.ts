import { decode } from 'next-auth/jwt'
import superjson from 'superjson'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import * as nextAuthRoute from '~/pages/api/auth/[...nextauth]'
import * as exportRoute from '~/pages/api/export/[file]'
import { createApiHandler } from '~/server/api/request-handler'
import { hashPassword } from '~/server/identity/auth/password-hashes'
import { startSession } from '~/server/identity/auth/sessions'
import { authenticator, standingClock } from '../setup/factors'
import { serveRoutes } from '../setup/routes'
import { openTestShop, type TestShop } from '../setup/shop'

/** Attacks with a copy of a browser's cookie, over HTTP: what becomes of it when its owner proves more. */

const NAME = 'next-auth.session-token'
const PASSWORD = 'a long walk by the river'

const clock = standingClock(new Date().toISOString())
let shop: TestShop
let site: Awaited<ReturnType<typeof serveRoutes>>
beforeAll(async () => {
  shop = await openTestShop({ now: clock.now })
  site = await serveRoutes(shop, [
    { path: /^\/api\/auth\/(?<nextauth>.+)$/, rest: 'nextauth', module: nextAuthRoute },
    { path: /^\/api\/trpc\//, module: { default: createApiHandler(), config: { api: { bodyParser: false, externalResolver: true } } } },
    { path: /^\/api\/export\/(?<file>.+)$/, module: exportRoute },
  ])
})
afterAll(async () => {
  await site.close()
  await shop.close()
})

/** A browser with the cookie of a session, which keeps what it is given. */
function browserWith(first: Record<string, string>) {
  let cookie = first.Cookie ?? ''
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) if (line.startsWith(`${NAME}=`)) cookie = line.split(';', 1)[0] ?? ''
    return answer
  }
  const get = async (path: string) => keep(await fetch(site.url + path, { headers: { Cookie: cookie } }))
  return {
    get,
    cookie: () => cookie,
    session: async (): Promise<unknown> => (await get('/api/auth/session')).json(),
    /** Calls a procedure. @returns the status and what was answered */
    call: async (path: string, input: unknown = null) => {
      const body = JSON.stringify(superjson.serialize(input))
      const headers = { Cookie: cookie, 'Content-Type': 'application/json' }
      const answer = keep(await fetch(`${site.url}/api/trpc/${path}`, { method: 'POST', headers, body }))
      const text: unknown = await answer.json()
      const data = z.object({ result: z.object({ data: z.object({ json: z.unknown() }) }) }).safeParse(text)
      return { status: answer.status, data: data.data?.result.data.json }
    },
  }
}

const withId = z.object({ id: z.string() })

describe('a cookie that was copied before its owner proved more', () => {
  let admin: Awaited<ReturnType<TestShop['signIn']>>
  let app: ReturnType<typeof authenticator>
  let factorId: string
  beforeEach(async () => {
    admin = await shop.signIn('admin', { passwordHash: await hashPassword(PASSWORD) })
    const { id, totp } = await admin.caller.auth.mfa.enroll({ friendlyName: 'App', factorType: 'totp' })
    app = authenticator(totp?.uri ?? '', clock)
    const challenge = await admin.caller.auth.mfa.challenge({ factorId: id })
    await admin.caller.auth.mfa.verify({ factorId: id, challengeId: challenge.id, code: app.code() })
    clock.pass(30)
    factorId = id
  })

  const stepUp = async (browser: ReturnType<typeof browserWith>) => {
    const challengeId = withId.parse((await browser.call('auth.mfa.challenge', { factorId })).data).id
    expect(await browser.call('auth.mfa.verify', { factorId, challengeId, code: app.code() })).toMatchObject({ status: 200 })
    clock.pass(30)
  }

  it('is worth nothing after the step up, while the owner goes on with a new one', async () => {
    const sessionId = await startSession(shop.services, admin.userId)
    const first = await site.signedIn(sessionId)
    const [owner, thief] = [browserWith(first), browserWith(first)]
    expect(await thief.session()).toMatchObject({ needsCode: true })
    await stepUp(owner)

    expect(owner.cookie()).not.toBe(first.Cookie)
    expect(await decode({ token: owner.cookie().slice(NAME.length + 1), secret: shop.services.secret })).toMatchObject({
      sessionId,
      cookieVersion: 1,
    })
    expect(await owner.session()).toMatchObject({ needsCode: false, isAdmin: true })
    expect(await owner.get('/api/export/users.csv')).toMatchObject({ status: 200 })

    expect(await thief.call('auth.mfa.challenge', { factorId })).toMatchObject({ status: 401 })
    expect(await thief.call('auth.signOut', { scope: 'global' })).toMatchObject({ status: 401 })
    expect(await thief.session()).toEqual({})
    expect(await thief.get('/api/export/users.csv')).toMatchObject({ status: 401 })
    expect(await owner.session()).toMatchObject({ isAdmin: true })
  })

  it('does not sign the owner out by NextAuth either', async () => {
    const first = await site.signedIn(await startSession(shop.services, admin.userId))
    const owner = browserWith(first)
    await stepUp(owner)
    const csrf = await fetch(`${site.url}/api/auth/csrf`)
    const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await csrf.json())
    const csrfCookie = csrf.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ')
    await fetch(`${site.url}/api/auth/signout`, {
      method: 'POST',
      headers: { Cookie: `${first.Cookie}; ${csrfCookie}`, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrfToken, json: 'true' }),
    })
    expect(await owner.session()).toMatchObject({ isAdmin: true })
  })

  it('ends with a password that is given again, too', async () => {
    const person = await shop.signIn('customer', { passwordHash: await hashPassword(PASSWORD) })
    const first = await site.signedIn(person.sessionId)
    const [owner, thief] = [browserWith(first), browserWith(first)]
    clock.pass(11 * 60)
    expect(await thief.call('auth.mfa.enroll', { friendlyName: 'Mine', factorType: 'totp' })).toMatchObject({ status: 403 })
    expect(await owner.call('auth.reauthenticate', { password: PASSWORD })).toMatchObject({ status: 200 })
    expect(await thief.call('auth.mfa.enroll', { friendlyName: 'Mine', factorType: 'totp' })).toMatchObject({ status: 401 })
    expect(await owner.call('auth.mfa.enroll', { friendlyName: 'Mine', factorType: 'totp' })).toMatchObject({ status: 200 })
  })

  it('that is answered late takes nothing from the browser: neither the new cookie nor the mark', async () => {
    const first = await site.signedIn(await startSession(shop.services, admin.userId))
    const early = await fetch(`${site.url}/api/auth/session`, { headers: first })
    await stepUp(browserWith(first))
    const late = await fetch(`${site.url}/api/auth/session`, { headers: first })
    for (const answer of [early, late]) expect(answer.headers.getSetCookie().filter((line) => line.startsWith(`${NAME}=`))).toEqual([])
    expect(late.headers.getSetCookie().join()).not.toContain('signed-in')
  })

  it('that names a session that has ended is taken away', async () => {
    const person = await shop.signIn('customer')
    const first = await site.signedIn(person.sessionId)
    await person.caller.auth.signOut()
    const answer = await fetch(`${site.url}/api/auth/session`, { headers: first })
    expect(answer.headers.getSetCookie().join()).toContain(`${NAME}=;`)
  })
})
