import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { createLimits, networkOf } from '~/server/identity/auth/limits'
import { hashPassword } from '~/server/identity/auth/password-hashes'
import { startSession } from '~/server/identity/auth/sessions'
import { createLogger } from '~/server/platform/log'
import { createSmsSender } from '~/server/platform/sms/sender'
import { openTestDatabase } from '../setup/database'
import { addAuthenticator, refusal, standingClock, type Person } from '../setup/factors'
import { linkOf } from '../setup/emails'
import { openTestShop, TEST_SECRET, type TestShop } from '../setup/shop'
import { openSmsWebhook } from '../setup/sms-webhook'

/** Attacks on second factors by somebody who knows the password, and on the shop's purse by texts. */

const PASSWORD = 'correct horse battery staple'
const OWNER = '198.51.100.20'

const clock = standingClock('2026-11-20T12:00:00Z')
let webhook: Awaited<ReturnType<typeof openSmsWebhook>>
let shop: TestShop
let passwordHash: string
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  webhook = await openSmsWebhook()
  const db = await openTestDatabase()
  shop = await openTestShop({
    db,
    now: clock.now,
    sms: createSmsSender(webhook.url, { log: createLogger('silent') }),
    limits: createLimits({ db, secret: TEST_SECRET, most: { textsOfShop: 40, newTextsOfShop: 20 } }),
  })
})
afterAll(async () => {
  await shop.close()
  await webhook.close()
})
beforeEach(async () => {
  webhook.messages.length = 0
  await shop.db.prisma.rateLimit.deleteMany()
})

/** A session that knows the password and nothing more, in a network. */
async function weakSession({ userId }: Pick<Person, 'userId'>, ip: string) {
  const client = { ip, userAgent: null }
  return shop.callerOf(await startSession(shop.services, userId, { client }), { client })
}

async function owner() {
  const person = await shop.signIn('customer', { passwordHash })
  const { id: factorId, app } = await addAuthenticator(person, clock)
  return { person, factorId, app }
}
type Owner = Awaited<ReturnType<typeof owner>>

/** Asks for a challenge and answers it; 'in', or the error's code. */
async function answer(caller: Awaited<ReturnType<typeof weakSession>>, factorId: string, code: string): Promise<string> {
  try {
    const { id: challengeId } = await caller.auth.mfa.challenge({ factorId })
    await caller.auth.mfa.verify({ factorId, challengeId, code })
    return 'in'
  } catch (error) {
    return (error as { code: string }).code
  }
}

/** Sends wrong codes from so many networks. @returns how many were looked at, and the longest wait (s) of those refused */
async function guess({ person, factorId, app }: Owner, networks: number, each: number) {
  let lookedAt = 0
  let longestWait = 0
  for (let index = 0; index < networks; index++) {
    const caller = await weakSession(person, `203.0.113.${index + 1}`)
    const { id: challengeId } = await caller.auth.mfa.challenge({ factorId })
    for (let n = 0; n < each; n++) {
      const error: unknown = await caller.auth.mfa
        .verify({ factorId, challengeId, code: app.wrongCode() })
        .catch((reason: unknown) => reason)
      const { code, cause } = error as { code: string; cause: { retryAfter?: number } }
      if (code === 'BAD_REQUEST') lookedAt += 1
      longestWait = Math.max(longestWait, cause.retryAfter ?? 0)
    }
  }
  return { lookedAt, longestWait }
}

/** So much later, by the wall clock that limits go by. */
const fiveMinutesLater = () => shop.db.prisma.$executeRaw`UPDATE limit_counters SET expire = expire - 300000`

describe('wrong codes by somebody who knows the password', () => {
  it('keep nobody out in another network', async () => {
    const victim = await owner()
    expect(await guess(victim, 1, 8)).toMatchObject({ lookedAt: 5 })
    expect(await answer(await weakSession(victim.person, OWNER), victim.factorId, victim.app.code())).toBe('in')
  })

  it('from everywhere are few, never lock for longer than five minutes, and leave the owner’s networks alone', async () => {
    const victim = await owner()
    const { person, factorId, app } = victim
    expect(await answer(await weakSession(person, OWNER), factorId, app.code())).toBe('in')
    clock.pass(30)
    const { lookedAt, longestWait } = await guess(victim, 12, 6)
    // 50 until the attack is noticed, then one for all new networks together.
    expect(lookedAt).toBe(51)
    expect(longestWait).toBeLessThanOrEqual(300)
    const strange = await weakSession(person, '192.0.2.200')
    expect(await answer(strange, factorId, app.code())).toBe('TOO_MANY_REQUESTS')
    expect(await answer(await weakSession(person, OWNER), factorId, app.code())).toBe('in')
    clock.pass(30)
    await fiveMinutesLater()
    expect(await answer(await weakSession(person, '192.0.2.200'), factorId, app.code())).toBe('in')
    clock.pass(30)
    // Attacked on, it is one more in each five minutes.
    await fiveMinutesLater()
    expect((await guess(victim, 4, 3)).lookedAt).toBe(1)
  })

  it('are forgotten with another password', async () => {
    const victim = await owner()
    const { person, factorId, app } = victim
    await guess(victim, 12, 5)
    for (let n = 0; n < 6; n++) await answer(await weakSession(person, OWNER), factorId, app.wrongCode())
    expect(await answer(await weakSession(person, OWNER), factorId, app.code())).toBe('TOO_MANY_REQUESTS')
    await shop.visitor.auth.requestPasswordReset({ email: person.email })
    const mail = shop.emails.findLast(({ to, text }) => to === person.email && text.includes('#reset='))
    if (!mail) throw new Error('There is no email')
    await shop.visitor.auth.resetPassword({ token: linkOf(mail).token, password: 'another horse and battery' })
    expect(await answer(await weakSession(person, OWNER), factorId, app.code())).toBe('in')
    clock.pass(30)
  })

  it('are told to the owner, once', async () => {
    const victim = await owner()
    const before = shop.emails.length
    await guess(victim, 6, 4)
    const told = shop.emails.slice(before).filter(({ to, subject }) => to === victim.person.email && subject.startsWith('Wrong codes'))
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('Set a new one now')
  })

  it('hold recovery codes up the same way', async () => {
    const { person } = await owner()
    const { codes } = await person.caller.auth.mfa.recoveryCodes()
    const attacker = await weakSession(person, '203.0.113.1')
    for (let n = 0; n < 5; n++)
      await expect(attacker.auth.mfa.recover({ code: `WRONG-0000${n}` })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(attacker.auth.mfa.recover({ code: codes[0] ?? '' })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await (await weakSession(person, OWNER)).auth.mfa.recover({ code: codes[0] ?? '' })
  })

  it('nor questions for codes keep the owner from asking for one', async () => {
    const { person, factorId } = await owner()
    const attacker = await weakSession(person, '203.0.113.1')
    const asked = await Promise.allSettled(Array.from({ length: 35 }, () => attacker.auth.mfa.challenge({ factorId })))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
    await (await weakSession(person, OWNER)).auth.mfa.challenge({ factorId })
  })
})

describe('texts that cost the shop money', () => {
  let lastNumber = 0
  const freshNumber = () => `+4477009${String(++lastNumber).padStart(5, '0')}`

  /** An account that adds a phone, from a network. */
  async function adding(ip: string, phone = freshNumber()) {
    const { userId } = await shop.signIn('customer')
    const caller = await weakSession({ userId }, ip)
    const { id: factorId } = await caller.auth.mfa.enroll({ friendlyName: 'Mobile', factorType: 'phone', phone })
    return { caller, factorId, userId }
  }
  const asks = async ({ caller, factorId }: Pick<Awaited<ReturnType<typeof adding>>, 'caller' | 'factorId'>) =>
    caller.auth.mfa.challenge({ factorId }).then(
      () => 'sent',
      (error: unknown) => (error as { code: string }).code,
    )

  it.each(['+881 6 1234 5678', '+252 61 234 5678', '+1 876 555 0123', '+7 912 345 67 89', '+44 7781 123456'])(
    'are not sent to %s, a number of another country',
    async (phone) => {
      const { caller } = await shop.signIn('customer')
      const countries = new Set(['GB', 'IE'])
      const narrow = createCaller(
        createInnerTRPCContext({
          services: { ...shop.services, smsCountries: countries },
          sessionId: await startSession(shop.services, (await shop.signIn('customer')).userId),
        }),
      )
      await expect(narrow.auth.mfa.enroll({ friendlyName: 'Mobile', factorType: 'phone', phone })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        cause: { issues: [{ path: ['phone'] }] },
      })
      expect(await caller.auth.mfa.factors()).toEqual([])
    },
  )

  it('are not sent to a number of another country that is in the database already', async () => {
    const phone = await adding('203.0.113.5')
    await shop.db.prisma.mfaFactor.update({ where: { id: phone.factorId }, data: { phone: '+252612345678' } })
    await expect(phone.caller.auth.mfa.challenge({ factorId: phone.factorId })).rejects.toMatchObject(
      refusal('BAD_REQUEST', 'phone_provider_disabled'),
    )
    expect(webhook.messages).toHaveLength(0)
  })

  it('end for a network with its budget of the day, and for new phones with half of the shop’s', async () => {
    const first = await adding('203.0.113.6')
    expect(await asks(first)).toBe('sent')
    await first.caller.auth.mfa.verify({
      factorId: first.factorId,
      challengeId: (await first.caller.auth.mfa.challenge({ factorId: first.factorId })).id,
      code: webhook.lastCode(),
    })
    const outcomes: string[] = []
    for (let index = 0; index < 20; index++) outcomes.push(await asks(await adding(`203.0.113.${index + 10}`)))
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(18)
    expect(outcomes.at(-1)).toBe('TOO_MANY_REQUESTS')
    // A phone that counts still gets its codes.
    const weak = await weakSession(first, '203.0.113.6')
    expect(await asks({ caller: weak, factorId: first.factorId })).toBe('sent')

    await shop.db.prisma.rateLimit.deleteMany()
    for (let index = 0; index < 50; index++) {
      const { limits } = shop.services
      await limits.take('newTextsOfNetwork', networkOf({ ip: '203.0.113.7' }))
    }
    expect(await asks(await adding('203.0.113.7'))).toBe('TOO_MANY_REQUESTS')
    expect(await asks(await adding('203.0.113.8'))).toBe('sent')
  })

  it('asked for by somebody who knows the password keep no code from the owner in their own network', async () => {
    const { caller, factorId, userId } = await adding(OWNER)
    const { id: challengeId } = await caller.auth.mfa.challenge({ factorId })
    await caller.auth.mfa.verify({ factorId, challengeId, code: webhook.lastCode() })
    const attacker = await weakSession({ userId }, '203.0.113.1')
    const outcomes: string[] = []
    for (let n = 0; n < 8; n++) outcomes.push(await asks({ caller: attacker, factorId }))
    expect(outcomes).toEqual([...Array<string>(5).fill('sent'), ...Array<string>(3).fill('TOO_MANY_REQUESTS')])
    expect(await asks({ caller: await weakSession({ userId }, OWNER), factorId })).toBe('sent')
  })
})
