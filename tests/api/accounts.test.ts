import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { hashToken } from '~/server/platform/secrets'
import { removeExpired } from '~/server/office/housekeeping/remove-expired'
import { openCapturedLog } from '../setup/captured-log'
import { linkOf } from '../setup/emails'
import { openTestShop, type TestShop } from '../setup/shop'
import type { CookieJar } from '~/server/identity/auth/cookie-jar'

/** The cookies of one browser, for callers that make no requests. */
function browserCookies(): CookieJar {
  const kept = new Map<string, string>()
  return {
    get: (name) => kept.get(name),
    set: (name, value, seconds) => {
      if (seconds > 0) kept.set(name, value)
      else kept.delete(name)
    },
  }
}

const HOUR_MS = 60 * 60 * 1000
const PASSWORD = 'correct horse battery staple'
const ANSWER = { message: 'Please check your email to verify your account.' }

const { log, lines, text } = openCapturedLog()
let shop: TestShop
let now = new Date('2026-11-20T12:00:00Z')
let visitor: TestShop['visitor']
let count = 0
beforeAll(async () => {
  shop = await openTestShop({ now: () => now, log })
  visitor = browser('203.0.113.7')
})
/** Somebody without a session, with the cookies of a browser of their own. */
const browser = (ip: string) =>
  createCaller(createInnerTRPCContext({ services: shop.services, client: { ip, userAgent: 'A browser' }, cookies: browserCookies() }))
afterAll(() => shop.close())
beforeEach(() => {
  now = new Date('2026-11-20T12:00:00Z')
  shop.emails.length = 0
  count += 1
})

const address = () => `person-${count}@example.com`
const signUp = (email = address(), password = PASSWORD) => visitor.auth.signUp({ email, password, fullName: 'Zoë Example' })
const userOf = (email = address()) =>
  shop.db.prisma.user.findUniqueOrThrow({ where: { email }, include: { profile: true, sessions: true, mailTokens: true } })
const lastLink = () => linkOf(shop.emails.at(-1)).token
const refusal = (code: string, errorCode: string): unknown =>
  expect.objectContaining({ code, cause: expect.objectContaining({ errorCode }) as unknown })
const outcomes = async (calls: Promise<unknown>[]) => (await Promise.allSettled(calls)).map(({ status }) => status).sort()
const history = async (email = address()) => {
  const { id } = await userOf(email)
  const entries = await shop.db.prisma.auditEntry.findMany({ where: { subjectType: 'user', subjectId: id }, orderBy: { id: 'asc' } })
  return entries.map(({ action }) => action)
}

/** Somebody with a verified address. */
async function member() {
  await signUp()
  await visitor.auth.verifyEmail({ token: lastLink() })
  shop.emails.length = 0
  return userOf()
}

describe('sign-up', () => {
  it('opens a customer’s account and sends an email to verify the address', async () => {
    expect(await signUp(` ${address().toUpperCase()} `)).toEqual(ANSWER)
    const user = await userOf()
    expect(user).toMatchObject({
      emailVerifiedAt: null,
      sessions: [],
      profile: { email: address(), fullName: 'Zoë Example', role: 'customer' },
    })
    // Nothing that somebody else may have chosen counts for the account before the address is verified.
    expect(user.passwordHash).toBeNull()
    expect(user.mailTokens).toMatchObject([{ passwordHash: expect.stringMatching(/^\$argon2id\$/) as unknown, fullName: 'Zoë Example' }])
    expect(shop.emails).toHaveLength(1)
    expect(shop.emails[0]).toMatchObject({ to: address(), subject: expect.stringMatching(/^Verify your email address/) as unknown })
    // Anybody can type anybody's address: nothing else that was typed goes there.
    expect(shop.emails[0]?.text).not.toContain('Zoë')
    expect(await history()).toEqual(['account.created'])
    const entry = await shop.db.prisma.auditEntry.findFirstOrThrow({ where: { subjectId: user.id } })
    expect(entry).toMatchObject({
      actorId: null,
      ip: '203.0.113.7',
      userAgent: 'A browser',
      after: { email: address(), fullName: 'Zoë Example' },
    })
  })

  it('answers alike for a verified address, tells its owner, and changes nothing', async () => {
    const before = await member()
    expect(await visitor.auth.signUp({ email: address(), password: 'another fine password', fullName: 'Mallory' })).toEqual(ANSWER)
    expect(await userOf()).toEqual(before)
    expect(shop.emails).toHaveLength(1)
    expect(shop.emails[0]).toMatchObject({ to: address(), subject: expect.stringMatching(/^You already have an account/) as unknown })
    expect(shop.emails[0]?.text).toContain('Hello Zoë Example,')
    expect(shop.emails[0]?.text).not.toContain('Mallory')
    expect(await history()).toEqual(['account.created', 'account.email_verified'])
  })

  it.each(['first', 'second'] as const)('of two of an unverified address the one whose email is opened counts: the %s', async (opened) => {
    const passwords = { first: PASSWORD, second: 'another fine password' }
    const tokens: Record<string, string> = {}
    for (const [which, password] of Object.entries(passwords)) {
      expect(await browser('203.0.113.9').auth.signUp({ email: address(), password, fullName: `Zoë the ${which}` })).toEqual(ANSWER)
      tokens[which] = lastLink()
      now = new Date(now.getTime() + 1)
      // The last person to sign up learns that the email is still to be opened.
      await expect(visitor.auth.signIn({ email: address(), password })).rejects.toEqual(refusal('UNAUTHORIZED', 'email_not_confirmed'))
    }
    const other = opened === 'first' ? 'second' : 'first'
    await visitor.auth.verifyEmail({ token: tokens[opened] ?? '', password: passwords[opened] })
    expect(await userOf()).toMatchObject({ emailVerifiedAt: now, profile: { fullName: `Zoë the ${opened}` } })
    await visitor.auth.signIn({ email: address(), password: passwords[opened] })
    await expect(visitor.auth.signIn({ email: address(), password: passwords[other] })).rejects.toEqual(
      refusal('UNAUTHORIZED', 'invalid_credentials'),
    )
    await expect(visitor.auth.verifyEmail({ token: tokens[other] ?? '', password: passwords[other] })).rejects.toEqual(
      refusal('BAD_REQUEST', 'otp_expired'),
    )
    // Nothing is kept of the sign-up that came to nothing.
    expect((await userOf()).mailTokens.map(({ passwordHash, fullName, browserHash }) => [passwordHash, fullName, browserHash])).toEqual(
      [1, 2].map(() => [null, null, null]),
    )
  })

  it('treats an address that plain SQL has put in as known', async () => {
    await shop.db.prisma.$executeRaw`INSERT INTO users (email) VALUES (${address()})`
    expect(await signUp()).toEqual(ANSWER)
    expect(await userOf()).toMatchObject({ passwordHash: null, profile: null })
    await visitor.auth.requestPasswordReset({ email: address() })
    await visitor.auth.resetPassword({ token: lastLink(), password: PASSWORD })
    await expect(visitor.auth.signIn({ email: address(), password: PASSWORD })).resolves.toMatchObject({
      session: { user: { email: address() } },
    })
  })

  it('makes one account of several sign-ups at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUp()))
    expect(answers).toEqual(Array.from({ length: 8 }, () => ANSWER))
    expect(await shop.db.prisma.user.count({ where: { email: address() } })).toBe(1)
    expect(await history()).toEqual(['account.created'])
    // The box of one person is not filled by others.
    expect(shop.emails.length).toBeLessThanOrEqual(5)
  })

  it('answers known and unknown addresses after the same steps of time', async () => {
    await member()
    const took = async (email: string) => {
      const started = performance.now()
      await signUp(email)
      return performance.now() - started
    }
    // Each answer waits for the end of its step of 250 ms, whatever its work was.
    expect(await took(address())).toBeGreaterThan(240)
    expect(await took(`new-${address()}`)).toBeGreaterThan(240)
  })

  it('takes 8 to 128 characters, as people count them', async () => {
    const emoji = '🔧'
    for (const password of ['1234567', emoji.repeat(7), 'x'.repeat(129), emoji.repeat(129), '', 'with\0null characters']) {
      await expect(signUp(address(), password)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    expect(await shop.db.prisma.user.count({ where: { email: address() } })).toBe(0)
    for (const [index, password] of [emoji.repeat(8), emoji.repeat(128), ' 7 chars ', 'x'.repeat(128)].entries()) {
      const email = `${index}-${address()}`
      await signUp(email, password)
      await visitor.auth.verifyEmail({ token: lastLink() })
      await expect(visitor.auth.signIn({ email, password })).resolves.toMatchObject({ session: { user: { email } } })
    }
  })

  it('refuses common passwords and the address itself, whatever their case, for any address alike', async () => {
    await member()
    for (const password of ['password', 'PassWord', '1QAZ2WSX', 'qwertyuiop']) {
      await expect(signUp(address(), password)).rejects.toEqual(refusal('BAD_REQUEST', 'weak_password'))
      await expect(signUp(`new-${address()}`, password)).rejects.toEqual(refusal('BAD_REQUEST', 'weak_password'))
    }
    await expect(signUp(address(), address().toUpperCase())).rejects.toEqual(refusal('BAD_REQUEST', 'weak_password'))
    expect(shop.emails).toEqual([])
  })

  it('names the field of what it refuses', async () => {
    const call = visitor.auth.signUp({ email: 'nobody', password: 'short', fullName: ' ' })
    await expect(call).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: ['email'] }, { path: ['password'] }, { path: ['fullName'], message: 'Full name is required' }] },
    })
  })
})

describe('a verification link', () => {
  const elsewhere = () => browser('198.51.100.7')
  const asksFor = (errorCode: string): unknown =>
    expect.objectContaining({
      code: 'BAD_REQUEST',
      cause: expect.objectContaining({ errorCode, issues: [expect.objectContaining({ path: ['password'] })] }) as unknown,
    })

  it('asks for the sign-up’s password in any other browser, and is not used up by a refusal', async () => {
    await signUp()
    const token = lastLink()
    for (const other of [elsewhere(), shop.visitor]) {
      await expect(other.auth.verifyEmail({ token })).rejects.toEqual(asksFor('validation_failed'))
      await expect(other.auth.verifyEmail({ token, password: 'not the password' })).rejects.toEqual(asksFor('invalid_credentials'))
    }
    expect(await history()).toEqual(['account.created'])
    await elsewhere().auth.verifyEmail({ token, password: PASSWORD })
    await visitor.auth.signIn({ email: address(), password: PASSWORD })
  })

  it('takes a password that is named for what it is, also in the browser that signed up', async () => {
    await signUp()
    const token = lastLink()
    await expect(visitor.auth.verifyEmail({ token, password: 'not the password' })).rejects.toEqual(asksFor('invalid_credentials'))
    await visitor.auth.verifyEmail({ token })
  })

  it('holds up whoever guesses passwords, but neither the browser that signed up nor a new password', async () => {
    await signUp()
    const token = lastLink()
    for (let n = 0; n < 10; n += 1) {
      await expect(elsewhere().auth.verifyEmail({ token, password: `guess ${n}` })).rejects.toEqual(asksFor('invalid_credentials'))
    }
    await expect(elsewhere().auth.verifyEmail({ token, password: PASSWORD })).rejects.toEqual(
      refusal('TOO_MANY_REQUESTS', 'over_request_rate_limit'),
    )
    await visitor.auth.verifyEmail({ token })
  })

  it('sets a new password for whoever cannot name the old one, and takes nothing of that sign-up', async () => {
    await signUp()
    const token = lastLink()
    for (const newPassword of ['password', 'short', address()]) {
      await expect(elsewhere().auth.verifyEmail({ token, newPassword })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    await expect(elsewhere().auth.verifyEmail({ token, password: PASSWORD, newPassword: 'my own new password' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: ['newPassword'] }] },
    })
    await elsewhere().auth.verifyEmail({ token, newPassword: 'my own new password' })
    expect(await userOf()).toMatchObject({ emailVerifiedAt: now, profile: { fullName: null } })
    await visitor.auth.signIn({ email: address(), password: 'my own new password' })
    await expect(visitor.auth.signIn({ email: address(), password: PASSWORD })).rejects.toEqual(
      refusal('UNAUTHORIZED', 'invalid_credentials'),
    )
  })

  it('takes the name that comes with a new password, and leaves one that the business has given', async () => {
    await signUp()
    await elsewhere().auth.verifyEmail({ token: lastLink(), newPassword: 'my own new password', fullName: ' Zoë Herself ' })
    expect((await userOf()).profile?.fullName).toBe('Zoë Herself')

    const email = `imported-${address()}`
    const { id } = await shop.db.prisma.user.create({ data: { email } })
    await shop.db.prisma.profile.create({ data: { userId: id, email, fullName: 'A Customer Since 2019' } })
    await signUp(email)
    await elsewhere().auth.verifyEmail({ token: lastLink(), newPassword: 'my own new password' })
    expect((await userOf(email)).profile?.fullName).toBe('A Customer Since 2019')
  })

  it('leads to a new password when it is older than this version', async () => {
    await shop.db.prisma.user.create({
      data: {
        email: address(),
        mailTokens: {
          create: { purpose: 'verify_email', tokenHash: hashToken('an older email'), expiresAt: new Date(now.getTime() + 1) },
        },
      },
    })
    const token = 'an older email'
    await expect(visitor.auth.verifyEmail({ token })).rejects.toEqual(asksFor('validation_failed'))
    await expect(visitor.auth.verifyEmail({ token, password: PASSWORD })).rejects.toEqual(asksFor('invalid_credentials'))
    await visitor.auth.verifyEmail({ token, newPassword: PASSWORD })
    await visitor.auth.signIn({ email: address(), password: PASSWORD })
  })

  it('does nothing for an address that has been verified otherwise', async () => {
    await signUp()
    const token = lastLink()
    await shop.db.prisma.user.update({ where: { email: address() }, data: { emailVerifiedAt: now } })
    for (const proof of [{}, { password: PASSWORD }, { newPassword: 'my own new password' }]) {
      await expect(visitor.auth.verifyEmail({ token, ...proof })).rejects.toEqual(refusal('BAD_REQUEST', 'otp_expired'))
    }
    expect((await userOf()).passwordHash).toBeNull()
  })

  it('is sent again to whoever knows the password of the latest sign-up, with its name', async () => {
    await signUp()
    expect(await visitor.auth.resendVerification({ email: address(), password: PASSWORD })).toEqual(ANSWER)
    expect(shop.emails).toHaveLength(2)
    await visitor.auth.verifyEmail({ token: lastLink() })
    expect((await userOf()).profile?.fullName).toBe('Zoë Example')
    shop.emails.length = 0
    for (const email of [address(), `no-${address()}`]) {
      const started = performance.now()
      expect(await visitor.auth.resendVerification({ email, password: PASSWORD })).toEqual(ANSWER)
      expect(performance.now() - started).toBeGreaterThan(240)
    }
    await signUp(`other-${address()}`)
    expect(await elsewhere().auth.resendVerification({ email: `other-${address()}`, password: 'not the password' })).toEqual(ANSWER)
    expect(shop.emails).toHaveLength(1)
  })

  it('works once, also when it is followed several times at once', async () => {
    await signUp()
    const token = lastLink()
    const calls = Array.from({ length: 5 }, () => visitor.auth.verifyEmail({ token }))
    expect(await outcomes(calls)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected', 'rejected'])
    expect(await history()).toEqual(['account.created', 'account.email_verified'])
    await expect(visitor.auth.verifyEmail({ token })).rejects.toEqual(refusal('BAD_REQUEST', 'otp_expired'))
  })

  it('works for 24 hours', async () => {
    await signUp()
    const token = lastLink()
    now = new Date(now.getTime() + 24 * HOUR_MS)
    await expect(visitor.auth.verifyEmail({ token })).rejects.toEqual(refusal('BAD_REQUEST', 'otp_expired'))
    now = new Date(now.getTime() - 1)
    await visitor.auth.verifyEmail({ token })
    expect((await userOf()).emailVerifiedAt).toEqual(now)
  })

  it('is of no use for a password, and is stored as a hash alone', async () => {
    await signUp()
    const token = lastLink()
    await expect(visitor.auth.resetPassword({ token, password: PASSWORD })).rejects.toEqual(refusal('BAD_REQUEST', 'otp_expired'))
    const { mailTokens } = await userOf()
    expect(mailTokens.map(({ tokenHash }) => tokenHash)).toEqual([hashToken(token)])
  })

  it('that nobody made is refused', async () => {
    for (const token of ['x', 'x'.repeat(43), "' OR 1=1 --", 'null \0 character']) {
      await expect(visitor.auth.verifyEmail({ token })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })
})

describe('a password reset', () => {
  const NEW = 'an entirely new passphrase'
  const request = async () => {
    await visitor.auth.requestPasswordReset({ email: address() })
    return lastLink()
  }

  it('answers alike for every address, and writes to known ones alone', async () => {
    await member()
    const known = await visitor.auth.requestPasswordReset({ email: address() })
    const started = performance.now()
    expect(await visitor.auth.requestPasswordReset({ email: `no-${address()}` })).toEqual(known)
    expect(performance.now() - started).toBeGreaterThan(240)
    expect(shop.emails.map(({ to }) => to)).toEqual([address()])
    expect(await history()).toEqual(['account.created', 'account.email_verified', 'account.password_reset_requested'])
  })

  it('ends every session, starts none, and tells the owner', async () => {
    await member()
    const { session } = await visitor.auth.signIn({ email: address(), password: PASSWORD })
    const token = await request()
    const answer = await visitor.auth.resetPassword({ token, password: NEW })
    expect(Object.keys(answer)).toEqual(['message'])
    const { sessions } = await userOf()
    expect(sessions.map(({ revokedAt }) => revokedAt)).toEqual([now])
    await expect(visitor.auth.refresh({ refreshToken: session.refreshToken })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(shop.emails.at(-1)?.subject).toMatch(/^Your password .* was changed$/)
    await expect(visitor.auth.signIn({ email: address(), password: PASSWORD })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await visitor.auth.signIn({ email: address(), password: NEW })
    expect((await history()).slice(2)).toEqual(expect.arrayContaining(['account.password_reset_requested', 'account.password_reset']))
  })

  it('does not step over a second factor', async () => {
    const { id } = await member()
    await shop.db.prisma.mfaFactor.create({ data: { userId: id, friendlyName: 'Phone', factorType: 'totp', status: 'verified' } })
    await visitor.auth.resetPassword({ token: await request(), password: NEW })
    await visitor.auth.signIn({ email: address(), password: NEW })
    const { sessions } = await userOf()
    expect(sessions.map(({ aal }) => aal)).toEqual(['aal1'])
    expect(await shop.db.prisma.mfaFactor.count({ where: { userId: id, status: 'verified' } })).toBe(1)
    const caller = shop.callerOf(sessions[0]?.id ?? null)
    await expect(caller.account.changePassword({ currentPassword: NEW, newPassword: PASSWORD })).rejects.toEqual(
      refusal('FORBIDDEN', 'insufficient_aal'),
    )
  })

  it('verifies the address as well', async () => {
    await signUp()
    await visitor.auth.resetPassword({ token: await request(), password: NEW })
    expect((await userOf()).emailVerifiedAt).toEqual(now)
    expect(await history()).toEqual(expect.arrayContaining(['account.email_verified', 'account.password_reset']))
    await visitor.auth.signIn({ email: address(), password: NEW })
  })

  it('works by any email of its hour, until one is used', async () => {
    await member()
    const tokens = [await request(), await request(), await request()]
    await visitor.auth.resetPassword({ token: tokens[1] ?? '', password: NEW })
    for (const token of tokens) {
      await expect(visitor.auth.resetPassword({ token, password: PASSWORD })).rejects.toEqual(refusal('BAD_REQUEST', 'otp_expired'))
    }
  })

  it('works once, for an hour', async () => {
    await member()
    const token = await request()
    now = new Date(now.getTime() + HOUR_MS)
    await expect(visitor.auth.resetPassword({ token, password: NEW })).rejects.toEqual(refusal('BAD_REQUEST', 'otp_expired'))
    now = new Date(now.getTime() - 1)
    const calls = [1, 2, 3].map((n) => visitor.auth.resetPassword({ token, password: `${NEW} ${n}` }))
    expect(await outcomes(calls)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect((await history()).filter((action) => action === 'account.password_reset')).toHaveLength(1)
  })

  it('keeps the link when the new password is refused', async () => {
    await member()
    const token = await request()
    for (const password of ['password', address()]) {
      await expect(visitor.auth.resetPassword({ token, password })).rejects.toEqual(refusal('BAD_REQUEST', 'weak_password'))
    }
    await visitor.auth.resetPassword({ token, password: NEW })
  })

  it('ends what was made before the address was ever verified', async () => {
    await signUp()
    const { id } = await userOf()
    await shop.db.prisma.session.create({ data: { userId: id } })
    await shop.db.prisma.mfaFactor.create({ data: { userId: id, friendlyName: 'Phone', factorType: 'totp', status: 'verified' } })
    const waiting = lastLink()
    await visitor.auth.resetPassword({ token: await request(), password: NEW })
    const user = await userOf()
    expect(user.sessions.map(({ revokedAt }) => revokedAt)).toEqual([now])
    expect(user.profile?.fullName).toBeNull()
    expect(await shop.db.prisma.mfaFactor.count({ where: { userId: id } })).toBe(0)
    await expect(visitor.auth.verifyEmail({ token: waiting })).rejects.toEqual(refusal('BAD_REQUEST', 'otp_expired'))
    await visitor.auth.signIn({ email: address(), password: NEW })
  })

  it('is asked for five times an hour with one address from one network', async () => {
    for (let n = 0; n < 5; n += 1) await visitor.auth.requestPasswordReset({ email: address() })
    const call = visitor.auth.requestPasswordReset({ email: address() })
    await expect(call).rejects.toEqual(refusal('TOO_MANY_REQUESTS', 'over_request_rate_limit'))
    await expect(call).rejects.toMatchObject({ cause: { retryAfter: expect.any(Number) as unknown } })
  })
})

describe('an account that nobody verifies', () => {
  const names = ['forgotten', 'ordered', 'promoted', 'verified', 'imported'] as const
  const addressOf = (name: string) => `${name}-${address()}`
  const left = async () => {
    const users = await shop.db.prisma.user.findMany({ where: { email: { in: names.map(addressOf) } }, select: { email: true } })
    return names.filter((name) => users.some(({ email }) => email === addressOf(name)))
  }

  it('goes 24 hours after its latest sign-up, unless the business has made it or put something beside it', async () => {
    const { prisma } = shop.db
    await prisma.user.create({ data: { email: addressOf('imported'), createdAt: new Date(0) } })
    const tokens = new Map<string, string>()
    for (const name of names) {
      await signUp(addressOf(name))
      tokens.set(name, lastLink())
    }
    await visitor.auth.verifyEmail({ token: tokens.get('verified') ?? '' })
    const { id: ordered } = await userOf(addressOf('ordered'))
    await prisma.order.create({ data: { orderNumber: addressOf('order'), userId: ordered } })
    await prisma.profile.update({ where: { userId: (await userOf(addressOf('promoted'))).id }, data: { role: 'admin' } })
    const { id: forgotten } = await userOf(addressOf('forgotten'))

    now = new Date(now.getTime() + 24 * HOUR_MS - 1)
    await removeExpired(shop.services)
    expect(await left()).toEqual([...names])
    now = new Date(now.getTime() + 1)
    await removeExpired(shop.services)
    expect(await left()).toEqual(['ordered', 'promoted', 'verified', 'imported'])
    expect(await prisma.profile.count({ where: { userId: forgotten } })).toBe(0)
    expect(await prisma.mailToken.count({ where: { userId: forgotten } })).toBe(0)
    const entries = await prisma.auditEntry.findMany({ where: { subjectId: forgotten }, orderBy: { id: 'asc' } })
    expect(entries).toMatchObject([
      { action: 'account.created', after: { email: 'A deleted account' } },
      { action: 'account.forgotten' },
      { action: 'account.expired', actorId: null, before: { email: 'A deleted account' }, after: null },
    ])
  })
})

describe('what is stored', () => {
  it('no log line and no history has a password, a token or a hash', async () => {
    lines.length = 0
    const SECRET = 'the secret passphrase of this test'
    await signUp(address(), SECRET)
    const tokens = [lastLink()]
    await visitor.auth.verifyEmail({ token: lastLink() })
    await visitor.auth.requestPasswordReset({ email: address() })
    tokens.push(lastLink())
    await visitor.auth.resetPassword({ token: lastLink(), password: `${SECRET} again` })
    await visitor.auth.verifyEmail({ token: tokens[0] ?? '' }).catch(() => undefined)
    const { passwordHash } = await userOf()
    const entries = JSON.stringify(await shop.db.prisma.auditEntry.findMany({ omit: { id: true } }))
    expect(lines.length).toBeGreaterThan(4)
    for (const secret of [SECRET, ...tokens, ...tokens.map(hashToken), passwordHash ?? 'none']) {
      expect(text()).not.toContain(secret)
      expect(entries).not.toContain(secret)
    }
  })
})
