import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import exportRoute, { config } from '~/pages/api/export/[file]'
import { ensureFirstAdmin } from '~/server/identity/auth/first-admin'
import { createLimits } from '~/server/identity/auth/limits'
import { startSession } from '~/server/identity/auth/sessions'
import { removeExpired } from '~/server/office/housekeeping/remove-expired'
import { startMessage } from '~/server/http/start'
import { describeOnEngines, openOn, openTestDatabase } from '../setup/database'
import { serveRoutes } from '../setup/routes'
import { openTestShop, type TestShop } from '../setup/shop'

/** Entries of the audit log that must stay, values that must not be in it, and limits to its growth. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)

describeOnEngines('the audit log on %s', (engine) => {
  it('loses entries by age alone, in portions, and to nobody else', async () => {
    const own = await openTestShop({ db: await openOn(engine) })
    const { prisma } = own.db
    const entry = { action: 'test.happened', subjectType: 'user', subjectId: 'x' }
    await prisma.auditEntry.createMany({ data: Array.from({ length: 25 }, () => ({ ...entry, at: ago(3000) })) })
    await prisma.auditEntry.createMany({ data: [{ ...entry, at: ago(2556) }, { ...entry, at: ago(95) }, { ...entry, at: ago(85) }, entry] })

    for (const attack of [
      `DELETE FROM audit_log`,
      `UPDATE audit_log SET actor_email = 'nobody@example.com'`,
      `UPDATE audit_log SET at = now() - interval '9 years'`,
      `TRUNCATE audit_log`,
    ]) {
      await expect(prisma.$executeRawUnsafe(attack)).rejects.toThrow(/append-only/)
    }
    // The switch of the function itself opens nothing that is young.
    await expect(
      prisma.$transaction([
        prisma.$executeRaw`SELECT set_config('shop.audit_removal', 'on', true)`,
        prisma.$executeRaw`DELETE FROM audit_log WHERE at > now() - interval '90 days'`,
      ]),
    ).rejects.toThrow(/append-only/)
    expect(await prisma.auditEntry.count()).toBe(29)

    await removeExpired({ ...own.services, auditDays: 2557 }, { portion: 10 })
    expect(await prisma.auditEntry.count()).toBe(4)
    // Asked for less than the least, the database keeps the least.
    for (const days of [0, -1, 1]) await removeExpired({ ...own.services, auditDays: days })
    expect(await prisma.auditEntry.count()).toBe(2)
    await expect(prisma.$executeRaw`DELETE FROM audit_log`).rejects.toThrow(/append-only/)
    await own.close()
  })
})

describe('an export', () => {
  it('is written down with who, which list, which filters and how many rows, and is limited', async () => {
    const routes = await serveRoutes(shop, [{ path: /^\/api\/export\/(?<file>[^/]+)$/, module: { default: exportRoute, config } }])
    const { sessionId, userId, email } = await shop.signIn('admin')
    const headers = await routes.signedIn(sessionId)
    await shop.db.prisma.product.createMany({ data: [shop.factories.product(), shop.factories.product(), shop.factories.product()] })
    const file = await fetch(`${routes.url}/api/export/products.csv?sort=name`, { headers })
    expect((await file.text()).trim().split('\r\n')).toHaveLength(4)
    const entries = () => shop.db.prisma.auditEntry.findMany({ where: { subjectType: 'list', actorId: userId }, orderBy: { id: 'asc' } })
    await expect.poll(async () => (await entries()).length, { timeout: 10_000 }).toBe(2)
    expect(await entries()).toMatchObject([
      { action: 'list.export_started', subjectId: 'products', actorEmail: email, ip: '127.0.0.1', after: { filters: { sort: 'name' } } },
      { action: 'list.exported', subjectId: 'products', actorEmail: email, after: { filters: { sort: 'name' }, rows: 3, isWhole: true } },
    ])

    for (let index = 1; index < 100; index++) await shop.services.limits.take('exports', userId)
    const refused = await fetch(`${routes.url}/api/export/products.csv`, { headers })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await entries()).toHaveLength(2)
    await routes.close()
  })
})

describe('entries that a person causes', () => {
  it('end with a limit on what each customer changes, whatever it is', async () => {
    const { caller, userId } = await shop.signIn('customer')
    for (let index = 0; index < 299; index++) await shop.services.limits.note('changesOfCustomer', userId)
    await caller.account.update({ fullName: 'Ada', phone: null })
    await expect(caller.account.update({ fullName: 'Ada L.', phone: null })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    // Reading goes on, and so does leaving.
    expect(await caller.account.profile()).toMatchObject({ fullName: 'Ada' })
    await caller.auth.signOut({ scope: 'local' })
  })

  it('are counted for all processes together', async () => {
    const { db, secret } = shop.services
    const ofProcess = () => createLimits({ db, secret, most: { changesOfAdmin: 10 } })
    const [one, other] = [ofProcess(), ofProcess()]
    const key = randomUUID()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => (index % 2 ? one : other).take('changesOfAdmin', key)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    await one.reset('changesOfAdmin', key)
    await other.take('changesOfAdmin', key)
  })
})

describe('the first administrator’s generated password', () => {
  const admin = { email: 'admin@example.com', password: 'generated-password-1', passwordFile: '/data/admin-password' }

  it('is shown on a terminal, and never written where the output is a log', () => {
    expect(startMessage(3000, { admin, customer: null }, true)).toContain(admin.password)
    const logged = startMessage(3000, { admin, customer: null }, false)
    expect(logged).not.toContain(admin.password)
    expect(logged).toContain(admin.passwordFile)
    expect(logged).toContain('http://localhost:3000/auth with admin@example.com')
  })

  it('is asked to be replaced until it is, when its file goes', async () => {
    const db = await openTestDatabase()
    const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-generated-'))
    const env = { ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined, DATA_DIR: dataDir }
    const first = await ensureFirstAdmin({ db }, env)
    const file = path.join(dataDir, 'admin-password')
    const own = await openTestShop({ db, dataDir })
    const { id: userId } = await db.prisma.user.findUniqueOrThrow({ where: { email: first?.email ?? '' } })
    const caller = own.callerOf(await startSession(own.services, userId))
    expect(await caller.dashboard.setup()).toMatchObject({ password: false })

    // The next start says where it is.
    expect(await ensureFirstAdmin({ db }, env)).toEqual({ email: first?.email, passwordFile: file })
    expect(await caller.dashboard.setup()).toMatchObject({ password: false })

    const currentPassword = readFileSync(file, 'utf8').trim()
    await caller.account.changePassword({ currentPassword, newPassword: 'a passphrase of my own choice' })
    expect(await caller.dashboard.setup()).toMatchObject({ password: true })
    expect(existsSync(file)).toBe(false)
    expect(await ensureFirstAdmin({ db }, env)).toEqual({ email: first?.email })
    await own.close()
  })
})
