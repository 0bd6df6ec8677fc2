import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSession } from '~/server/identity/auth/sessions'
import { describeOnEngines, openOn } from '../setup/database'
import { addAuthenticator, authenticator, standingClock } from '../setup/factors'
import { openTestShop, type TestShop } from '../setup/shop'

const TIMES = 20

describeOnEngines('at the same time, on the %s engine', (engine) => {
  const clock = standingClock('2026-11-20T12:00:00Z')
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine), now: clock.now })
  })
  afterAll(() => shop.close())

  const manySessions = (userId: string) =>
    Promise.all(
      Array.from({ length: TIMES }, async () => {
        const sessionId = await startSession(shop.services, userId)
        return { sessionId, caller: shop.callerOf(sessionId) }
      }),
    )
  const outcomes = async (calls: Promise<unknown>[]) => {
    const settled = await Promise.allSettled(calls)
    return {
      done: settled.filter(({ status }) => status === 'fulfilled').length,
      codes: [...new Set(settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code?: string }).code] : [])))],
    }
  }

  it('one of twenty uses of a code counts, for one challenge', async () => {
    const person = await shop.signIn('customer')
    const { id: factorId, app } = await addAuthenticator(person, clock)
    const { id: challengeId } = await person.caller.auth.mfa.challenge({ factorId })
    const code = app.code()
    const { done, codes } = await outcomes(
      Array.from({ length: TIMES }, () => person.caller.auth.mfa.verify({ factorId, challengeId, code })),
    )
    expect(done).toBe(1)
    for (const refused of codes) expect(['BAD_REQUEST', 'TOO_MANY_REQUESTS']).toContain(refused)
  })

  it('one of twenty sessions gets in by one code', async () => {
    const person = await shop.signIn('customer')
    const { id: factorId, app } = await addAuthenticator(person, clock)
    const sessions = await manySessions(person.userId)
    const asked = await Promise.all(sessions.map(({ caller }) => caller.auth.mfa.challenge({ factorId })))
    const code = app.code()
    const { done, codes } = await outcomes(
      sessions.map(({ caller }, n) => caller.auth.mfa.verify({ factorId, challengeId: asked[n]?.id ?? '', code })),
    )
    expect(done).toBe(1)
    for (const refused of codes) expect(['BAD_REQUEST', 'TOO_MANY_REQUESTS', 'UNAUTHORIZED']).toContain(refused)
    const raised = await shop.db.prisma.session.count({ where: { userId: person.userId, aal: 'aal2', id: { not: person.sessionId } } })
    expect(raised).toBe(1)
  })

  it('five of twenty wrong codes are looked at', async () => {
    const person = await shop.signIn('customer')
    const { id: factorId, app } = await addAuthenticator(person, clock)
    const { id: challengeId } = await person.caller.auth.mfa.challenge({ factorId })
    const code = app.wrongCode()
    await outcomes(Array.from({ length: TIMES }, () => person.caller.auth.mfa.verify({ factorId, challengeId, code })))
    const failed = await shop.db.prisma.auditEntry.count({ where: { actorId: person.userId, action: 'mfa.challenge_failed' } })
    expect(failed).toBe(5)
    await expect(person.caller.auth.mfa.verify({ factorId, challengeId, code: app.code() })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    })
  })

  it('one of twenty uses of a recovery code counts', async () => {
    const person = await shop.signIn('customer')
    await addAuthenticator(person, clock)
    const { codes: recovery } = await person.caller.auth.mfa.recoveryCodes()
    const sessions = await manySessions(person.userId)
    const { done } = await outcomes(sessions.map(({ caller }) => caller.auth.mfa.recover({ code: recovery[0] ?? '' })))
    expect(done).toBe(1)
    expect(await person.caller.auth.mfa.recoveryCodesLeft()).toEqual({ left: 9 })
  })

  it('no account gets more than ten factors, nor two of one name', async () => {
    const { caller } = await shop.signIn('customer')
    const many = await outcomes(
      Array.from({ length: TIMES }, (_, n) => caller.auth.mfa.enroll({ friendlyName: `App ${n % 15}`, factorType: 'totp' })),
    )
    expect(many.done).toBe(10)
    const names = (await caller.auth.mfa.factors()).map(({ friendlyName }) => friendlyName)
    expect(new Set(names).size).toBe(10)
  })

  it('no factor is added by password alone beside one that comes to count', async () => {
    const person = await shop.signIn('customer')
    const begun = await Promise.all(
      ['One', 'Two'].map((friendlyName) => person.caller.auth.mfa.enroll({ friendlyName, factorType: 'totp' })),
    )
    // Two sessions, each about to confirm a first factor: the second has proven nothing once the first counts.
    const sessions = await manySessions(person.userId)
    const answers = await Promise.all(
      begun.map(async ({ id, totp }, n) => {
        const caller = sessions[n]?.caller ?? person.caller
        const challenge = await caller.auth.mfa.challenge({ factorId: id })
        return () => caller.auth.mfa.verify({ factorId: id, challengeId: challenge.id, code: authenticator(totp?.uri ?? '', clock).code() })
      }),
    )
    const settled = await Promise.allSettled(answers.map((answer) => answer()))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const verified = await shop.db.prisma.mfaFactor.count({ where: { userId: person.userId, status: 'verified' } })
    expect(verified).toBe(1)
  })
})
