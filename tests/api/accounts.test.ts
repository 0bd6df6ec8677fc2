import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCaller } from '~/server/api/root'
import { createInnerTRPCContext } from '~/server/api/trpc'
import { hashToken } from '~/server/auth/secrets'
import { openKeptLog } from '../setup/kept-log'
import { linkOf } from '../setup/letters'
import { openTestShop, type TestShop } from '../setup/shop'

const HOUR_MS = 60 * 60 * 1000
const PASSWORD = 'correct horse battery staple'
const ANSWER = { message: 'Please check your email to verify your account.' }

const { log, lines, text } = openKeptLog()
let shop: TestShop
let now = new Date('2026-11-20T12:00:00Z')
let visitor: TestShop['visitor']
let count = 0
beforeAll(async () => {
  shop = await openTestShop({ now: () => now, log })
  visitor = createCaller(createInnerTRPCContext({ services: shop.services, client: { ip: '203.0.113.7', userAgent: 'A browser' } }))
})
afterAll(() => shop.close())
beforeEach(() => {
  now = new Date('2026-11-20T12:00:00Z')
  shop.letters.length = 0
  count += 1
})

const address = () => `person-${count}@example.com`
const signUp = (email = address(), password = PASSWORD) => visitor.auth.signUp({ email, password, fullName: 'Zoë Example' })
const userOf = (email = address()) =>
  shop.db.prisma.user.findUniqueOrThrow({ where: { email }, include: { profile: true, sessions: true, mailTokens: true } })
const lastLink = () => linkOf(shop.letters.at(-1)).token
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
  shop.letters.length = 0
  return userOf()
}

describe('sign-up', () => {
  it('opens a customer’s account and sends a letter to verify the address', async () => {
    expect(await signUp(` ${address().toUpperCase()} `)).toEqual(ANSWER)
    const user = await userOf()
    expect(user).toMatchObject({
      emailVerifiedAt: null,
      sessions: [],
      profile: { email: address(), fullName: 'Zoë Example', role: 'customer' },
    })
    expect(user.passwordHash).toMatch(/^\$argon2id\$/)
    expect(shop.letters).toHaveLength(1)
    expect(shop.letters[0]).toMatchObject({ to: address(), subject: expect.stringMatching(/^Verify your email address/) as unknown })
    // Anybody can type anybody's address: nothing else that was typed goes there.
    expect(shop.letters[0]?.text).not.toContain('Zoë')
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
    expect(shop.letters).toHaveLength(1)
    expect(shop.letters[0]).toMatchObject({ to: address(), subject: expect.stringMatching(/^You already have an account/) as unknown })
    expect(shop.letters[0]?.text).toContain('Hello Zoë Example,')
    expect(shop.letters[0]?.text).not.toContain('Mallory')
    expect(await history()).toEqual(['account.created', 'account.email_verified'])
  })

  it('sends an unverified address a new link, and changes neither the password nor the name', async () => {
    await signUp()
    const before = await userOf()
    const first = lastLink()
    expect(await visitor.auth.signUp({ email: address(), password: 'another fine password', fullName: 'Mallory' })).toEqual(ANSWER)
    const after = await userOf()
    expect(after).toMatchObject({ passwordHash: before.passwordHash, emailVerifiedAt: null, profile: before.profile })
    expect(after.mailTokens).toHaveLength(2)
    expect(lastLink()).not.toBe(first)
    // Whichever letter is opened verifies.
    await visitor.auth.verifyEmail({ token: first })
    expect((await userOf()).emailVerifiedAt).toEqual(now)
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
    expect(shop.letters.length).toBeLessThanOrEqual(5)
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
    expect(shop.letters).toEqual([])
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

  it('is of no use for a password, and is kept as a hash alone', async () => {
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
    expect(shop.letters.map(({ to }) => to)).toEqual([address()])
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
    expect(shop.letters.at(-1)?.subject).toMatch(/^Your password .* was changed$/)
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

  it('works once, for an hour, and by the newest letter alone', async () => {
    await member()
    const old = await request()
    const token = await request()
    await expect(visitor.auth.resetPassword({ token: old, password: NEW })).rejects.toEqual(refusal('BAD_REQUEST', 'otp_expired'))
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

  it('is asked for five times an hour with one address', async () => {
    for (let n = 0; n < 5; n += 1) await visitor.auth.requestPasswordReset({ email: address() })
    const call = visitor.auth.requestPasswordReset({ email: address() })
    await expect(call).rejects.toEqual(refusal('TOO_MANY_REQUESTS', 'over_request_rate_limit'))
    await expect(call).rejects.toMatchObject({ cause: { retryAfter: expect.any(Number) as unknown } })
  })
})

describe('what is kept', () => {
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
