import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../setup/database'
import { foreignCursors, readPages } from '../setup/pages'
import { openTestShop, type TestShop } from '../setup/shop'
import { countStatements } from '../setup/statements'

const UNKNOWN = '00000000-0000-0000-0000-000000000000'
const user = (number: number) => `00000000-0000-0000-0000-00000000000${number}`

let shop: TestShop
let self: Awaited<ReturnType<TestShop['signIn']>>
let admin: TestShop['visitor']
let statementsOf: ReturnType<typeof countStatements>['statementsOf']
const run = (sql: string) => shop.db.prisma.$executeRawUnsafe(sql)
const emails = async (input: Parameters<typeof admin.users.list>[0]) => (await admin.users.list(input)).rows.map((row) => row.email)

beforeAll(async () => {
  const counted = countStatements(await openTestDatabase())
  statementsOf = counted.statementsOf
  shop = await openTestShop({ db: counted.db })
  self = await shop.signIn('admin')
  admin = self.caller
  await run(`UPDATE profiles SET email = 'self@example.com', full_name = 'Me', created_at = '2025-01-01T00:00:00Z'`)
})
afterAll(() => shop.close())

it('a new shop has its administrator alone', async () => {
  expect(await admin.users.list()).toMatchObject({ total: 1, matching: 1, nextCursor: null, counts: { customer: 0, admin: 1 } })
  expect(await admin.users.list({ search: 'nobody' })).toMatchObject({ rows: [], matching: 0, total: 1 })
})

describe('users', () => {
  beforeAll(async () => {
    await run(
      `INSERT INTO users (id, email) VALUES ('${user(1)}', 'ada@example.com'), ('${user(2)}', '50%_off@example.com'), ('${user(3)}', 'none@example.com')`,
    )
    await run(`INSERT INTO profiles (user_id, email, full_name, phone, role, created_at) VALUES
      ('${user(1)}', 'ada@example.com', 'Ada Sharp', '+44 7700 900123', 'customer', '2026-01-01T00:00:00Z'),
      ('${user(2)}', '50%_off@example.com', NULL, NULL, 'customer', '2026-01-02T00:00:00Z')`)
  })

  it('are for administrators alone', async () => {
    const { caller, userId } = await shop.signIn('customer')
    for (const call of [(c: typeof caller) => c.users.list({}), (c: typeof caller) => c.users.updateRole({ userId, role: 'admin' })]) {
      await expect(call(shop.visitor)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
      await expect(call(caller)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    await run(`DELETE FROM users WHERE id = '${userId}'`)
  })

  it('come newest first, with null for what is not known', async () => {
    const list = await admin.users.list({})
    expect(list).toMatchObject({ total: 3, matching: 3, counts: { customer: 2, admin: 1 } })
    expect(list.rows.map((row) => row.email)).toEqual(['50%_off@example.com', 'ada@example.com', 'self@example.com'])
    expect(list.rows[0]).toMatchObject({ userId: user(2), fullName: null, phone: null })
    expect(list.rows[1]).toEqual({
      id: expect.any(String),
      userId: user(1),
      email: 'ada@example.com',
      fullName: 'Ada Sharp',
      phone: '+44 7700 900123',
      language: null,
      role: 'customer',
      scopes: null,
      createdAt: new Date('2026-01-01T00:00:00Z'),
      updatedAt: expect.any(Date),
      version: 1,
    })
  })

  it('are found by email and full name, literally, and filtered by role', async () => {
    expect(await emails({ search: 'ADA@' })).toEqual(['ada@example.com'])
    expect(await emails({ search: 'a sharp' })).toEqual(['ada@example.com'])
    expect(await emails({ search: '%' })).toEqual(['50%_off@example.com'])
    expect(await emails({ search: '_' })).toEqual(['50%_off@example.com'])
    expect(await emails({ search: '7700' })).toEqual([])
    expect(await emails({ role: 'admin' })).toEqual(['self@example.com'])
    expect(await admin.users.list({ role: 'customer', search: 'example' })).toMatchObject({ matching: 2, total: 3 })
  })

  it('change their role by the user’s id, from their next call on', async () => {
    const person = await shop.signIn('customer')
    await expect(person.caller.users.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await admin.users.updateRole({ userId: person.userId, role: 'admin' })).toMatchObject({
      userId: person.userId,
      role: 'admin',
      version: 2,
    })
    expect((await person.caller.users.list({})).counts).toEqual({ customer: 2, admin: 2 })
    expect(await admin.users.updateRole({ userId: person.userId, role: 'customer' })).toMatchObject({ role: 'customer' })
    await expect(person.caller.users.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('keep who changed a role, from what and to what, in the change itself', async () => {
    const person = await shop.signIn('customer')
    const history = async () => (await admin.audit.history({ subjectType: 'user', subjectId: person.userId })).rows
    await admin.users.updateRole({ userId: person.userId, role: 'admin' })
    await admin.users.updateRole({ userId: person.userId, role: 'admin' })
    await person.caller.users.updateRole({ userId: person.userId, role: 'customer' })
    expect(await history()).toMatchObject([
      { action: 'role.changed', actor: person.email, before: { role: 'admin' }, after: { role: 'customer' } },
      { action: 'role.changed', actor: self.email, before: { role: 'customer' }, after: { role: 'admin' } },
    ])

    await run(`ALTER TABLE audit_log ADD CONSTRAINT no_more CHECK (false) NOT VALID`)
    await expect(admin.users.updateRole({ userId: person.userId, role: 'admin' })).rejects.toThrow()
    await run(`ALTER TABLE audit_log DROP CONSTRAINT no_more`)
    expect(await admin.users.byId({ userId: person.userId })).toMatchObject({ userId: person.userId, role: 'customer' })
    await run(`DELETE FROM users WHERE id = '${person.userId}'`)
  })

  it('are read by the user’s id', async () => {
    const [row] = (await admin.users.list({ search: 'ada@' })).rows
    expect(await admin.users.byId({ userId: user(1) })).toEqual(row)
    await expect(admin.users.byId({ userId: UNKNOWN })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.users.byId({ userId: row?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.users.byId({ userId: 'me' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(shop.visitor.users.byId({ userId: user(1) })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('may take their own role away', async () => {
    const other = await shop.signIn('admin')
    expect(await other.caller.users.updateRole({ userId: other.userId, role: 'customer' })).toMatchObject({ role: 'customer' })
    await expect(other.caller.users.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('refuse a stale change, unknown users and bad input', async () => {
    const [row] = (await admin.users.list({ search: 'ada@' })).rows
    const { version = 0 } = row ?? {}
    await admin.users.updateRole({ userId: user(1), role: 'admin', version })
    await expect(admin.users.updateRole({ userId: user(1), role: 'customer', version })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await admin.users.list({ search: 'ada@' })).rows[0]).toMatchObject({ role: 'admin', version: version + 1 })
    await expect(admin.users.updateRole({ userId: UNKNOWN, role: 'admin' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    // A sign-in identity without a profile has no role to change; nor is a profile's own id a user's.
    await expect(admin.users.updateRole({ userId: user(3), role: 'admin' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.users.updateRole({ userId: row?.id ?? '', role: 'admin' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.users.updateRole({ userId: user(1), role: 'owner' as 'admin' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(admin.users.updateRole({ userId: 'me', role: 'admin' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(admin.users.list({ role: 'owner' as 'admin' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    for (const cursor of foreignCursors('-created'))
      await expect(admin.users.list({ cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('come whole and once, page by page, in as many statements as one', async () => {
    const few = await statementsOf(() => admin.users.list({ search: 'self' }))
    await run(`WITH made AS (INSERT INTO users (email) SELECT 'more-self-' || n || '@example.com' FROM generate_series(1, 40) AS n RETURNING id, email)
      INSERT INTO profiles (user_id, email, created_at) SELECT id, email, '2026-02-01T00:00:00Z' FROM made`)
    expect(await statementsOf(() => admin.users.list({ search: 'self', limit: 100 }))).toBe(few)
    for (const sort of ['created', '-created'] as const) {
      const paged = await readPages((cursor) => admin.users.list({ sort, limit: 9, cursor }))
      const { rows, total } = await admin.users.list({ sort, limit: 100 })
      expect(paged).toEqual(rows)
      expect(paged).toHaveLength(total)
    }
  })
})
