import { TRPCError } from '@trpc/server'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSession } from '~/server/identity/auth/sessions'
import { issueSession } from '~/server/identity/auth/tokens'
import type { Email } from '~/server/platform/mail/email'
import { setServices } from '~/server/services'
import { callerByToken } from '../setup/request'
import { addAuthenticator, authenticator, refusal, standingClock, type Person } from '../setup/factors'
import { openTestShop, type TestShop } from '../setup/shop'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

const clock = standingClock('2026-11-20T12:00:00Z')
const mails: Email[] = []
let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop({
    now: clock.now,
    mail: {
      send: (mail) => {
        mails.push(mail)
        return Promise.resolve()
      },
    },
  })
  setServices(shop.services)
})
afterAll(() => shop.close())

/** Another session of the same person, at aal1. */
const secondSession = async (person: Person) => {
  const sessionId = await startSession(shop.services, person.userId)
  return { ...person, sessionId, caller: shop.callerOf(sessionId) }
}
const sessionRow = (id: string) => shop.db.prisma.session.findUniqueOrThrow({ where: { id } })
const isLive = async (id: string) => (await sessionRow(id)).revokedAt === null
const actionsOf = async (userId: string) =>
  (await shop.db.prisma.auditEntry.findMany({ where: { subjectType: 'user', subjectId: userId }, orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  )
const askedFor = async ({ caller }: Person, factorId: string) => (await caller.auth.mfa.challenge({ factorId })).id

describe('enrolling an authenticator app', () => {
  it('answers an address, its secret and its picture, and keeps the secret encrypted', async () => {
    const { caller, email } = await shop.signIn('customer')
    const factor = await caller.auth.mfa.enroll({ friendlyName: ' My phone ', factorType: 'totp', issuer: 'Ohmfield Shop' })
    expect(factor).toMatchObject({ factorType: 'totp', friendlyName: 'My phone' })
    const uri = new URL(factor.totp?.uri ?? '')
    expect(uri.protocol).toBe('otpauth:')
    expect(uri.host).toBe('totp')
    expect(decodeURIComponent(uri.pathname)).toBe(`/Ohmfield Shop:${email}`)
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      issuer: 'Ohmfield Shop',
      secret: factor.totp?.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(factor.totp?.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(factor.totp?.qrCode).toMatch(/^<svg [\s\S]*<\/svg>\s*$/)

    const row = await shop.db.prisma.mfaFactor.findUniqueOrThrow({ where: { id: factor.id } })
    expect(row.secretSealed).toMatch(/^v1\./)
    expect(row.secretSealed).not.toContain(factor.totp?.secret)
    expect(await caller.auth.mfa.factors()).toEqual([
      { id: factor.id, factorType: 'totp', friendlyName: 'My phone', status: 'unverified', createdAt: clock.now(), phone: null },
    ])
  })

  it('names the company when the caller names nobody', async () => {
    const { caller } = await shop.signIn('customer')
    const { totp } = await caller.auth.mfa.enroll({ friendlyName: 'App', factorType: 'totp' })
    expect(new URL(totp?.uri ?? '').searchParams.get('issuer')).toBe('Ohmfield')
  })

  it('needs a session, a name and a known type', async () => {
    await expect(shop.visitor.auth.mfa.enroll({ friendlyName: 'App', factorType: 'totp' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const { caller } = await shop.signIn('customer')
    for (const input of [
      { friendlyName: ' ', factorType: 'totp' as const },
      { friendlyName: 'Null\0', factorType: 'totp' as const },
      { friendlyName: 'App', factorType: 'webauthn' as 'totp' },
    ]) {
      await expect(caller.auth.mfa.enroll(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })

  it('takes each name once for each account', async () => {
    const [one, other] = [await shop.signIn('customer'), await shop.signIn('customer')]
    await one.caller.auth.mfa.enroll({ friendlyName: 'App', factorType: 'totp' })
    await expect(one.caller.auth.mfa.enroll({ friendlyName: 'App', factorType: 'totp' })).rejects.toMatchObject(
      refusal('CONFLICT', 'mfa_factor_name_conflict'),
    )
    await other.caller.auth.mfa.enroll({ friendlyName: 'App', factorType: 'totp' })
  })

  it('allows ten, and gives up after an hour those that nobody confirmed', async () => {
    const person = await shop.signIn('customer')
    const { caller } = person
    for (let n = 1; n <= 10; n++) await caller.auth.mfa.enroll({ friendlyName: `App ${n}`, factorType: 'totp' })
    await expect(caller.auth.mfa.enroll({ friendlyName: 'App 11', factorType: 'totp' })).rejects.toMatchObject(
      refusal('BAD_REQUEST', 'too_many_enrolled_mfa_factors'),
    )
    expect(await caller.auth.mfa.factors()).toHaveLength(10)
    clock.pass(3601)
    const later = await secondSession(person)
    await later.caller.auth.mfa.enroll({ friendlyName: 'App 1', factorType: 'totp' })
    expect(await caller.auth.mfa.factors()).toHaveLength(1)
  })

  it('asks for the factor that counts before it adds another', async () => {
    const person = await shop.signIn('customer')
    const planted = await person.caller.auth.mfa.enroll({ friendlyName: 'Planted', factorType: 'totp' })
    const { id, app } = await addAuthenticator(person, clock)
    const weak = await secondSession(person)
    await expect(weak.caller.auth.mfa.enroll({ friendlyName: 'Mine', factorType: 'totp' })).rejects.toMatchObject(
      refusal('FORBIDDEN', 'insufficient_aal'),
    )
    // Nor does one do that was begun before there was any.
    await expect(weak.caller.auth.mfa.challenge({ factorId: planted.id })).rejects.toMatchObject(refusal('FORBIDDEN', 'insufficient_aal'))

    await weak.caller.auth.mfa.verify({ factorId: id, challengeId: await askedFor(weak, id), code: app.code() })
    await weak.caller.auth.mfa.enroll({ friendlyName: 'Mine', factorType: 'totp' })
    expect(await askedFor(weak, planted.id)).toMatch(/^[\da-f-]{36}$/)
  })
})

describe('verifying a code', () => {
  it('raises the session, which stays the same one, and makes the factor count', async () => {
    const person = await shop.signIn('customer')
    const { id, session } = await addAuthenticator(person, clock, 'Desk')
    expect(session.user).toMatchObject({ id: person.userId, email: person.email, isAdmin: false })
    expect(session.user.factors).toEqual([{ id, factorType: 'totp', friendlyName: 'Desk', status: 'verified' }])
    expect(await sessionRow(person.sessionId)).toMatchObject({
      aal: 'aal2',
      revokedAt: null,
      amr: [{ method: 'password' }, { method: 'totp' }],
    })
    expect(await person.caller.auth.mfa.factors()).toMatchObject([{ id, status: 'verified' }])
    expect(await actionsOf(person.userId)).toEqual(['mfa.factor_enrolled', 'mfa.factor_verified'])
    expect(mails.filter(({ to }) => to === person.email).map(({ subject }) => subject)).toEqual([
      'A second factor was added to your Ohmfield account',
    ])
  })

  it('gives new tokens that say so, and takes the earlier refresh token no more', async () => {
    const person = await shop.signIn('customer')
    const before = await issueSession(shop.services, person.sessionId)
    const { session } = await addAuthenticator(person, clock)
    expect(decodeJwt(session.accessToken)).toMatchObject({
      sub: person.userId,
      aal: 'aal2',
      amr: [{ method: 'password' }, { method: 'totp', timestamp: clock.now().getTime() / 1000 - 30 }],
    })
    await expect(shop.visitor.auth.refresh({ refreshToken: before.refreshToken })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const { session: next } = await shop.visitor.auth.refresh({ refreshToken: session.refreshToken })
    expect(decodeJwt(next.accessToken)).toMatchObject({ aal: 'aal2' })
    expect(await isLive(person.sessionId)).toBe(true)
  })

  it('ends the other sessions when the factor is new, later those alone that have proven none', async () => {
    const person = await shop.signIn('customer')
    const before = await secondSession(person)
    const { id, app } = await addAuthenticator(person, clock)
    expect(await isLive(before.sessionId)).toBe(false)

    const [phone, laptop] = [await secondSession(person), await secondSession(person)]
    await phone.caller.auth.mfa.verify({ factorId: id, challengeId: await askedFor(phone, id), code: app.code() })
    expect(await isLive(person.sessionId)).toBe(true)
    expect(await isLive(phone.sessionId)).toBe(true)
    expect(await isLive(laptop.sessionId)).toBe(false)
    await expect(laptop.caller.auth.mfa.factors()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it.each([
    ['half a minute slow', -30, true],
    ['half a minute fast', 30, true],
    ['a minute and a half slow', -90, false],
    ['a minute and a half fast', 90, false],
  ])('with a clock that is %s', async (_words, ahead, accepted) => {
    const person = await shop.signIn('customer')
    const { id, totp } = await person.caller.auth.mfa.enroll({ friendlyName: 'App', factorType: 'totp' })
    const code = authenticator(totp?.uri ?? '', clock).code(ahead)
    const answer = person.caller.auth.mfa.verify({ factorId: id, challengeId: await askedFor(person, id), code })
    if (accepted) expect((await answer).session.user.id).toBe(person.userId)
    else await expect(answer).rejects.toMatchObject(refusal('BAD_REQUEST', 'mfa_verification_failed'))
  })

  it('takes a code with blanks, and nothing but six digits', async () => {
    const person = await shop.signIn('customer')
    const { id, totp } = await person.caller.auth.mfa.enroll({ friendlyName: 'App', factorType: 'totp' })
    const challengeId = await askedFor(person, id)
    for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６']) {
      await expect(person.caller.auth.mfa.verify({ factorId: id, challengeId, code })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    const code = authenticator(totp?.uri ?? '', clock).code()
    await person.caller.auth.mfa.verify({ factorId: id, challengeId, code: `${code.slice(0, 3)} ${code.slice(3)} ` })
  })

  it('takes each code once, and none older than the last', async () => {
    const person = await shop.signIn('customer')
    const { id, totp } = await person.caller.auth.mfa.enroll({ friendlyName: 'App', factorType: 'totp' })
    const app = authenticator(totp?.uri ?? '', clock)
    const ahead = app.code(30)
    await person.caller.auth.mfa.verify({ factorId: id, challengeId: await askedFor(person, id), code: ahead })
    for (const code of [ahead, app.code()]) {
      const challengeId = await askedFor(person, id)
      await expect(person.caller.auth.mfa.verify({ factorId: id, challengeId, code })).rejects.toMatchObject(
        refusal('BAD_REQUEST', 'mfa_verification_failed'),
      )
    }
    clock.pass(60)
    await person.caller.auth.mfa.verify({ factorId: id, challengeId: await askedFor(person, id), code: app.code() })
  })

  it('stops after five wrong codes, whatever challenge they were for', async () => {
    const person = await shop.signIn('customer')
    const { id, app } = await addAuthenticator(person, clock)
    const weak = await secondSession(person)
    for (let n = 0; n < 5; n++) {
      const challengeId = await askedFor(weak, id)
      await expect(weak.caller.auth.mfa.verify({ factorId: id, challengeId, code: app.wrongCode() })).rejects.toMatchObject(
        refusal('BAD_REQUEST', 'mfa_verification_failed'),
      )
    }
    for (const session of [weak, await secondSession(person)]) {
      const refused = await session.caller.auth.mfa
        .verify({ factorId: id, challengeId: await askedFor(session, id), code: app.code() })
        .catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(TRPCError)
      expect(refused).toMatchObject(refusal('TOO_MANY_REQUESTS', 'over_request_rate_limit'))
      expect(refused).toMatchObject({
        cause: { retryAfter: expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 300) as number },
      })
    }
    expect((await sessionRow(weak.sessionId)).aal).toBe('aal1')
    expect((await actionsOf(person.userId)).filter((action) => action === 'mfa.challenge_failed')).toHaveLength(5)
  })

  it('counts anew after a right code', async () => {
    const person = await shop.signIn('customer')
    const { id, app } = await addAuthenticator(person, clock)
    for (let round = 0; round < 2; round++) {
      const challengeId = await askedFor(person, id)
      for (let n = 0; n < 4; n++) {
        await expect(person.caller.auth.mfa.verify({ factorId: id, challengeId, code: app.wrongCode() })).rejects.toMatchObject({
          code: 'BAD_REQUEST',
        })
      }
      await person.caller.auth.mfa.verify({ factorId: id, challengeId, code: app.code() })
      clock.pass(30)
    }
  })
})

describe('a challenge', () => {
  it('lasts five minutes', async () => {
    const person = await shop.signIn('customer')
    const { id, app } = await addAuthenticator(person, clock)
    const challenge = await person.caller.auth.mfa.challenge({ factorId: id })
    expect(challenge.expiresAt).toBe(clock.now().getTime() / 1000 + 300)
    clock.pass(299)
    await person.caller.auth.mfa.verify({ factorId: id, challengeId: challenge.id, code: app.code() })
    const late = await askedFor(person, id)
    clock.pass(300)
    await expect(person.caller.auth.mfa.verify({ factorId: id, challengeId: late, code: app.code() })).rejects.toMatchObject(
      refusal('BAD_REQUEST', 'mfa_challenge_expired'),
    )
  })

  it('is answered once, by the session that asked, for the factor it was asked for', async () => {
    const person = await shop.signIn('customer')
    const { id, app } = await addAuthenticator(person, clock)
    const spare = await addAuthenticator(person, clock, 'Spare')
    const other = await secondSession(person)
    const challengeId = await askedFor(person, id)
    const over = refusal('BAD_REQUEST', 'mfa_challenge_expired')
    const answer = (by: Person, factorId: string, code: string) => by.caller.auth.mfa.verify({ factorId, challengeId, code })

    await expect(answer(other, id, app.code())).rejects.toMatchObject(over)
    await expect(answer(person, spare.id, spare.app.code())).rejects.toMatchObject(over)
    await answer(person, id, app.code())
    clock.pass(30)
    await expect(answer(person, id, app.code())).rejects.toMatchObject(over)
    const unknown = { factorId: id, challengeId: UNKNOWN, code: app.code() }
    await expect(person.caller.auth.mfa.verify(unknown)).rejects.toMatchObject(over)
  })

  it('is not asked for without end', async () => {
    const person = await shop.signIn('customer')
    const { id } = await addAuthenticator(person, clock)
    const asked = await Promise.allSettled(Array.from({ length: 70 }, () => askedFor(person, id)))
    const refused = asked.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(refused.length).toBeGreaterThan(0)
    for (const reason of refused) expect(reason).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })
})

describe('removing a factor', () => {
  it('needs the session to have proven one, also where it never counted', async () => {
    const person = await shop.signIn('customer')
    const { id } = await addAuthenticator(person, clock)
    const spare = await person.caller.auth.mfa.enroll({ friendlyName: 'Spare', factorType: 'totp' })
    const weak = await secondSession(person)
    for (const factorId of [id, spare.id]) {
      await expect(weak.caller.auth.mfa.unenroll({ factorId })).rejects.toMatchObject(refusal('FORBIDDEN', 'insufficient_aal'))
    }
    expect(await person.caller.auth.mfa.unenroll({ factorId: spare.id })).toEqual({ id: spare.id })
    expect(await isLive(weak.sessionId)).toBe(true)
    expect(await person.caller.auth.mfa.factors()).toMatchObject([{ id }])
  })

  it('ends the other sessions, and goes on at aal2 while another counts, at aal1 after the last', async () => {
    const person = await shop.signIn('customer')
    const [first, second] = [await addAuthenticator(person, clock, 'One'), await addAuthenticator(person, clock, 'Two')]
    await person.caller.auth.mfa.recoveryCodes()
    const other = await secondSession(person)

    expect(await person.caller.auth.mfa.unenroll({ factorId: first.id })).toEqual({ id: first.id })
    expect(await isLive(other.sessionId)).toBe(false)
    expect(await sessionRow(person.sessionId)).toMatchObject({ aal: 'aal2', revokedAt: null })
    expect(await person.caller.auth.mfa.recoveryCodesLeft()).toEqual({ left: 10 })

    await person.caller.auth.mfa.unenroll({ factorId: second.id })
    expect(await sessionRow(person.sessionId)).toMatchObject({ aal: 'aal1', revokedAt: null })
    expect(await person.caller.auth.mfa.factors()).toEqual([])
    expect(await person.caller.auth.mfa.recoveryCodesLeft()).toEqual({ left: 0 })
    // Nothing is owed any more.
    await addAuthenticator(person, clock, 'One')
    expect((await actionsOf(person.userId)).filter((action) => action === 'mfa.factor_removed')).toHaveLength(2)
    expect(mails.filter(({ to }) => to === person.email && mails.length > 0).map(({ subject }) => subject)).toContain(
      'A second factor was removed from your Ohmfield account',
    )
  })
})

describe('an access token from before', () => {
  it('proves no more than it did, though its session has risen', async () => {
    const person = await shop.signIn('customer')
    const before = await issueSession(shop.services, person.sessionId)
    const { id, session } = await addAuthenticator(person, clock)
    const [earlier, current] = [await callerByToken(before.accessToken), await callerByToken(session.accessToken)]
    const refused = refusal('FORBIDDEN', 'insufficient_aal')
    await expect(earlier.auth.mfa.enroll({ friendlyName: 'Mine', factorType: 'totp' })).rejects.toMatchObject(refused)
    await expect(earlier.auth.mfa.recoveryCodes()).rejects.toMatchObject(refused)
    await expect(earlier.auth.mfa.unenroll({ factorId: id })).rejects.toMatchObject(refused)
    await current.auth.mfa.unenroll({ factorId: id })
  })
})

describe('somebody else’s factor', () => {
  it('is as unknown as one that never was', async () => {
    const [owner, otherCustomer] = [await shop.signIn('customer'), await shop.signIn('customer')]
    const { id, app } = await addAuthenticator(owner, clock)
    const challengeId = await askedFor(owner, id)
    const unknown = refusal('NOT_FOUND', 'mfa_factor_not_found')
    for (const factorId of [id, UNKNOWN]) {
      await expect(otherCustomer.caller.auth.mfa.challenge({ factorId })).rejects.toMatchObject(unknown)
      await expect(otherCustomer.caller.auth.mfa.verify({ factorId, challengeId, code: app.code() })).rejects.toMatchObject(unknown)
      await expect(otherCustomer.caller.auth.mfa.unenroll({ factorId })).rejects.toMatchObject(unknown)
    }
    await expect(otherCustomer.caller.auth.mfa.unenroll({ factorId: "' OR 1=1" })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await otherCustomer.caller.auth.mfa.factors()).toEqual([])
    expect(await owner.caller.auth.mfa.factors()).toHaveLength(1)
  })
})

describe('an administrator', () => {
  it('with a verified factor needs it for the back office', async () => {
    const admin = await shop.signIn('admin')
    await admin.caller.users.list({})
    const { id, app } = await addAuthenticator(admin, clock)
    await admin.caller.users.list({})

    const fresh = await secondSession(admin)
    await expect(fresh.caller.users.list({})).rejects.toMatchObject(refusal('FORBIDDEN', 'insufficient_aal'))
    await fresh.caller.auth.mfa.verify({ factorId: id, challengeId: await askedFor(fresh, id), code: app.code() })
    expect((await fresh.caller.users.list({})).rows.length).toBeGreaterThan(0)
  })
})

describe('the audit log', () => {
  it('keeps no secret, code or phone number', async () => {
    const person = await shop.signIn('customer')
    const { id, app } = await addAuthenticator(person, clock)
    const code = app.wrongCode()
    await expect(person.caller.auth.mfa.verify({ factorId: id, challengeId: await askedFor(person, id), code })).rejects.toThrow()
    const { codes } = await person.caller.auth.mfa.recoveryCodes()
    const entries = await shop.db.prisma.auditEntry.findMany({ where: { actorId: person.userId }, orderBy: { id: 'asc' } })
    expect(entries.map(({ action, actorEmail, subjectId }) => [action, actorEmail, subjectId])).toEqual(
      ['mfa.factor_enrolled', 'mfa.factor_verified', 'mfa.challenge_failed', 'mfa.recovery_codes_made'].map((action) => [
        action,
        person.email,
        person.userId,
      ]),
    )
    const written = JSON.stringify(entries.map(({ before, after }) => [before, after]))
    for (const hidden of [app.secret, code, ...codes]) expect(written).not.toContain(hidden)
  })
})
