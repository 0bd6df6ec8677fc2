import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '~/server/identity/auth/password-hashes'
import { isRecentlyProven } from '~/server/identity/auth/reauthenticate'
import { raiseSession, startSession } from '~/server/identity/auth/sessions'
import { issueSession } from '~/server/identity/auth/tokens'
import { setServices } from '~/server/services'
import { access, type AccessWorld } from '../api/access-matrix'
import { dearPayment } from '../setup/dear-payment'
import { dearThings } from '../setup/gifts'
import { addAuthenticator, refusal, standingClock } from '../setup/factors'
import { faultOf, procedures, refusalOf } from '../setup/procedures'
import { callerByToken } from '../setup/request'
import { openTestShop, type TestShop } from '../setup/shop'

/** Attacks with a session that was stolen or left open (issue: what a session may before and after its proofs). */

const PASSWORD = 'correct horse battery staple'
const TEN_MINUTES = 10 * 60

const clock = standingClock('2026-11-20T12:00:00Z')
const { now } = clock
let shop: TestShop
let passwordHash: string
beforeAll(async () => {
  shop = await openTestShop({ now })
  setServices(shop.services)
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())

const paths = Object.keys(procedures).sort()
const withRule = (...rules: string[]) => paths.filter((path) => rules.includes(access[path]?.rule ?? ''))
const recentPaths = paths.filter((path) => access[path]?.recent)

/** Somebody with an authenticator app, and a session of theirs that has proven the password alone. */
async function owing(role: 'admin' | 'customer' = 'customer') {
  const person = await shop.signIn(role, { passwordHash })
  const { id, app } = await addAuthenticator(person, clock)
  const sessionId = await startSession(shop.services, person.userId)
  return { ...person, factorId: id, app, stolen: sessionId, thief: shop.callerOf(sessionId) }
}
/** Somebody whose session was proven eleven minutes ago. */
async function stale(role: 'admin' | 'customer' = 'customer', withFactor = false) {
  const person = await shop.signIn(role, { passwordHash })
  const added = withFactor ? await addAuthenticator(person, clock) : null
  clock.pass(TEN_MINUTES + 60)
  return { ...person, added }
}
const needed = refusal('FORBIDDEN', 'reauthentication_needed')
const owes = refusal('FORBIDDEN', 'insufficient_aal')

describe('a stolen session that owes its second factor', () => {
  it('may call what answers the factor, what it needs for that, and the way out: nothing else, whatever comes to the router', async () => {
    const thieves = [await owing(), await owing('admin')]
    const passed = []
    for (const path of paths.filter((name) => access[name]?.rule !== 'public')) {
      let passes = false
      for (const thief of thieves) {
        const error = await refusalOf(shop, path, thief.stolen)
        if (error?.code === 'FORBIDDEN' && faultOf(error) === 'insufficient_aal') continue
        passes = true
        // A call that passes may end the session.
        thief.stolen = await startSession(shop.services, thief.userId)
      }
      if (passes) passed.push(path)
    }
    expect(passed).toEqual([
      'auth.mfa.challenge',
      'auth.mfa.factors',
      'auth.mfa.recover',
      'auth.mfa.verify',
      'auth.session',
      'auth.signOut',
    ])
    expect(withRule('session')).toEqual(passed)
  })

  it('reads no profile and no devices, changes nothing and ends no other session', async () => {
    const { thief, sessionId } = await owing()
    for (const attack of [
      thief.account.profile(),
      thief.account.sessions(),
      thief.account.update({ fullName: 'Thief', phone: null }),
      thief.account.endOtherSessions(),
      thief.account.endSession({ sessionId }),
      thief.auth.signOut({ scope: 'others' }),
      thief.auth.signOut({ scope: 'global' }),
      thief.auth.reauthenticate({ password: PASSWORD }),
    ]) {
      await expect(attack).rejects.toMatchObject(owes)
    }
    expect((await shop.db.prisma.session.findUniqueOrThrow({ where: { id: sessionId } })).revokedAt).toBeNull()
    await thief.auth.signOut()
    await expect(thief.auth.session()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('learns of the factors only those it can answer with', async () => {
    const { thief, caller, factorId } = await owing()
    await caller.auth.mfa.enroll({ friendlyName: 'My other telephone', factorType: 'totp' })
    const shown = await thief.auth.mfa.factors()
    expect(shown).toEqual([{ id: factorId, factorType: 'totp', friendlyName: 'My app', status: 'verified', createdAt: null, phone: null }])
    expect((await thief.auth.session()).user.factors.map(({ id }) => id)).toEqual([factorId])
    expect(await caller.auth.mfa.factors()).toHaveLength(2)
  })

  it('gets on with the code, and with a recovery code', async () => {
    const { thief, factorId, app, caller } = await owing()
    const { codes } = await caller.auth.mfa.recoveryCodes()
    const challenge = await thief.auth.mfa.challenge({ factorId })
    await thief.auth.mfa.verify({ factorId, challengeId: challenge.id, code: app.code() })
    expect(await thief.account.profile()).toMatchObject({ role: 'customer' })
    const other = await owing()
    await expect(other.thief.auth.mfa.recover({ code: codes[0] ?? '' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('has no stream', async () => {
    const { thief } = await owing()
    await expect(thief.account.onSession()).rejects.toMatchObject(owes)
  })

  it('loses the stream that it had when it begins to owe one', async () => {
    const { caller, sessionId, userId } = await shop.signIn('customer')
    await shop.db.prisma.session.update({ where: { id: sessionId }, data: { aal: 'aal2' } })
    const end = (await caller.account.onSession())[Symbol.asyncIterator]().next()
    await shop.db.prisma.mfaFactor.create({ data: { userId, friendlyName: 'App', factorType: 'totp', status: 'verified' } })
    await shop.db.prisma.session.update({ where: { id: sessionId }, data: { aal: 'aal1' } })
    await expect(end).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('an old session', () => {
  const world: AccessWorld = {
    bystanderId: '',
    customerId: '',
    customerSessionId: '',
    customerFactorId: '',
    dearTradeInId: '',
    dearPaymentId: '',
    dearInvoiceId: '',
    dearCreditPaymentId: '',
  }
  const inputOf = (path: string): unknown => {
    const input = access[path]?.input
    return typeof input === 'function' ? input(world) : input
  }

  it('is asked for a password or a code by everything that changes how an account is entered, and by what cannot be taken back', async () => {
    const admin = await stale('admin', true)
    const dear = await shop.db.prisma.tradeIn.create({ data: {} })
    await shop.db.prisma.caseQuote.create({
      data: { caseId: dear.id, number: 1, total: 50_000, offer: { create: { overrideReason: 'Rare' } } },
    })
    const bystanderId = (await shop.signIn('customer')).userId
    Object.assign(world, {
      bystanderId,
      dearPaymentId: await dearPayment(shop, bystanderId),
      ...(await dearThings(shop, bystanderId)),
      customerFactorId: admin.added?.id ?? '',
      dearTradeInId: dear.id,
    })
    expect(recentPaths).toEqual([
      'account.changePassword',
      'account.delete',
      'account.prepareDownload',
      'auth.mfa.enroll',
      'auth.mfa.recoveryCodes',
      'auth.mfa.unenroll',
      'credit.adjust',
      'credit.approve',
      'credit.approveRelease',
      'credit.giftCardCode',
      'credit.issueRefund',
      'credit.refuse',
      'credit.refuseRelease',
      'credit.release',
      'credit.useInShop',
      'customers.addEmail',
      'customers.merge',
      'customers.unmerge',
      'customers.update',
      'emails.reset',
      'emails.save',
      'invoices.approve',
      'invoices.credit',
      'invoices.refuse',
      'invoices.saveSeller',
      'keys.create',
      'payments.approveRefund',
      'payments.refund',
      'payments.refuseRefund',
      'policies.approve',
      'policies.save',
      'tradeIns.approveOffer',
      'tradeIns.refuseOffer',
      'tradeIns.sendOffer',
      'tradeIns.sendOffers',
      'users.endSessions',
      'users.invite',
      'users.resetFactors',
      'users.updateRole',
      'users.updateScopes',
      'webhooks.create',
      'webhooks.rotate',
      'webhooks.update',
    ])
    const refused = []
    const oldSession = async () => {
      const id = await startSession(shop.services, admin.userId)
      await raiseSession(shop.db.prisma, id, 'totp', new Date(now().getTime() - TEN_MINUTES * 1000))
      return id
    }
    let sessionId = await oldSession()
    for (const path of paths.filter((name) => access[name]?.rule !== 'public')) {
      const error = await refusalOf(shop, path, sessionId, inputOf(path))
      if (faultOf(error) === 'reauthentication_needed' && error?.code === 'FORBIDDEN') refused.push(path)
      // A call that is not refused may end the session.
      else if (!error || error.code === 'UNAUTHORIZED') sessionId = await oldSession()
    }
    expect(refused).toEqual(recentPaths)
  })

  it('adds no factor by the password of ten minutes ago, but by one of nine', async () => {
    const { caller } = await shop.signIn('customer')
    const enroll = (friendlyName: string) => caller.auth.mfa.enroll({ friendlyName, factorType: 'totp' })
    clock.pass(TEN_MINUTES - 1)
    const { id, totp } = await enroll('One')
    clock.pass(1)
    await expect(enroll('Two')).rejects.toMatchObject(needed)
    // Nor does one begin to count that was begun while it was fresh.
    const challenge = await caller.auth.mfa.challenge({ factorId: id })
    expect(totp?.secret).toBeDefined()
    await expect(caller.auth.mfa.verify({ factorId: id, challengeId: challenge.id, code: '000000' })).rejects.toMatchObject(needed)
  })

  it('goes on after the password, and only in the session that gave it', async () => {
    const { caller, userId } = await stale()
    const other = await startSession(shop.services, userId)
    clock.pass(TEN_MINUTES)
    await expect(caller.auth.reauthenticate({ password: 'wrong' })).rejects.toMatchObject(refusal('BAD_REQUEST', 'invalid_credentials'))
    await expect(caller.auth.mfa.enroll({ friendlyName: 'App', factorType: 'totp' })).rejects.toMatchObject(needed)
    const { session } = await caller.auth.reauthenticate({ password: PASSWORD })
    expect(session.user.id).toBe(userId)
    await caller.auth.mfa.enroll({ friendlyName: 'App', factorType: 'totp' })
    await expect(shop.callerOf(other).auth.mfa.enroll({ friendlyName: 'B', factorType: 'totp' })).rejects.toMatchObject(needed)
    const written = await shop.db.prisma.auditEntry.findMany({ where: { subjectId: userId }, orderBy: { id: 'asc' } })
    expect(written.map(({ action }) => action)).toEqual(['auth.reauthentication_failed', 'auth.reauthenticated', 'mfa.factor_enrolled'])
    expect(JSON.stringify(written.map(({ after }) => after))).not.toContain(PASSWORD)
  })

  it('cannot guess the password: as many tries as at the sign-in', async () => {
    const { caller, sessionId } = await stale()
    for (let n = 0; n < 10; n += 1) {
      await expect(caller.auth.reauthenticate({ password: 'wrong' })).rejects.toMatchObject(refusal('BAD_REQUEST', 'invalid_credentials'))
    }
    const spent = refusal('TOO_MANY_REQUESTS', 'over_request_rate_limit')
    await expect(caller.auth.reauthenticate({ password: PASSWORD })).rejects.toMatchObject(spent)
    // The form for another password gives no further tries.
    await shop.db.prisma.session.update({
      where: { id: sessionId },
      data: { amr: [{ method: 'password', timestamp: Math.floor(now().getTime() / 1000) }] },
    })
    const change = { currentPassword: PASSWORD, newPassword: 'another fine password' }
    await expect(caller.account.changePassword(change)).rejects.toMatchObject(spent)
  })

  it('with a second factor is not helped by the password: a code is asked for', async () => {
    const { caller, added, sessionId } = await stale('customer', true)
    await shop.db.prisma.session.update({
      where: { id: sessionId },
      data: {
        amr: [
          { method: 'totp', timestamp: 0 },
          { method: 'password', timestamp: Math.floor(now().getTime() / 1000) },
        ],
      },
    })
    const factorId = added?.id ?? ''
    await expect(caller.auth.mfa.unenroll({ factorId })).rejects.toMatchObject(needed)
    await expect(caller.auth.reauthenticate({ password: PASSWORD })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const challenge = await caller.auth.mfa.challenge({ factorId })
    await caller.auth.mfa.verify({ factorId, challengeId: challenge.id, code: added?.app.code() ?? '' })
    await caller.auth.mfa.unenroll({ factorId })
  })

  it('makes no administrator, but takes the role from one', async () => {
    const admin = await stale('admin')
    const { userId } = await shop.signIn('customer')
    await expect(admin.caller.users.updateRole({ userId, role: 'admin' })).rejects.toMatchObject(needed)
    await admin.caller.auth.reauthenticate({ password: PASSWORD })
    await admin.caller.users.updateRole({ userId, role: 'admin' })
    clock.pass(TEN_MINUTES)
    expect(await admin.caller.users.updateRole({ userId, role: 'customer' })).toMatchObject({ role: 'customer' })
  })

  it('gains nothing by a time that is to come, or by what is no proof', () => {
    const at = (timestamp: number) => isRecentlyProven({ hasVerifiedFactor: false, amr: [{ method: 'password', timestamp }] }, now())
    const seconds = Math.floor(now().getTime() / 1000)
    expect([at(seconds), at(seconds + 30), at(seconds + 3600), at(seconds - TEN_MINUTES), at(Number.MAX_SAFE_INTEGER)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(isRecentlyProven({ hasVerifiedFactor: false, amr: [] }, now())).toBe(false)
  })
})

describe('a token from before a proof', () => {
  it('does not count as proven again, though its session does', async () => {
    const { caller, sessionId } = await stale()
    const before = await issueSession(shop.services, sessionId)
    const { session } = await caller.auth.reauthenticate({ password: PASSWORD })
    const [earlier, later] = [await callerByToken(before.accessToken), await callerByToken(session.accessToken)]
    await expect(earlier.auth.mfa.enroll({ friendlyName: 'App', factorType: 'totp' })).rejects.toMatchObject(needed)
    await later.auth.mfa.enroll({ friendlyName: 'App', factorType: 'totp' })
    await expect(shop.visitor.auth.refresh({ refreshToken: before.refreshToken })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('right after the sign-in and after the code, programs add, remove and grant as ever', async () => {
    const { email, userId } = await shop.signIn('admin', { passwordHash })
    const { session } = await shop.visitor.auth.signIn({ email, password: PASSWORD })
    const program = await callerByToken(session.accessToken)
    const { session: raised, id } = await addAuthenticator({ caller: program }, clock)
    const proven = await callerByToken(raised.accessToken)
    await proven.users.updateRole({ userId: (await shop.signIn('customer')).userId, role: 'admin' })
    expect(await proven.auth.mfa.unenroll({ factorId: id })).toEqual({ id })
    expect(userId).toBe(raised.user.id)
  })
})
