import { createLocalJWKSet, decodeProtectedHeader, exportSPKI, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueSession, verifyAccessToken } from '~/server/identity/auth/tokens'
import { hashPassword } from '~/server/identity/auth/password-hashes'
import { readSession } from '~/server/identity/auth/read-session'
import { endSession, raiseSession } from '~/server/identity/auth/sessions'
import { publishedKeySet, rotateSigningKey, signingKey } from '~/server/identity/auth/signing-keys'
import { openPostgres } from '~/server/platform/database/postgres'
import { setServices, type Services } from '~/server/services'
import { engines, openOn, openPostgresTestDatabase } from '../setup/database'
import { callerByToken, callerWith } from '../setup/request'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const PASSWORD = 'correct horse battery staple'

/** Whose session a token opens. */
async function viewerOf(services: Services, accessToken: string) {
  const token = await verifyAccessToken(services, accessToken)
  return token && readSession(services, token.sessionId, { keyId: token.keyId })
}

let shop: TestShop
let now = TEST_NOW
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
beforeAll(async () => {
  shop = await openTestShop({ now: () => now })
  setServices(shop.services)
})
afterAll(() => shop.close())

/** Checks a token as a program does that knows the key set alone. */
const checkByKeySet = async (token: string) => {
  const keys = createLocalJWKSet(await publishedKeySet(shop.services))
  return jwtVerify(token, keys, {
    issuer: 'http://localhost:3000',
    audience: 'http://localhost:3000',
    algorithms: ['ES256'],
    currentDate: now,
  })
}

describe('an access token', () => {
  it('is ES256, for an hour at most, and says whose session it is and how it was proven', async () => {
    const { email, userId } = await shop.signIn('admin', { passwordHash: await hashPassword(PASSWORD) })
    const { session } = await shop.visitor.auth.signIn({ email, password: PASSWORD })
    const { payload, protectedHeader } = await checkByKeySet(session.accessToken)
    const seconds = Math.floor(now.getTime() / 1000)
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'JWT', kid: expect.any(String) as string })
    expect(payload).toEqual({
      sub: userId,
      session_id: expect.any(String) as string,
      role: 'admin',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: seconds }],
      iss: 'http://localhost:3000',
      aud: 'http://localhost:3000',
      iat: seconds,
      exp: session.expiresAt,
    })
    expect(session.expiresAt).toBeGreaterThan(seconds)
    expect(session.expiresAt).toBeLessThanOrEqual(seconds + 3600)
    expect(session.user).toEqual({ id: userId, email, isAdmin: true, factors: [] })
  })

  it('names a second factor from the moment it is proven', async () => {
    const { sessionId } = await shop.signIn('customer')
    pass(1_000)
    await raiseSession(shop.db.prisma, sessionId, 'totp', now)
    const { payload } = await checkByKeySet((await issueSession(shop.services, sessionId)).accessToken)
    const timestamp = Math.floor(now.getTime() / 1000)
    expect(payload).toMatchObject({
      aal: 'aal2',
      role: 'customer',
      amr: [
        { method: 'password', timestamp: timestamp - 1 },
        { method: 'totp', timestamp },
      ],
    })
  })

  it('never outlives its session', async () => {
    const { sessionId } = await shop.signIn('customer')
    const end = new Date(now.getTime() + 2 * MINUTE_MS)
    await shop.db.prisma.session.update({ where: { id: sessionId }, data: { expiresAt: end } })
    expect((await issueSession(shop.services, sessionId)).expiresAt).toBe(Math.floor(end.getTime() / 1000))
  })

  it('opens its session until it expires or the session ends, whatever it says', async () => {
    const { sessionId, email } = await shop.signIn('customer')
    const { accessToken, expiresAt } = await issueSession(shop.services, sessionId)
    const caller = await callerByToken(accessToken)
    expect(await caller.auth.session()).toMatchObject({ sessionId, user: { email } })
    await expect(caller.settings.all()).rejects.toMatchObject({ code: 'FORBIDDEN' })

    await endSession(shop.services, sessionId)
    expect(await verifyAccessToken(shop.services, accessToken)).not.toBeNull()
    await expect(caller.auth.session()).rejects.toMatchObject({ code: 'UNAUTHORIZED', cause: { errorCode: 'session_not_found' } })

    now = new Date(expiresAt * 1000)
    expect(await verifyAccessToken(shop.services, accessToken)).toBeNull()
  })

  it('has the role of the moment of the call, not its own', async () => {
    const { sessionId, userId } = await shop.signIn('admin')
    const caller = await callerByToken((await issueSession(shop.services, sessionId)).accessToken)
    expect(await caller.settings.all()).toHaveProperty('tabs')
    await shop.db.prisma.profile.update({ where: { userId }, data: { role: 'customer' } })
    await expect(caller.settings.all()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('stays at the level it was made for: a copy from before the second factor is not raised with the session', async () => {
    const { sessionId, userId } = await shop.signIn('admin')
    await shop.db.prisma.mfaFactor.create({ data: { userId, friendlyName: 'My app', factorType: 'totp', status: 'verified' } })
    const before = await callerByToken((await issueSession(shop.services, sessionId)).accessToken)
    await raiseSession(shop.db.prisma, sessionId, 'totp', now)
    await expect(before.settings.all()).rejects.toMatchObject({ code: 'FORBIDDEN', cause: { errorCode: 'insufficient_aal' } })
    const after = await callerByToken((await issueSession(shop.services, sessionId)).accessToken)
    expect(await after.settings.all()).toHaveProperty('tabs')
  })

  it('counts only if this site signed it for itself', async () => {
    const { sessionId, userId } = await shop.signIn('admin')
    const { accessToken } = await issueSession(shop.services, sessionId)
    const { kid, privateKey } = await signingKey(shop.services)
    const [publicJwk] = (await publishedKeySet(shop.services)).keys
    const site = 'http://localhost:3000'
    const forged = (header: { alg: string; kid?: string; typ?: string }, { issuer = site, audience = site, lifetime = 60 } = {}) =>
      new SignJWT({ session_id: sessionId, role: 'admin', aal: 'aal2', amr: [] })
        .setProtectedHeader({ typ: 'JWT', ...header })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setExpirationTime(Math.floor(now.getTime() / 1000) + lifetime)
    const other = await generateKeyPair('ES256')
    const publicKey = await importJWK(publicJwk ?? {}, 'ES256', { extractable: true })
    const publicText = publicKey instanceof Uint8Array ? '' : await exportSPKI(publicKey)
    const [head = '', body = '', signature = ''] = accessToken.split('.')
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', kid })).toString('base64url')

    expect(await verifyAccessToken(shop.services, await forged({ alg: 'ES256', kid }).sign(privateKey))).not.toBeNull()
    const bad = [
      await forged({ alg: 'ES256', kid }).sign(other.privateKey),
      await forged({ alg: 'ES256', kid: 'unknown' }).sign(privateKey),
      await forged({ alg: 'ES256' }).sign(privateKey),
      await forged({ alg: 'ES256', kid, typ: 'machine-passport+jwt' }).sign(privateKey),
      await forged({ alg: 'HS256', kid }).sign(new TextEncoder().encode(publicText)),
      await forged({ alg: 'ES256', kid }, { issuer: 'https://evil.example' }).sign(privateKey),
      await forged({ alg: 'ES256', kid }, { audience: 'https://evil.example' }).sign(privateKey),
      await forged({ alg: 'ES256', kid }, { lifetime: 0 }).sign(privateKey),
      `${unsigned}.${body}.`,
      `${head}.${Buffer.from(JSON.stringify({ sub: userId })).toString('base64url')}.${signature}`,
      `${head}.${body}`,
      'not a token',
      '',
    ]
    for (const token of bad) {
      const caller = await callerByToken(token)
      await expect(caller.auth.session(), token).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
      expect(await caller.settings.public()).toHaveProperty('hero_title')
    }
  })

  it('stands above the cookie: a bad one is not made good by it', async () => {
    const { sessionId } = await shop.signIn('customer')
    const cookies = { 'next-auth.session-token': await encode({ token: { sessionId }, secret: shop.services.secret }) }
    expect(await (await callerWith({}, cookies)).auth.session()).toMatchObject({ sessionId })
    expect(await (await callerWith({ authorization: 'Basic YTpi' }, cookies)).auth.session()).toMatchObject({ sessionId })
    for (const authorization of ['Bearer nonsense', 'bearer nonsense', 'Bearer', 'Bearer ']) {
      await expect((await callerWith({ authorization }, cookies)).auth.session()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    }
  })
})

describe('the signing keys', () => {
  it('are published by their public halves alone, and stored with the private ones encrypted', async () => {
    const { keys } = await publishedKeySet(shop.services)
    for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    const rows = await shop.db.prisma.signingKey.findMany()
    expect(rows.map(({ kid }) => kid).sort()).toEqual(keys.map(({ kid }) => kid).sort())
    for (const row of rows) {
      expect(row.privateSealed).toMatch(/^v1\.[\w-]+$/)
      expect(JSON.stringify(row.publicJwk)).not.toContain('"d"')
    }
  })

  it('rotate: tokens of the key before count until they have expired, then the key goes', async () => {
    const { sessionId } = await shop.signIn('customer')
    const before = (await issueSession(shop.services, sessionId)).accessToken
    const oldKid = decodeProtectedHeader(before).kid
    const newKid = await rotateSigningKey(shop.services)
    expect(newKid).not.toBe(oldKid)
    const after = (await issueSession(shop.services, sessionId)).accessToken
    expect(decodeProtectedHeader(after).kid).toBe(newKid)
    for (const token of [before, after]) {
      expect((await checkByKeySet(token)).payload.session_id).toBe(sessionId)
      expect(await (await callerByToken(token)).auth.session()).toMatchObject({ sessionId })
    }
    pass(14 * MINUTE_MS)
    expect((await checkByKeySet(before)).payload.session_id).toBe(sessionId)
    pass(60 * MINUTE_MS)
    expect((await publishedKeySet(shop.services)).keys.map(({ kid }) => kid)).toEqual([newKid])
  })

  it('rotate by themselves after 30 days', async () => {
    const { kid } = await signingKey(shop.services)
    const { createdAt } = await shop.db.prisma.signingKey.findUniqueOrThrow({ where: { kid } })
    now = new Date(createdAt.getTime() + 30 * DAY_MS - 1)
    expect((await signingKey(shop.services)).kid).toBe(kid)
    pass(1)
    const made = await Promise.all([signingKey(shop.services), signingKey(shop.services), publishedKeySet(shop.services)])
    expect(made[0].kid).not.toBe(kid)
    expect(made[1].kid).toBe(made[0].kid)
    expect(made[2].keys.map((key) => key.kid)).toEqual([made[0].kid, kid])
  })

  it('are of no use, and trusted by nobody, once the secret was changed', async () => {
    const { sessionId } = await shop.signIn('customer')
    const { accessToken } = await issueSession(shop.services, sessionId)
    const changed = { ...shop.services, secret: 'another secret, since the first was lost' }
    const { kid } = await signingKey(changed)
    expect(kid).not.toBe(decodeProtectedHeader(accessToken).kid)
    expect(await viewerOf(changed, accessToken)).toBeNull()
    expect(await viewerOf(changed, (await issueSession(changed, sessionId)).accessToken)).toMatchObject({ sessionId })
    await shop.db.prisma.signingKey.deleteMany()
  })

  it.each(engines)('are made once by all who need the first one at the same time (%s)', async (engine) => {
    const first = await openTestShop({ db: await openOn(engine) })
    const keys = await Promise.all(Array.from({ length: 8 }, () => signingKey(first.services)))
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1)
    expect(await first.db.prisma.signingKey.count()).toBe(1)
    await first.close()
  })

  it('are the same in all processes of one database', async () => {
    const { url, ...db } = await openPostgresTestDatabase()
    const [one, two] = [await openTestShop({ db }), await openTestShop({ db: openPostgres(url) })]
    const [a, b] = await Promise.all([signingKey(one.services), signingKey(two.services)])
    expect(a.kid).toBe(b.kid)
    const { sessionId } = await one.signIn('customer')
    const { accessToken } = await issueSession(one.services, sessionId)
    expect(await verifyAccessToken(two.services, accessToken)).toMatchObject({ sessionId, aal: 'aal1', amr: [{ method: 'password' }] })
    const [c, d] = await Promise.all([rotateSigningKey(one.services), rotateSigningKey(two.services)])
    expect(await one.db.prisma.signingKey.count({ where: { retiredAt: null } })).toBe(1)
    expect([c, d]).toContain((await signingKey(one.services)).kid)
    expect(await verifyAccessToken(two.services, accessToken)).not.toBeNull()
    await one.close()
    await two.close()
  })
})
