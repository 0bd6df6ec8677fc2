import { bulkhead } from 'cockatiel'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword, passwordMatches } from '~/server/identity/auth/password-hashes'
import { openFuzzShop, type FuzzShop } from '../fuzz/support/fuzz-shop'
import { serveSite } from '../fuzz/support/site'
import { usePasswordsAsInProduction } from '../setup/argon2'

usePasswordsAsInProduction()

/** More sign-ins than passwords can be checked wait no longer than a few seconds: the rest is told to come again. */

const PASSWORD = 'a fine long password'
/** More than wait at a time on any machine. */
const FLOOD = 400

let shop: FuzzShop
let site: Awaited<ReturnType<typeof serveSite>>
beforeAll(async () => {
  shop = await openFuzzShop()
  site = await serveSite(shop)
  const { userId } = await shop.db.prisma.session.findUniqueOrThrow({ where: { id: shop.sessions.customer ?? '' } })
  await shop.db.prisma.user.update({ where: { id: userId }, data: { passwordHash: await hashPassword(PASSWORD) } })
})
afterAll(async () => {
  await site.close()
  await shop.close()
})

/** Does something while the queue is as full as it gets: one hash is worked on, which does not end, and none may wait. */
async function whileFull<T>(work: () => Promise<T>): Promise<T> {
  const before = globalThis.shopPasswordGate
  const full = bulkhead(1, 0)
  let end: () => void = () => undefined
  const held = full.execute(() => new Promise<void>((resolve) => (end = resolve)))
  globalThis.shopPasswordGate = full
  try {
    return await work()
  } finally {
    globalThis.shopPasswordGate = before
    end()
    await held
  }
}

it('lets so many wait and no more', async () => {
  const flood = await Promise.allSettled(Array.from({ length: FLOOD }, (_, index) => hashPassword(`password ${index}`)))
  const refused = flood.filter((each) => each.status === 'rejected')
  expect(refused.length).toBeGreaterThan(FLOOD / 2)
  expect(refused.length).toBeLessThan(FLOOD - 50)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

const JSON_TYPE = { 'Content-Type': 'application/json' }
const post = (path: string, body: unknown, headers: Record<string, string> = JSON_TYPE) =>
  fetch(`http://127.0.0.1:${site.port}${path}`, {
    method: 'POST',
    headers,
    body: body instanceof URLSearchParams ? body : JSON.stringify(body),
  })

it('refuses what is too much, wherever a password is hashed or checked, and when to come again', async () => {
  const [customer = ''] = shop.pool.emails
  const customerCookie = await site.cookieOf(shop.sessions.customer ?? '')
  const csrf = await fetch(`http://127.0.0.1:${site.port}/api/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const form = new URLSearchParams({ csrfToken, email: customer, password: PASSWORD, json: 'true' })
  const csrfCookie = csrf.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

  const answers = await whileFull(() =>
    Promise.all([
      post('/api/trpc/auth.signIn', { json: { email: customer, password: PASSWORD } }),
      post('/api/trpc/auth.signIn', { json: { email: 'nobody@example.com', password: PASSWORD } }),
      post('/api/trpc/auth.signUp', { json: { email: 'new@example.com', password: PASSWORD, fullName: 'New' } }),
      post(
        '/api/trpc/account.changePassword',
        { json: { currentPassword: PASSWORD, newPassword: 'another fine password' } },
        { ...JSON_TYPE, Cookie: customerCookie },
      ),
      post('/api/auth/callback/credentials', form, { Cookie: csrfCookie }),
    ]),
  )
  for (const answer of answers) {
    expect([answer.url, answer.status, Number(answer.headers.get('retry-after'))]).toEqual([answer.url, 503, 3])
    expect(await answer.text()).toContain('Please try again in a few seconds.')
  }
})

it('checks passwords as ever when the flood is over, an unknown address’s too', async () => {
  const [customer = ''] = shop.pool.emails
  const answer = await post('/api/trpc/auth.signIn', { json: { email: customer, password: PASSWORD } })
  expect(`${answer.status} ${await answer.text()}`).toContain('accessToken')
  expect((await post('/api/trpc/auth.signIn', { json: { email: 'nobody@example.com', password: PASSWORD } })).status).toBe(401)
})

it('takes no try away from whoever was told to come again', async () => {
  const tries = async () => {
    const answer = await post('/api/trpc/auth.signIn', { json: { email: 'later@example.com', password: PASSWORD } })
    return answer.status
  }
  await whileFull(async () => {
    for (let index = 0; index < 12; index += 1) expect(await tries()).toBe(503)
  })
  expect(await tries()).toBe(401)
})

it('never takes a full queue for a wrong password', async () => {
  const encoded = await hashPassword(PASSWORD)
  await whileFull(() => expect(passwordMatches(encoded, PASSWORD)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' }))
})
