import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encode } from 'next-auth/jwt'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { accountPage, adminPage, guestPage, missingAdminPage } from '~/server/http/pages/page-guards'
import { readSession } from '~/server/identity/auth/read-session'
import type { SessionRules } from '~/server/identity/auth/session-rules'
import { startSession } from '~/server/identity/auth/sessions'
import { setServices } from '~/server/services'
import { access } from '../api/access-matrix'
import { addAuthenticator, refusal, standingClock } from '../setup/factors'
import { faultOf, procedures, refusalOf } from '../setup/procedures'
import { openTestShop, type TestShop } from '../setup/shop'

/** Attacks on the back office: without the second factor that the shop requires, and by sessions that were left open. */

const MINUTE = 60
const HOUR = 60 * MINUTE
const rules: SessionRules = { requireAdminMfa: false, adminSeconds: 12 * HOUR, adminIdleSeconds: 30 * MINUTE }

const clock = standingClock('2026-11-20T12:00:00Z')
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ now: clock.now, sessionRules: rules })
})
afterAll(() => shop.close())

const ended = { code: 'UNAUTHORIZED' }

async function pageRequest(sessionId: string) {
  const cookies = { 'next-auth.session-token': await encode({ token: { sessionId }, secret: shop.services.secret }) }
  const req = Object.assign(new IncomingMessage(new Socket()), { cookies })
  return { req, res: new ServerResponse(req), query: {}, resolvedUrl: '/' }
}

describe('an administrator without a factor, where one is required', () => {
  const strict = () => ({ ...shop, services: { ...shop.services, sessionRules: { ...rules, requireAdminMfa: true } } })

  it('passes nothing but what adds one, whatever comes to the router', async () => {
    const { userId } = await shop.signIn('admin')
    const passed = []
    let sessionId = await startSession(shop.services, userId)
    for (const path of Object.keys(procedures).sort()) {
      if (access[path]?.rule === 'public') continue
      const error = await refusalOf(strict(), path, sessionId)
      if (error?.code === 'FORBIDDEN' && faultOf(error) === 'mfa_enrollment_required') continue
      passed.push(path)
      // A call that passes may end the session.
      sessionId = await startSession(shop.services, userId)
    }
    expect(passed).toEqual([
      'account.onSession',
      'auth.mfa.challenge',
      'auth.mfa.enroll',
      'auth.mfa.factors',
      'auth.mfa.recover',
      'auth.mfa.unenroll',
      'auth.mfa.verify',
      'auth.reauthenticate',
      'auth.session',
      'auth.signOut',
    ])
  })

  it('sees no page of the back office, and enters when it has added one', async () => {
    const person = await shop.signIn('admin')
    setServices(strict().services)
    const toAccount = { redirect: { destination: '/account', permanent: false } }
    expect(await adminPage(await pageRequest(person.sessionId))).toEqual(toAccount)
    expect(await missingAdminPage(await pageRequest(person.sessionId))).toEqual(toAccount)
    expect(await accountPage(await pageRequest(person.sessionId))).toMatchObject({ props: { viewer: { mustEnroll: true } } })
    expect(await guestPage(await pageRequest(person.sessionId))).toEqual({ redirect: { destination: '/', permanent: false } })
    await addAuthenticator(person, clock)
    expect(await refusalOf(strict(), 'users.list', person.sessionId)).toBeNull()
    const customer = await shop.signIn('customer')
    expect(await refusalOf(strict(), 'account.profile', customer.sessionId)).toBeNull()
    setServices(shop.services)
  })
})

describe('an administrator’s session', () => {
  it('ends half an hour after its last call', async () => {
    const { caller } = await shop.signIn('admin')
    for (let n = 0; n < 3; n += 1) {
      clock.pass(29 * MINUTE)
      await caller.users.list({})
    }
    clock.pass(30 * MINUTE)
    await expect(caller.users.list({})).rejects.toMatchObject(ended)
  })

  it('counts calls that follow each other closely', async () => {
    const { caller } = await shop.signIn('admin')
    clock.pass(2 * MINUTE)
    await caller.users.list({})
    clock.pass(29 * MINUTE)
    await caller.users.list({})
  })

  it('ends twelve hours after the sign-in, however much it is used', async () => {
    const { caller } = await shop.signIn('admin')
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      clock.pass(20 * MINUTE)
      await caller.users.list({})
    }
    clock.pass(20 * MINUTE)
    await expect(caller.users.list({})).rejects.toMatchObject(ended)
  })

  it('does not begin again when the role is taken away', async () => {
    const { sessionId, userId } = await shop.signIn('admin')
    clock.pass(31 * MINUTE)
    expect(await readSession(shop.services, sessionId)).toBeNull()
    await shop.db.prisma.profile.update({ where: { userId }, data: { role: 'customer' } })
    expect(await readSession(shop.services, sessionId)).toBeNull()
  })

  it('is that of a customer until the role is granted, then ends at once if it is too old', async () => {
    const { caller, userId } = await shop.signIn('customer')
    clock.pass(13 * HOUR)
    await caller.account.profile()
    const fresh = await startSession(shop.services, userId)
    await shop.db.prisma.profile.update({ where: { userId }, data: { role: 'admin' } })
    await expect(caller.users.list({})).rejects.toMatchObject(ended)
    expect(await readSession(shop.services, fresh)).toMatchObject({ role: 'admin' })
  })

  it('is not kept alive by a page that is open and asks by itself, nor by its stream', async () => {
    const { caller, sessionId } = await shop.signIn('admin')
    const page = (isBackground: boolean) => shop.callerOf(sessionId, { isBackground })
    for (let n = 0; n < 2; n += 1) {
      clock.pass(14 * MINUTE)
      await page(true).users.list({})
      const stream = (await caller.admin.onChange())[Symbol.asyncIterator]()
      await stream.return?.()
    }
    clock.pass(MINUTE)
    expect(await readSession(shop.services, sessionId, { counts: false })).not.toBeNull()
    await page(false).users.list({})
    clock.pass(29 * MINUTE)
    await page(true).users.list({})
    clock.pass(MINUTE)
    await expect(page(true).users.list({})).rejects.toMatchObject(ended)
  })

  it('takes its open stream along when nobody has called', async () => {
    const quick = { ...shop.services, now: () => new Date(), sessionRules: { ...rules, adminIdleSeconds: 1 } }
    const { userId } = await shop.signIn('admin')
    const began = Date.now()
    const sessionId = await startSession(quick, userId)
    const stream = (await shop.callerOf(sessionId, { services: quick }).admin.onChange())[Symbol.asyncIterator]()
    const read = async (): Promise<unknown> => ((await stream.next()).done ? 'done' : read())
    await expect(read()).rejects.toMatchObject(ended)
    expect(Date.now() - began).toBeGreaterThan(900)
  })
})

describe('an administrator with the access of another', () => {
  const person = async () => {
    const customer = await shop.signIn('customer')
    const { app, id } = await addAuthenticator(customer, clock)
    await customer.caller.auth.mfa.recoveryCodes()
    await shop.db.prisma.user.update({ where: { id: customer.userId }, data: { emailVerifiedAt: clock.now() } })
    return { ...customer, app, factorId: id }
  }
  const emailsTo = (email: string) => shop.emails.filter(({ to }) => to === email).map(({ subject }) => subject)

  it('ends every session, and says so in an email and the history', async () => {
    const [admin, customer] = [await shop.signIn('admin'), await person()]
    const second = await startSession(shop.services, customer.userId)
    expect(await admin.caller.users.endSessions({ userId: customer.userId })).toEqual({ ended: 2 })
    for (const id of [customer.sessionId, second]) expect(await readSession(shop.services, id)).toBeNull()
    expect(emailsTo(customer.email).at(-1)).toBe('You were signed out of your Ohmfield account')
    const { rows } = await admin.caller.audit.history({ subjectType: 'user', subjectId: customer.userId })
    expect(rows[0]).toMatchObject({ action: 'user.sessions_ended', actor: admin.email, after: { ended: 2 } })
    const mails = shop.emails.length
    expect(await admin.caller.users.endSessions({ userId: customer.userId })).toEqual({ ended: 0 })
    expect(shop.emails).toHaveLength(mails)
  })

  it('removes the factors and codes of somebody who has lost them, with every session', async () => {
    const [admin, customer] = [await shop.signIn('admin'), await person()]
    expect(await admin.caller.users.resetFactors({ userId: customer.userId })).toEqual({ removed: 1 })
    expect(await readSession(shop.services, customer.sessionId)).toBeNull()
    expect(await shop.db.prisma.recoveryCode.count({ where: { userId: customer.userId } })).toBe(0)
    const again = shop.callerOf(await startSession(shop.services, customer.userId))
    expect(await again.auth.mfa.factors()).toEqual([])
    expect(await again.account.profile()).toMatchObject({ email: customer.email })
    expect(emailsTo(customer.email).at(-1)).toBe('The second factors of your Ohmfield account were removed')
    const { rows } = await admin.caller.audit.history({ subjectType: 'user', subjectId: customer.userId })
    expect(rows[0]).toMatchObject({ action: 'user.factors_reset', actor: admin.email, before: { factors: [{ friendlyName: 'My app' }] } })
    expect(await admin.caller.users.resetFactors({ userId: customer.userId })).toEqual({ removed: 0 })
  })

  it('needs a fresh proof, the role at that moment, and somebody who is there', async () => {
    const [admin, customer] = [await shop.signIn('admin'), await person()]
    const unknown = { userId: '00000000-0000-4000-8000-000000000000' }
    for (const name of ['endSessions', 'resetFactors'] as const) {
      await expect(admin.caller.users[name](unknown)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(customer.caller.users[name](unknown)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    clock.pass(10 * MINUTE)
    for (const name of ['endSessions', 'resetFactors'] as const) {
      await expect(admin.caller.users[name]({ userId: customer.userId })).rejects.toMatchObject(
        refusal('FORBIDDEN', 'reauthentication_needed'),
      )
    }
  })
})
