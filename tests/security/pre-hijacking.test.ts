import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createApiHandler } from '~/server/api/request-handler'
import { removeExpired } from '~/server/office/housekeeping/remove-expired'
import { setServices } from '~/server/services'
import { listenBehindProxy } from '../setup/api-server'
import { linkOf } from '../setup/emails'
import { openTestShop, type TestShop } from '../setup/shop'

/**
 * An attacker opens an account with the address of somebody who has none yet, and waits for its owner to sign up too
 * (https://www.usenix.org/conference/usenixsecurity22/presentation/sudhodanan). Every call goes over HTTP.
 */

const ATTACKERS = 'the password of the attacker'
const OWNERS = 'the password of the owner'
const HOUR_MS = 60 * 60 * 1000

let shop: TestShop
let site: Awaited<ReturnType<typeof listenBehindProxy>>
let now = new Date('2026-11-20T12:00:00Z')
let count = 0
beforeAll(async () => {
  shop = await openTestShop({ now: () => now })
  setServices(shop.services)
  site = await listenBehindProxy(createApiHandler())
})
afterAll(async () => {
  await site.close()
  await shop.close()
})
beforeEach(() => {
  count += 1
  shop.emails.length = 0
})

const email = () => `owner-${count}@example.com`

const answer = z.union([
  z.object({ result: z.object({ data: z.object({ json: z.unknown() }) }) }).transform(() => ({ errorCode: null, fields: [] as string[] })),
  z
    .object({
      error: z.object({
        json: z.object({
          data: z.object({
            errorCode: z.string().nullish(),
            zodError: z.object({ fieldErrors: z.record(z.string(), z.unknown()) }).nullable(),
          }),
        }),
      }),
    })
    .transform(({ error }) => ({
      errorCode: error.json.data.errorCode ?? null,
      fields: Object.keys(error.json.data.zodError?.fieldErrors ?? {}),
    })),
])

/** A browser of its own, which keeps the cookies that it is given. */
function browser(ip: string) {
  const kept = new Map<string, string>()
  return {
    kept,
    async call(path: string, input: object) {
      const response = await fetch(`${site.url}/api/trpc/${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': ip,
          cookie: [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        body: JSON.stringify({ json: input }),
      })
      const set = response.headers.getSetCookie()
      for (const line of set) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        kept.set(name, value)
      }
      return { status: response.status, set, ...answer.parse(await response.json()) }
    },
  }
}

const attackerBrowser = () => browser('203.0.113.66')
const owner = () => browser('198.51.100.1')
type Browser = ReturnType<typeof browser>

/** Signs up and answers the token of the email that came of it. */
async function signUp(who: Browser, password: string, fullName: string): Promise<string> {
  now = new Date(now.getTime() + 1)
  expect(await who.call('auth.signUp', { email: email(), password, fullName })).toMatchObject({ status: 200 })
  return linkOf(shop.emails.at(-1)).token
}
const verify = (who: Browser, token: string, proof: { password?: string; newPassword?: string } = {}) =>
  who.call('auth.verifyEmail', { token, ...proof })
const mayEnter = async (password: string) => (await browser('192.0.2.1').call('auth.signIn', { email: email(), password })).status === 200
const ok = { status: 200 }
const asksForPassword = { status: 400, errorCode: 'validation_failed', fields: ['password'] }
const wrongPassword = { status: 400, errorCode: 'invalid_credentials', fields: ['password'] }
const deadLink = { status: 400, errorCode: 'otp_expired' }

describe('an account that an attacker has opened with somebody else’s address', () => {
  it('is the owner’s once the owner opens the email of their own sign-up, at once in their browser', async () => {
    const [attacker, victim] = [attackerBrowser(), owner()]
    const attackers = await signUp(attacker, ATTACKERS, 'Mallory')
    const owners = await signUp(victim, OWNERS, 'Zoë Example')
    expect(await verify(victim, owners)).toMatchObject(ok)
    expect([await mayEnter(OWNERS), await mayEnter(ATTACKERS)]).toEqual([true, false])
    expect(await shop.db.prisma.profile.findFirst({ where: { email: email() } })).toMatchObject({ fullName: 'Zoë Example' })
    // The attacker's email is dead, for anybody who opens it.
    for (const proof of [{}, { password: ATTACKERS }, { password: OWNERS }, { newPassword: 'another password of theirs' }]) {
      expect(await verify(victim, attackers, proof)).toMatchObject(deadLink)
      expect(await verify(attacker, attackers, proof)).toMatchObject(deadLink)
    }
  })

  it('is not the attacker’s when the owner opens the attacker’s email', async () => {
    const [attacker, victim] = [attackerBrowser(), owner()]
    const attackers = await signUp(attacker, ATTACKERS, 'Mallory')
    const owners = await signUp(victim, OWNERS, 'Zoë Example')
    // In any browser but the attacker's own it asks for the attacker's password, and is not used up.
    for (const who of [victim, browser('192.0.2.9')]) {
      expect(await verify(who, attackers)).toMatchObject(asksForPassword)
      expect(await verify(who, attackers, { password: OWNERS })).toMatchObject(wrongPassword)
    }
    expect([await mayEnter(OWNERS), await mayEnter(ATTACKERS)]).toEqual([false, false])
    expect(await verify(browser('192.0.2.9'), owners, { password: OWNERS })).toMatchObject(ok)
    expect([await mayEnter(OWNERS), await mayEnter(ATTACKERS)]).toEqual([true, false])
  })

  it('is the owner’s with a new password, which ends all that was begun before', async () => {
    const attacker = attackerBrowser()
    const attackers = await signUp(attacker, ATTACKERS, 'Mallory')
    // Older versions, or plain SQL, may have let the attacker make these.
    const { id } = await shop.db.prisma.user.findUniqueOrThrow({ where: { email: email() } })
    const session = await shop.db.prisma.session.create({ data: { userId: id, expiresAt: new Date(now.getTime() + HOUR_MS) } })
    await shop.db.prisma.mfaFactor.create({ data: { userId: id, friendlyName: 'Mine', factorType: 'totp', status: 'verified' } })
    await shop.db.prisma.recoveryCode.create({ data: { userId: id, codeHash: 'mine' } })

    expect(await verify(owner(), attackers, { newPassword: OWNERS })).toMatchObject(ok)
    expect([await mayEnter(OWNERS), await mayEnter(ATTACKERS)]).toEqual([true, false])
    await expect(shop.callerOf(session.id).account.profile()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await shop.db.prisma.mfaFactor.count({ where: { userId: id } })).toBe(0)
    expect(await shop.db.prisma.recoveryCode.count({ where: { userId: id } })).toBe(0)
    expect(await shop.db.prisma.profile.findFirst({ where: { email: email() } })).toMatchObject({ fullName: null })
  })

  it('is the owner’s who asks for a new password instead of signing up', async () => {
    const attacker = attackerBrowser()
    const attackers = await signUp(attacker, ATTACKERS, 'Mallory')
    await owner().call('auth.requestPasswordReset', { email: email() })
    const { key, token } = linkOf(shop.emails.at(-1))
    expect(key).toBe('reset')
    expect(await owner().call('auth.resetPassword', { token, password: OWNERS })).toMatchObject(ok)
    expect([await mayEnter(OWNERS), await mayEnter(ATTACKERS)]).toEqual([true, false])
    expect(await verify(attacker, attackers)).toMatchObject(deadLink)
  })

  it('does not become the attacker’s by signing up again after the owner', async () => {
    const [attacker, victim] = [attackerBrowser(), owner()]
    const owners = await signUp(victim, OWNERS, 'Zoë Example')
    await signUp(attacker, ATTACKERS, 'Mallory')
    await attacker.call('auth.resendVerification', { email: email(), password: ATTACKERS })
    expect(await verify(victim, owners)).toMatchObject(ok)
    await attacker.call('auth.signUp', { email: email(), password: ATTACKERS, fullName: 'Mallory' })
    expect([await mayEnter(OWNERS), await mayEnter(ATTACKERS)]).toEqual([true, false])
  })

  it('lets nobody in before the address is proven', async () => {
    const attacker = attackerBrowser()
    await signUp(attacker, ATTACKERS, 'Mallory')
    expect(await attacker.call('auth.signIn', { email: email(), password: ATTACKERS })).toMatchObject({
      status: 401,
      errorCode: 'email_not_confirmed',
    })
    expect(await shop.db.prisma.session.count({ where: { user: { email: email() } } })).toBe(0)
    expect(await shop.db.prisma.user.findUnique({ where: { email: email() } })).toMatchObject({ passwordHash: null })
  })

  it('goes after 24 hours, and the owner’s sign-up of later is not cut short by it', async () => {
    await signUp(attackerBrowser(), ATTACKERS, 'Mallory')
    now = new Date(now.getTime() + 23 * HOUR_MS)
    const victim = owner()
    const owners = await signUp(victim, OWNERS, 'Zoë Example')
    now = new Date(now.getTime() + 23 * HOUR_MS)
    await removeExpired(shop.services)
    expect(await verify(victim, owners)).toMatchObject(ok)

    count += 1
    const forgotten = await signUp(attackerBrowser(), ATTACKERS, 'Mallory')
    now = new Date(now.getTime() + 24 * HOUR_MS)
    await removeExpired(shop.services)
    expect(await shop.db.prisma.user.count({ where: { email: email() } })).toBe(0)
    expect(await shop.db.prisma.profile.count({ where: { email: email() } })).toBe(0)
    expect(await verify(attackerBrowser(), forgotten, { password: ATTACKERS })).toMatchObject(deadLink)
    // The address is free for its owner.
    expect(await verify(owner(), await signUp(owner(), OWNERS, 'Zoë Example'), { password: OWNERS })).toMatchObject(ok)
  })
})

describe('the cookie of the browser that signed up', () => {
  it('tells no known address from a new one, and is out of reach of scripts and of other sites', async () => {
    const first = await owner().call('auth.signUp', { email: email(), password: OWNERS, fullName: 'Zoë' })
    await verify(owner(), linkOf(shop.emails.at(-1)).token, { password: OWNERS })
    const known = await owner().call('auth.signUp', { email: email(), password: OWNERS, fullName: 'Zoë' })
    const shape = (lines: string[]) => lines.map((line) => line.replace(/=[\w-]{43};/, '=…;'))
    expect(shape(first.set)).toEqual(['sign-up=…; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax'])
    expect(shape(known.set)).toEqual(shape(first.set))
    expect(known.set).not.toEqual(first.set)
  })

  it('is bound to the host where there is TLS', async () => {
    setServices({ ...shop.services, siteUrl: 'https://shop.example' })
    const { set } = await owner().call('auth.signUp', { email: email(), password: OWNERS, fullName: 'Zoë' })
    setServices(shop.services)
    expect(set).toEqual([expect.stringMatching(/^__Host-sign-up=[\w-]{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/)])
  })

  it('serves every sign-up of the same browser, and one whose first answer was lost', async () => {
    const victim = owner()
    const first = await signUp(victim, OWNERS, 'Zoë')
    await signUp(victim, `${OWNERS}, once more`, 'Zoë')
    expect(await verify(victim, first)).toMatchObject(ok)

    count += 1
    const submission = { email: email(), password: OWNERS, fullName: 'Zoë', idempotencyKey: `a-key-of-this-test-${count}` }
    await owner().call('auth.signUp', submission)
    const { token } = linkOf(shop.emails.at(-1))
    const again = owner()
    await again.call('auth.signUp', submission)
    expect(await verify(again, token)).toMatchObject(ok)
  })

  it('is worth nothing when it is made up, or an attacker’s', async () => {
    const [victim, attacker] = [owner(), attackerBrowser()]
    const owners = await signUp(victim, OWNERS, 'Zoë')
    await signUp(attacker, ATTACKERS, 'Mallory')
    for (const cookie of ['', 'x', 'x'.repeat(43), `${victim.kept.get('sign-up') ?? ''}x`]) {
      const forger = browser('192.0.2.7')
      forger.kept.set('sign-up', cookie)
      expect(await verify(forger, owners)).toMatchObject(asksForPassword)
    }
    expect(await verify(attacker, owners)).toMatchObject(asksForPassword)
    expect(await verify(victim, owners)).toMatchObject(ok)
  })
})

describe('an attacker who asks for new passwords in somebody else’s name', () => {
  const opened = async () => {
    const victim = owner()
    await verify(victim, await signUp(victim, OWNERS, 'Zoë'))
    shop.emails.length = 0
  }
  const request = (who: Browser) => who.call('auth.requestPasswordReset', { email: email() })

  it('neither spends the owner’s emails nor voids their newest link', async () => {
    await opened()
    expect(await request(owner())).toMatchObject(ok)
    const { token } = linkOf(shop.emails.at(-1))
    const asked = await Promise.all(Array.from({ length: 8 }, () => request(attackerBrowser())))
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    expect(await owner().call('auth.resetPassword', { token, password: 'a new password of the owner' })).toMatchObject(ok)
    // The owner's next ones still go; the email of the sign-up was one of five.
    for (let n = 0; n < 3; n += 1) expect(await request(owner())).toMatchObject(ok)
  })

  it('fills no inbox from many networks, and leaves the owner an email', { tags: ['full'] }, async () => {
    await opened()
    expect(await request(owner())).toMatchObject(ok)
    for (let network = 1; network <= 5; network += 1) {
      const one = browser(`203.0.113.${network}`)
      for (let n = 0; n < 5; n += 1) await request(one)
    }
    const before = shop.emails.length
    for (let network = 101; network <= 103; network += 1) {
      const one = browser(`203.0.113.${network}`)
      expect([await request(one), await request(one)]).toMatchObject([{ status: 200 }, { status: 429 }])
    }
    expect(shop.emails.length - before).toBe(3)
    expect(await request(owner())).toMatchObject(ok)
    const { token } = linkOf(shop.emails.at(-1))
    expect(await owner().call('auth.resetPassword', { token, password: 'a new password of the owner' })).toMatchObject(ok)
  })
})
