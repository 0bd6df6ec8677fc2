import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSession } from '~/server/identity/auth/sessions'
import type { Email } from '~/server/platform/mail/email'
import { addAuthenticator, refusal, standingClock, type Person } from '../setup/factors'
import { openTestShop, type TestShop } from '../setup/shop'

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
})
afterAll(() => shop.close())

/** A person with an authenticator app and recovery codes, and a second session that has proven the password alone. */
const owner = async (role: 'admin' | 'customer' = 'customer') => {
  const person = await shop.signIn(role)
  const { id } = await addAuthenticator(person, clock)
  const { codes } = await person.caller.auth.mfa.recoveryCodes()
  return { person, factorId: id, codes, weak: await newSession(person) }
}
const newSession = async ({ userId }: Pick<Person, 'userId'>) => {
  const sessionId = await startSession(shop.services, userId)
  return { sessionId, caller: shop.callerOf(sessionId) }
}
const first = (codes: string[]) => codes[0] ?? ''

describe('recovery codes', () => {
  it('are ten, each different, and stored as hashes alone', async () => {
    const { person, codes } = await owner()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    const rows = await shop.db.prisma.recoveryCode.findMany({ where: { userId: person.userId } })
    expect(rows).toHaveLength(10)
    for (const { codeHash } of rows) expect(codeHash).toMatch(/^[\w-]{43}$/)
    expect(await person.caller.auth.mfa.recoveryCodesLeft()).toEqual({ left: 10 })
  })

  it('are made for those alone who have proven a second factor', async () => {
    const { caller } = await shop.signIn('customer')
    await expect(caller.auth.mfa.recoveryCodes()).rejects.toMatchObject(refusal('FORBIDDEN', 'insufficient_aal'))
    const { weak } = await owner()
    await expect(weak.caller.auth.mfa.recoveryCodes()).rejects.toMatchObject(refusal('FORBIDDEN', 'insufficient_aal'))
    await expect(shop.visitor.auth.mfa.recoveryCodes()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('replace the earlier ones', async () => {
    const { person, codes, weak } = await owner()
    const { codes: renewed } = await person.caller.auth.mfa.recoveryCodes()
    await expect(weak.caller.auth.mfa.recover({ code: first(codes) })).rejects.toMatchObject(
      refusal('BAD_REQUEST', 'mfa_verification_failed'),
    )
    await weak.caller.auth.mfa.recover({ code: first(renewed) })
  })
})

describe('recovering with a code', () => {
  it('raises the session once, tells the owner, and ends sessions that have proven nothing', async () => {
    const { person, factorId, codes, weak } = await owner('admin')
    const idle = await newSession(person)
    await expect(weak.caller.users.list({})).rejects.toMatchObject(refusal('FORBIDDEN', 'insufficient_aal'))

    const { session } = await weak.caller.auth.mfa.recover({ code: first(codes) })
    expect(session.user).toMatchObject({ id: person.userId, isAdmin: true, factors: [{ id: factorId, status: 'verified' }] })
    expect((await weak.caller.users.list({})).rows.length).toBeGreaterThan(0)
    expect(await shop.db.prisma.session.findUnique({ where: { id: weak.sessionId } })).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'password' }, { method: 'recovery_code' }],
    })
    await expect(idle.caller.auth.mfa.factors()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await person.caller.auth.mfa.recoveryCodesLeft()).toEqual({ left: 9 })

    const again = await newSession(person)
    await expect(again.caller.auth.mfa.recover({ code: first(codes) })).rejects.toMatchObject(
      refusal('BAD_REQUEST', 'mfa_verification_failed'),
    )
    expect(mails.filter(({ to }) => to === person.email).map(({ subject }) => subject)).toEqual([
      'A second factor was added to your Ohmfield account',
      'New recovery codes for your Ohmfield account',
      'A recovery code of your Ohmfield account was used',
    ])
    const actions = await shop.db.prisma.auditEntry.findMany({ where: { actorId: person.userId }, orderBy: { id: 'asc' } })
    expect(actions.map(({ action }) => action).slice(-3)).toEqual([
      'mfa.recovery_codes_made',
      'mfa.recovery_code_used',
      'mfa.challenge_failed',
    ])
    expect(JSON.stringify(actions.map(({ before, after }) => [before, after]))).not.toContain(first(codes))
  })

  it('lets a lost factor be removed, and the remaining codes with it', async () => {
    const { codes, factorId, weak } = await owner()
    await weak.caller.auth.mfa.recover({ code: first(codes) })
    await weak.caller.auth.mfa.unenroll({ factorId })
    expect(await weak.caller.auth.mfa.recoveryCodesLeft()).toEqual({ left: 0 })
    await expect(weak.caller.auth.mfa.recover({ code: codes[1] ?? '' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('reads a code as people type it', async () => {
    const { person, codes, weak } = await owner()
    const typed = first(codes).toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    await weak.caller.auth.mfa.recover({ code: ` ${typed} ` })
    const next = await newSession(person)
    for (const code of ['', ' ', 'x'.repeat(41), 'A\0B']) {
      await expect(next.caller.auth.mfa.recover({ code })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })

  it('takes nobody else’s code', async () => {
    const [one, other] = [await owner(), await owner()]
    await expect(other.weak.caller.auth.mfa.recover({ code: first(one.codes) })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await one.weak.caller.auth.mfa.recover({ code: first(one.codes) })
  })

  it('stops after five wrong codes', async () => {
    const { codes, weak, person } = await owner()
    for (let n = 0; n < 5; n++) {
      await expect(weak.caller.auth.mfa.recover({ code: `WRONG-0000${n}` })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    const refused: unknown = await (
      await newSession(person)
    ).caller.auth.mfa
      .recover({ code: first(codes) })
      .catch((error: unknown) => error)
    expect(refused).toMatchObject(refusal('TOO_MANY_REQUESTS', 'over_request_rate_limit'))
    expect(refused).toMatchObject({ cause: { retryAfter: expect.any(Number) as number } })
  })
})
