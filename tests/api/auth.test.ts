import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureFirstAdmin } from '~/server/identity/auth/first-admin'
import { hashPassword } from '~/server/identity/auth/password-hashes'
import { endSession, startSession } from '~/server/identity/auth/sessions'
import { readSession } from '~/server/identity/auth/read-session'
import { identify } from '~/server/identity/auth/sign-in'
import { openTestDatabase } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'
import { usePasswordsAsInProduction } from '../setup/argon2'

usePasswordsAsInProduction()

const DAY_MS = 24 * 60 * 60 * 1000
const PASSWORD = 'correct horse battery staple'

let shop: TestShop
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  shop = await openTestShop({ now: () => now })
})
afterAll(() => shop.close())

describe('identify', () => {
  it('knows an address without regard to case, and takes the right password alone', async () => {
    const { email, userId } = await shop.signIn('customer', { passwordHash: await hashPassword(PASSWORD) })
    expect(await identify(shop.services, { email: ` ${email.toUpperCase()} `, password: PASSWORD })).toMatchObject({
      id: userId,
      email,
      isVerified: true,
    })
    expect(await identify(shop.services, { email, password: `${PASSWORD} ` })).toBeNull()
    expect(await identify(shop.services, { email: 'nobody@example.com', password: PASSWORD })).toBeNull()
  })

  it('lets nobody in whose account has no password', async () => {
    const { email } = await shop.signIn('customer')
    expect(await identify(shop.services, { email, password: '' })).toBeNull()
    expect(await identify(shop.services, { email, password: 'anything' })).toBeNull()
  })

  it('answers null to what is no sign-in at all', async () => {
    for (const input of [undefined, null, 'x', {}, { email: {}, password: [] }, { email: 'a@example.com', password: 'x'.repeat(129) }]) {
      expect(await identify(shop.services, input)).toBeNull()
    }
  })

  it('stores passwords as argon2id', async () => {
    const [one, two] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
  })
})

describe('a session', () => {
  it('counts until it is ended, expires or its user goes', async () => {
    const { userId, email } = await shop.signIn('customer')
    const id = await startSession(shop.services, userId, { client: { ip: '192.0.2.7', userAgent: 'A browser' } })
    expect(await readSession(shop.services, id)).toEqual({
      sessionId: id,
      userId,
      email,
      role: 'customer',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: now.getTime() / 1000 }],
      hasVerifiedFactor: false,
      scopes: null,
      apiKey: null,
      mustEnroll: false,
      cookieVersion: 0,
      expiresAt: new Date(now.getTime() + 30 * DAY_MS),
      idleUntil: null,
    })

    await endSession(shop.services, id)
    expect(await readSession(shop.services, id)).toBeNull()

    const second = await startSession(shop.services, userId)
    now = new Date(now.getTime() + 30 * DAY_MS - 1)
    expect(await readSession(shop.services, second)).not.toBeNull()
    now = new Date(now.getTime() + 1)
    expect(await readSession(shop.services, second)).toBeNull()

    const third = await startSession(shop.services, userId)
    await shop.db.prisma.user.delete({ where: { id: userId } })
    expect(await readSession(shop.services, third)).toBeNull()
  })

  it('is unknown for anything that is no session id', async () => {
    for (const id of [null, undefined, '', 'admin', "' OR 1=1 --", '00000000-0000-0000-0000-000000000000']) {
      expect(await readSession(shop.services, id)).toBeNull()
    }
  })

  it('has the role that the profile has at that moment; without a profile it is a customer’s', async () => {
    const { userId, sessionId } = await shop.signIn('admin')
    expect((await readSession(shop.services, sessionId))?.role).toBe('admin')
    await shop.db.prisma.profile.delete({ where: { userId } })
    expect((await readSession(shop.services, sessionId))?.role).toBe('customer')
  })
})

describe('the first administrator', () => {
  const dataDir = () => mkdtempSync(path.join(tmpdir(), 'shop-admin-'))

  it('comes from the environment', async () => {
    const db = await openTestDatabase()
    const env = { ADMIN_EMAIL: 'Boss@Example.com', ADMIN_PASSWORD: PASSWORD, DATA_DIR: dataDir() }
    expect(await ensureFirstAdmin({ db }, env)).toEqual({ email: 'boss@example.com' })
    expect(await identify({ db }, { email: 'boss@example.com', password: PASSWORD })).not.toBeNull()
    // A later start leaves the account alone, also when the environment has changed.
    await ensureFirstAdmin({ db }, { ...env, ADMIN_PASSWORD: 'another password' })
    expect(await identify({ db }, { email: 'boss@example.com', password: PASSWORD })).not.toBeNull()
    expect(await db.prisma.profile.count({ where: { role: 'admin' } })).toBe(1)
    await db.close()
  })

  it('gets a password of its own otherwise, shown once and kept for its owner alone', async () => {
    const db = await openTestDatabase()
    const env = { ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined, DATA_DIR: dataDir() }
    const first = await ensureFirstAdmin({ db }, env)
    const file = path.join(env.DATA_DIR, 'admin-password')
    expect(first?.password).toMatch(/^[\w-]{20}$/)
    expect(readFileSync(file, 'utf8').trim()).toBe(first?.password)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await identify({ db }, { email: first?.email, password: first?.password })).not.toBeNull()
    expect(await ensureFirstAdmin({ db }, env)).toEqual({ email: first?.email, passwordFile: file })
    await db.close()
  })

  it('is not made where another administrator works already', async () => {
    const db = await openTestDatabase()
    const other = await openTestShop({ db })
    await other.signIn('admin')
    const env = { ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined, DATA_DIR: dataDir() }
    expect(await ensureFirstAdmin({ db }, env)).toBeNull()
    expect(existsSync(path.join(env.DATA_DIR, 'admin-password'))).toBe(false)
    await other.close()
  })
})
