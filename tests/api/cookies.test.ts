import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import * as nextAuthRoute from '~/pages/api/auth/[...nextauth]'
import { adminPage, guestPage } from '~/server/http/pages/page-guards'
import { hashPassword } from '~/server/identity/auth/password-hashes'
import { openTestShop, type TestShop } from '../setup/shop'
import { serveRoutes } from '../setup/routes'

const PASSWORD = 'a long walk by the river'

/** `name=value; Path=/; …` of each cookie that an answer sets, by name. */
const cookiesOf = (headers: Headers) => new Map(headers.getSetCookie().map((line) => [line.slice(0, line.indexOf('=')), line]))
const sent = (cookies: Iterable<string>) => [...cookies].map((line) => line.split(';', 1)[0] ?? '').join('; ')

describe.each([
  ['https://shop.example', '__Host-', true],
  ['http://localhost:3000', '', false],
])('the cookies of %s', (siteUrl, prefix, isSecure) => {
  let shop: TestShop
  let site: Awaited<ReturnType<typeof serveRoutes>>
  let email: string
  beforeAll(async () => {
    shop = await openTestShop({ siteUrl, now: () => new Date() })
    site = await serveRoutes(shop, [{ path: /^\/api\/auth\/(?<nextauth>.+)$/, rest: 'nextauth', module: nextAuthRoute }])
    email = (await shop.signIn('admin', { passwordHash: await hashPassword(PASSWORD) })).email
  })
  afterAll(async () => {
    await site.close()
    await shop.close()
  })

  async function signIn() {
    const csrf = await fetch(`${site.url}/api/auth/csrf`)
    const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await csrf.json())
    const first = cookiesOf(csrf.headers)
    const answer = await fetch(`${site.url}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: { Cookie: sent(first.values()), 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrfToken, email, password: PASSWORD, json: 'true' }),
    })
    expect(answer.status).toBe(200)
    return new Map([...first, ...cookiesOf(answer.headers)])
  }

  it('are bound to the host where there is TLS, and by no other name', async () => {
    const cookies = await signIn()
    expect([...cookies.keys()].sort()).toEqual(
      ['next-auth.callback-url', 'next-auth.csrf-token', 'next-auth.session-token', 'signed-in'].map((name) => prefix + name).sort(),
    )
    for (const line of cookies.values()) {
      expect(line).toMatch(/; Path=\/(?:;|$)/)
      expect(/; Secure(?:;|$)/.test(line), line).toBe(isSecure)
      expect(line).toMatch(/; SameSite=Lax/i)
      expect(line).not.toMatch(/; Domain=/i)
      if (!line.includes('signed-in=')) expect(line).toMatch(/; HttpOnly/)
    }
  })

  it('sign in everywhere: in the session, in pages, and on the way back', async () => {
    const cookies = await signIn()
    const session = await fetch(`${site.url}/api/auth/session`, { headers: { Cookie: sent(cookies.values()) } })
    expect(await session.json()).toMatchObject({ user: { email }, isAdmin: true })

    const page = (pairs: Record<string, string>) => {
      const req = Object.assign(new IncomingMessage(new Socket()), { cookies: pairs })
      return { req, res: new ServerResponse(req), query: {}, resolvedUrl: '/admin/orders' }
    }
    const name = `${prefix}next-auth.session-token`
    const token = cookies.get(name)?.split(/[=;]/)[1] ?? ''
    expect(await adminPage(page({ [name]: token }))).toMatchObject({ props: { viewer: { email } } })

    const visitor = page({})
    expect(await adminPage(visitor)).toMatchObject({ redirect: { destination: '/auth' } })
    expect(String(visitor.res.getHeader('Set-Cookie'))).toMatch(new RegExp(`^${prefix}return-to=%2Fadmin%2Forders; Path=/;.*HttpOnly`))
    expect(await guestPage(page({ [`${prefix}return-to`]: '/admin/orders' }))).toEqual({ props: { returnTo: '/admin/orders' } })
  })

  it('of a planted name count for nothing', async () => {
    const cookies = await signIn()
    const other = isSecure ? 'next-auth.session-token' : '__Host-next-auth.session-token'
    const token = cookies.get(`${prefix}next-auth.session-token`)?.split(/[=;]/)[1] ?? ''
    const session = await fetch(`${site.url}/api/auth/session`, { headers: { Cookie: `${other}=${token}` } })
    expect(await session.json()).toEqual({})
  })
})
