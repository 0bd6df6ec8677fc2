import { TRPCError } from '@trpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inputErrors } from '~/server/api/errors'
import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { startSession } from '~/server/identity/auth/sessions'
import { createLogger } from '~/server/platform/log'
import { createSmsSender } from '~/server/platform/sms/sender'
import { addAuthenticator, refusal, standingClock, type Person } from '../setup/factors'
import { openSmsWebhook } from '../setup/sms-webhook'
import { openTestShop, type TestShop } from '../setup/shop'

const clock = standingClock('2026-11-20T12:00:00Z')
/** The next codes, while there are any; then they are counted up. */
const numbers: number[] = []
let counted = 0
let webhook: Awaited<ReturnType<typeof openSmsWebhook>>
let shop: TestShop

beforeAll(async () => {
  webhook = await openSmsWebhook()
  shop = await openTestShop({
    now: clock.now,
    sms: createSmsSender(webhook.url, { log: createLogger('silent') }),
    outboxPauses: [1, 1],
    randomInt: (below) => (numbers.shift() ?? 500_000 + counted++) % below,
  })
})
afterAll(async () => {
  await shop.close()
  await webhook.close()
})
beforeEach(() => {
  webhook.messages.length = 0
  webhook.answer(202)
})

let lastNumber = 0
/** A British mobile number of its own, so that no other test's messages count. */
const freshNumber = () => `07700 9${String(++lastNumber).padStart(5, '0')}`
const enrolled = ({ caller }: Person, phone = freshNumber()) =>
  caller.auth.mfa.enroll({ friendlyName: 'Mobile', factorType: 'phone', phone })

describe('enrolling a phone', () => {
  it.each([
    ['07911 123456', '+447911123456'],
    ['+44 (0)7700 900123', '+447700900123'],
    ['0044 7700 900124', '+447700900124'],
    ['+49 1511 2345678', '+4915112345678'],
  ])('reads %s as %s', async (typed, e164) => {
    const person = await shop.signIn('customer')
    const factor = await enrolled(person, typed)
    expect(factor).toEqual({ id: factor.id, factorType: 'phone', friendlyName: 'Mobile' })
    expect(await shop.db.prisma.mfaFactor.findUnique({ where: { id: factor.id } })).toMatchObject({ phone: e164, secretSealed: null })
    expect(await person.caller.auth.mfa.factors()).toMatchObject([{ status: 'unverified', phone: `•••• ${e164.slice(-4)}` }])
  })

  it.each([undefined, '', '12345', 'my phone', '07911 123456 ext. 5', '+999 123 456 789', '0909 879 0000', '070 1234 5678'])(
    'refuses %s and names the field',
    async (phone) => {
      const { caller } = await shop.signIn('customer')
      const refused = await caller.auth.mfa
        .enroll({ friendlyName: 'Mobile', factorType: 'phone', phone })
        .then(() => null)
        .catch((error: unknown) => (error instanceof TRPCError ? error : null))
      expect(refused?.code).toBe('BAD_REQUEST')
      expect(Object.keys((refused && inputErrors(refused)?.fieldErrors) ?? {})).toEqual(['phone'])
    },
  )

  it('begins anew with a number that was not confirmed, and refuses one that counts already', async () => {
    const person = await shop.signIn('customer')
    const phone = freshNumber()
    const first = await enrolled(person, phone)
    const second = await enrolled(person, phone)
    expect(await person.caller.auth.mfa.factors()).toMatchObject([{ id: second.id }])
    await expect(person.caller.auth.mfa.challenge({ factorId: first.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })

    const { id: challengeId } = await person.caller.auth.mfa.challenge({ factorId: second.id })
    await person.caller.auth.mfa.verify({ factorId: second.id, challengeId, code: webhook.lastCode() })
    await expect(person.caller.auth.mfa.enroll({ friendlyName: 'Again', factorType: 'phone', phone })).rejects.toMatchObject(
      refusal('CONFLICT', 'mfa_verified_factor_exists'),
    )
  })

  it('is refused where no messages can be sent', async () => {
    const { sessionId } = await shop.signIn('customer')
    const caller = createCaller(createInnerTRPCContext({ services: { ...shop.services, sms: null }, sessionId }))
    await expect(caller.auth.mfa.enroll({ friendlyName: 'Mobile', factorType: 'phone', phone: '07911 123456' })).rejects.toMatchObject(
      refusal('BAD_REQUEST', 'phone_provider_disabled'),
    )
    await caller.auth.mfa.enroll({ friendlyName: 'App', factorType: 'totp' })
  })
})

describe('a code by message', () => {
  it('names the site and the code, goes to the number, and raises the session once', async () => {
    const person = await shop.signIn('customer')
    const { id } = await enrolled(person, '07911 200300')
    numbers.push(4_207)
    const challenge = await person.caller.auth.mfa.challenge({ factorId: id })
    expect(challenge.expiresAt).toBe(clock.now().getTime() / 1000 + 300)
    expect(webhook.messages).toEqual([{ to: '+447911200300', channel: 'sms', text: expect.stringMatching(/004207.*Ohmfield/) as string }])
    const stored = await shop.db.prisma.mfaChallenge.findUniqueOrThrow({ where: { id: challenge.id } })
    expect(stored.codeHash).toMatch(/^[\w-]{43}$/)

    const answer = { factorId: id, challengeId: challenge.id, code: '004207' }
    const { session } = await person.caller.auth.mfa.verify(answer)
    expect(session.user.factors).toEqual([{ id, factorType: 'phone', friendlyName: 'Mobile', status: 'verified' }])
    expect(await shop.db.prisma.session.findUnique({ where: { id: person.sessionId } })).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'password' }, { method: 'phone' }],
    })
    await expect(person.caller.auth.mfa.verify(answer)).rejects.toMatchObject(refusal('BAD_REQUEST', 'mfa_challenge_expired'))
  })

  it('goes by the channel that was asked for', async () => {
    const person = await shop.signIn('customer')
    const { id } = await enrolled(person)
    await person.caller.auth.mfa.challenge({ factorId: id, channel: 'whatsapp' })
    expect(webhook.messages).toMatchObject([{ channel: 'whatsapp' }])
    await expect(person.caller.auth.mfa.challenge({ factorId: id, channel: 'pigeon' as 'sms' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  it('answers its own challenge alone, and in time', async () => {
    const person = await shop.signIn('customer')
    const { id: factorId } = await enrolled(person)
    const [first, code] = [await person.caller.auth.mfa.challenge({ factorId }), webhook.lastCode()]
    const second = await person.caller.auth.mfa.challenge({ factorId })
    await expect(person.caller.auth.mfa.verify({ factorId, challengeId: second.id, code })).rejects.toMatchObject(
      refusal('BAD_REQUEST', 'mfa_verification_failed'),
    )
    clock.pass(300)
    await expect(person.caller.auth.mfa.verify({ factorId, challengeId: first.id, code })).rejects.toMatchObject(
      refusal('BAD_REQUEST', 'mfa_challenge_expired'),
    )
    const third = await person.caller.auth.mfa.challenge({ factorId })
    await person.caller.auth.mfa.verify({ factorId, challengeId: third.id, code: webhook.lastCode() })
  })

  it('stops after five wrong ones, with fresh messages too', async () => {
    const person = await shop.signIn('customer')
    const { id: factorId } = await enrolled(person)
    for (let n = 0; n < 5; n++) {
      const { id: challengeId } = await person.caller.auth.mfa.challenge({ factorId })
      await expect(person.caller.auth.mfa.verify({ factorId, challengeId, code: '000000' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    const { id: challengeId } = await person.caller.auth.mfa.challenge({ factorId })
    await expect(person.caller.auth.mfa.verify({ factorId, challengeId, code: webhook.lastCode() })).rejects.toMatchObject(
      refusal('TOO_MANY_REQUESTS', 'over_request_rate_limit'),
    )
  })

  it('is sent ten times in ten minutes and no more', async () => {
    const person = await shop.signIn('customer')
    const { id: factorId } = await enrolled(person)
    for (let n = 0; n < 10; n++) await person.caller.auth.mfa.challenge({ factorId })
    await expect(person.caller.auth.mfa.challenge({ factorId })).rejects.toMatchObject(
      refusal('TOO_MANY_REQUESTS', 'over_request_rate_limit'),
    )
    expect(webhook.messages).toHaveLength(10)
  })

  it('floods no number from many accounts', async () => {
    const phone = freshNumber()
    let sent = 0
    for (let n = 0; n < 4; n++) {
      const person = await shop.signIn('customer')
      const { id: factorId } = await enrolled(person, phone)
      const asked = await Promise.allSettled(Array.from({ length: 10 }, () => person.caller.auth.mfa.challenge({ factorId })))
      sent += asked.filter(({ status }) => status === 'fulfilled').length
    }
    expect(sent).toBe(30)
    expect(webhook.messages).toHaveLength(30)
  })

  it('is sent when the service is back, if it is still good then', async () => {
    const person = await shop.signIn('customer')
    const { id: factorId } = await enrolled(person)
    webhook.answer(500)
    const { id: challengeId } = await person.caller.auth.mfa.challenge({ factorId })
    expect(webhook.messages).toEqual([])
    webhook.answer(200)
    await expect.poll(() => webhook.messages.length, { timeout: 10_000 }).toBe(1)
    await person.caller.auth.mfa.verify({ factorId, challengeId, code: webhook.lastCode() })
  })

  it('is not sent any more when it has expired; administrators see that', async () => {
    const person = await shop.signIn('customer')
    const { id: factorId } = await enrolled(person)
    webhook.answer(500)
    await person.caller.auth.mfa.challenge({ factorId })
    clock.pass(301)
    webhook.answer(200)
    const failed = () =>
      shop.db.prisma.$queryRaw`SELECT output ->> 'reason' AS reason FROM shop_queue.job WHERE name = 'texts' AND state = 'failed'`
    await expect.poll(failed, { timeout: 10_000 }).toEqual([{ reason: 'expired' }])
    expect(webhook.messages).toEqual([])
  })

  it('serves beside an authenticator app', async () => {
    const person = await shop.signIn('customer')
    await addAuthenticator(person, clock)
    const { id: factorId } = await enrolled(person)
    const { id: challengeId } = await person.caller.auth.mfa.challenge({ factorId })
    await person.caller.auth.mfa.verify({ factorId, challengeId, code: webhook.lastCode() })

    const weakId = await startSession(shop.services, person.userId)
    const weak = shop.callerOf(weakId)
    const again = await weak.auth.mfa.challenge({ factorId })
    await weak.auth.mfa.verify({ factorId, challengeId: again.id, code: webhook.lastCode() })
    expect(await shop.db.prisma.session.findUnique({ where: { id: weakId } })).toMatchObject({ aal: 'aal2' })
  })
})
