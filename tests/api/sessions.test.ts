import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '~/server/identity/auth/password-hashes'
import { untilSessionEnds } from '~/server/identity/auth/session-stream'
import { endSession, endSessions, startSession } from '~/server/identity/auth/sessions'
import { readSession, type Viewer } from '~/server/identity/auth/read-session'
import { openPostgres } from '~/server/platform/database/postgres'
import { removeExpired } from '~/server/office/housekeeping/remove-expired'
import type { Services } from '~/server/services'
import { openPostgresTestDatabase } from '../setup/database'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const PASSWORD = 'correct horse battery staple'

let shop: TestShop
let passwordHash: string
let now = TEST_NOW
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
beforeAll(async () => {
  shop = await openTestShop({ now: () => now })
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())

/** Somebody who has just signed in with the password. */
async function signedIn(role: 'admin' | 'customer' = 'customer') {
  const person = await shop.signIn(role, { passwordHash })
  const { session } = await shop.visitor.auth.signIn({ email: person.email, password: PASSWORD })
  return { ...person, session }
}
const refresh = (refreshToken: string) => shop.visitor.auth.refresh({ refreshToken })
const refused = (errorCode: string) => ({ code: 'UNAUTHORIZED', cause: { errorCode } })
const auditOf = (userId: string, action: string) =>
  shop.db.prisma.auditEntry.findMany({ where: { subjectType: 'user', subjectId: userId, action }, orderBy: { id: 'asc' } })

describe('a refresh token', () => {
  it('has 256 random bits, and only its hash is stored', async () => {
    const { session } = await signedIn()
    expect(Buffer.from(session.refreshToken, 'base64url')).toHaveLength(32)
    const rows = await shop.db.prisma.refreshToken.findMany()
    expect(JSON.stringify(rows)).not.toContain(session.refreshToken)
  })

  it('is exchanged for the next one, with role and factors as they are now', async () => {
    const { session, userId } = await signedIn()
    pass(10 * MINUTE_MS)
    await shop.db.prisma.profile.update({ where: { userId }, data: { role: 'admin' } })
    await shop.db.prisma.mfaFactor.create({ data: { userId, friendlyName: 'My app', factorType: 'totp', status: 'verified' } })
    const next = (await refresh(session.refreshToken)).session
    expect(next.refreshToken).not.toBe(session.refreshToken)
    expect(next.expiresAt).toBeGreaterThan(session.expiresAt)
    expect(next.user).toMatchObject({
      id: userId,
      isAdmin: true,
      factors: [{ friendlyName: 'My app', factorType: 'totp', status: 'verified' }],
    })
    const claims: unknown = JSON.parse(Buffer.from(next.accessToken.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({ role: 'admin', aal: 'aal1' })
    expect((await refresh(next.refreshToken)).session.refreshToken).not.toBe(next.refreshToken)
  })

  it('gives twenty that use it at the same time the same successor, in one family', async () => {
    const { session, userId } = await signedIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(session.refreshToken)))
    const successors = new Set(answers.map((answer) => answer.session.refreshToken))
    expect(successors.size).toBe(1)
    const family = await shop.db.prisma.refreshToken.findMany({ where: { session: { userId } }, orderBy: { createdAt: 'asc' } })
    expect(family.map(({ usedAt }) => usedAt !== null).sort()).toEqual([false, true])
    pass(MINUTE_MS)
    expect((await refresh([...successors][0] ?? '')).session.user.id).toBe(userId)
  })

  it('may come again within ten seconds, and then answers the token that is current', async () => {
    const { session } = await signedIn()
    const second = (await refresh(session.refreshToken)).session.refreshToken
    const third = (await refresh(second)).session.refreshToken
    pass(10_000)
    expect((await refresh(session.refreshToken)).session.refreshToken).toBe(third)
    expect((await refresh(third)).session.refreshToken).not.toBe(third)
  })

  it('ends its whole session when it comes again later: somebody has a copy', async () => {
    const { session, userId, sessionId: other } = await signedIn()
    const next = (await refresh(session.refreshToken)).session
    pass(10_001)
    await expect(refresh(session.refreshToken)).rejects.toMatchObject(refused('refresh_token_already_used'))
    await expect(refresh(next.refreshToken)).rejects.toMatchObject(refused('session_not_found'))
    await expect(refresh(session.refreshToken)).rejects.toMatchObject(refused('refresh_token_already_used'))
    expect(await auditOf(userId, 'auth.token_reused')).toHaveLength(1)
    // It is that session's family alone: the account's other sessions stay.
    expect(await readSession(shop.services, other)).not.toBeNull()
  })

  it('is refused when it is unknown, or its session was ended or has expired', async () => {
    for (const token of ['x', 'a'.repeat(43), "' OR 1=1 --"]) {
      await expect(refresh(token)).rejects.toMatchObject(refused('refresh_token_not_found'))
    }
    await expect(refresh('')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const { session, userId } = await signedIn()
    await endSessions(shop.db.prisma, userId)
    await expect(refresh(session.refreshToken)).rejects.toMatchObject(refused('session_not_found'))
  })

  it('does not carry a session beyond its 30 days', async () => {
    const { session } = await signedIn()
    let token = session.refreshToken
    for (let day = 0; day < 29; day++) {
      pass(DAY_MS)
      token = (await refresh(token)).session.refreshToken
    }
    pass(DAY_MS)
    await expect(refresh(token)).rejects.toMatchObject(refused('session_not_found'))
  })

  it('is the same in every process of one database', async () => {
    const { url, ...db } = await openPostgresTestDatabase()
    const [one, two] = [await openTestShop({ db }), await openTestShop({ db: openPostgres(url) })]
    const { email } = await one.signIn('customer', { passwordHash })
    const { session } = await two.visitor.auth.signIn({ email, password: PASSWORD })
    const callers = Array.from({ length: 20 }, (_, index) => (index % 2 ? one : two).visitor)
    const answers = await Promise.all(callers.map((caller) => caller.auth.refresh(session)))
    expect(new Set(answers.map((answer) => answer.session.refreshToken)).size).toBe(1)
    expect(await one.db.prisma.refreshToken.count()).toBe(2)
    await one.close()
    await two.close()
  })
})

describe('signing out', () => {
  it('ends this session, the others, or all, and writes it down', async () => {
    const { caller, sessionId, userId, session } = await signedIn()
    const otherPerson = await signedIn()
    const third = await startSession(shop.services, userId)
    const living = () => shop.db.prisma.session.findMany({ where: { userId, revokedAt: null }, select: { id: true } })

    await shop.callerOf(third).auth.signOut()
    expect(await readSession(shop.services, third)).toBeNull()
    expect(await living()).toHaveLength(2)

    await caller.auth.signOut({ scope: 'others' })
    expect(await living()).toEqual([{ id: sessionId }])
    await expect(refresh(session.refreshToken)).rejects.toMatchObject(refused('session_not_found'))

    await startSession(shop.services, userId)
    await caller.auth.signOut({ scope: 'global' })
    expect(await living()).toEqual([])
    await expect(caller.auth.session()).rejects.toMatchObject(refused('session_not_found'))
    expect(await readSession(shop.services, otherPerson.sessionId)).not.toBeNull()

    const written = await auditOf(userId, 'auth.signed_out')
    expect(written.map(({ after, actorId }) => ({ after, actorId }))).toMatchObject([
      { actorId: userId, after: { scope: 'local', ended: 1 } },
      { actorId: userId, after: { scope: 'others', ended: 1 } },
      { actorId: userId, after: { scope: 'global', ended: 2 } },
    ])
  })
})

describe('a stream made under a session', () => {
  /** A stream that says nothing by itself; what becomes of it, and when it has ended. */
  async function openStream(services: Services, sessionId: string) {
    const viewer = await readSession(services, sessionId)
    if (!viewer) throw new Error('The session has ended')
    let started: () => void = () => undefined
    const running = new Promise<void>((resolve) => (started = resolve))
    const subscriber = new AbortController()
    async function* silent(signal: AbortSignal) {
      yield 'first'
      started()
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    }
    const read = async () => {
      const items: string[] = []
      try {
        for await (const item of untilSessionEnds({ ...services, viewer }, { signal: subscriber.signal, follow: silent })) items.push(item)
        return { items, end: 'done' }
      } catch (error) {
        return { items, end: error instanceof Error && 'code' in error ? error.code : error }
      }
    }
    const result = read()
    await running
    return { result, subscriber }
  }
  const cutOff = { items: ['first'], end: 'UNAUTHORIZED' }

  it('ends with it', async () => {
    const { sessionId } = await shop.signIn('customer')
    const { result } = await openStream(shop.services, sessionId)
    await endSession(shop.services, sessionId)
    expect(await result).toEqual(cutOff)
  })

  it('ends when an administrator becomes a customer, or has to prove a factor first', async () => {
    const admin = await shop.signIn('admin')
    const stream = await openStream(shop.services, admin.sessionId)
    await shop.db.prisma.profile.update({ where: { userId: admin.userId }, data: { role: 'customer' } })
    expect(await stream.result).toEqual(cutOff)

    const second = await shop.signIn('admin')
    const { result } = await openStream(shop.services, second.sessionId)
    await shop.db.prisma.mfaFactor.create({ data: { userId: second.userId, friendlyName: 'App', factorType: 'totp', status: 'verified' } })
    await endSessions(shop.db.prisma, second.userId, { aal: 'aal1' })
    expect(await result).toEqual(cutOff)
  })

  it('goes on through what concerns others, until its subscriber leaves', async () => {
    const { sessionId, userId } = await shop.signIn('customer')
    const { result, subscriber } = await openStream(shop.services, sessionId)
    const other = await startSession(shop.services, userId)
    await endSession(shop.services, other)
    await shop.db.prisma.profile.update({ where: { userId }, data: { fullName: 'A new name' } })
    subscriber.abort()
    expect(await result).toEqual({ items: ['first'], end: 'done' })
  })

  it('does not begin when the session has just ended', async () => {
    const { sessionId } = await shop.signIn('customer')
    const viewer: Viewer | null = await readSession(shop.services, sessionId)
    await endSession(shop.services, sessionId)
    if (!viewer) throw new Error('The session was there')
    const follow = async function* (signal: AbortSignal) {
      await Promise.resolve()
      if (!signal.aborted) yield 'never'
    }
    const stream = untilSessionEnds({ ...shop.services, viewer }, { signal: undefined, follow })
    await expect(stream.next()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('ends in every process, whichever ended the session', async () => {
    const { url, ...db } = await openPostgresTestDatabase()
    const [one, two] = [await openTestShop({ db }), await openTestShop({ db: openPostgres(url) })]
    const { sessionId } = await one.signIn('customer')
    const { result } = await openStream(one.services, sessionId)
    await two.callerOf(sessionId).auth.signOut()
    expect(await result).toEqual(cutOff)
    await expect(one.callerOf(sessionId).auth.session()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await one.close()
    await two.close()
  })
})

describe('what has expired', () => {
  it('is removed a day later, by one process at a time; what still counts stays', async () => {
    const { url, ...db } = await openPostgresTestDatabase()
    const one = await openTestShop({ db, now: () => now })
    const { userId, sessionId, email } = await one.signIn('customer', { passwordHash })
    const { session } = await one.visitor.auth.signIn({ email, password: PASSWORD })
    const ended = await startSession(one.services, userId)
    await endSession(one.services, ended)
    const link = { userId, purpose: 'verify_email' as const, tokenHash: 'one' }
    await one.db.prisma.mailToken.create({ data: { ...link, expiresAt: new Date(now.getTime() + 60 * MINUTE_MS) } })
    await one.services.limits.take('refresh', 'somebody')
    const { count: counters } = await one.db.prisma.rateLimit.updateMany({ data: { expire: 0 } })
    expect(counters).toBeGreaterThan(0)
    expect(await removeExpired(one.services)).toEqual({ rows: counters, isDone: true })

    pass(DAY_MS + 60 * MINUTE_MS)
    const two = openPostgres(url)
    const removed = await Promise.all([removeExpired(one.services), removeExpired({ ...one.services, db: two })])
    expect(removed.reduce((sum, { rows }) => sum + rows, 0)).toBe(2)
    expect(await one.db.prisma.mailToken.count()).toBe(0)
    expect(await readSession(one.services, sessionId)).not.toBeNull()
    expect((await one.visitor.auth.refresh(session)).session.user.id).toBe(userId)

    pass(31 * DAY_MS)
    await removeExpired(one.services)
    expect(await one.db.prisma.session.count()).toBe(0)
    expect(await one.db.prisma.refreshToken.count()).toBe(0)
    await two.close()
    await one.close()
  })
})
