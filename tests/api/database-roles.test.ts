import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RolesMissingError, transferOwnership } from '~/server/platform/database/transfer-ownership'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openPostgres } from '~/server/platform/database/postgres'
import { startPostgres, type PostgresServer } from '../setup/postgres-server'
import { openTestShop, type TestShop } from '../setup/shop'

/** The roles of compose.yaml on a server of their own, as deploy/database/roles.sql makes them. */
let server: PostgresServer
let shop: TestShop
let asShop: Client

const urlOf = (role: string) => {
  const url = new URL(server.url)
  url.username = role
  url.pathname = '/shop'
  return url.href
}

async function migrate() {
  const db = openPostgres(urlOf('shop_migrations'))
  const applied = await db.exclusively(() => applyMigrations(db.adapter))
  await transferOwnership(db)
  await db.close()
  return applied
}

beforeAll(async () => {
  server = await startPostgres()
  const operator = new Client({ connectionString: server.url })
  await operator.connect()
  await operator.query('CREATE DATABASE shop')
  await operator.end()
  const superuser = new Client({ connectionString: urlOf('postgres') })
  await superuser.connect()
  await superuser.query(readFileSync('deploy/database/roles.sql', 'utf8'))
  await superuser.end()
  expect((await migrate()).length).toBeGreaterThan(5)
  shop = await openTestShop({ db: openPostgres(urlOf('shop')) })
  asShop = new Client({ connectionString: urlOf('shop') })
  await asShop.connect()
})
afterAll(async () => {
  await asShop.end()
  await shop.close()
  await server.stop()
})

describe("the shop's role in compose.yaml", () => {
  it('finds its database up to date at a start, works in it and owns its tables', async () => {
    expect(await applyMigrations(shop.db.adapter)).toEqual([])
    const { caller } = await shop.signIn('admin')
    const { userId } = await shop.signIn('customer')
    await caller.users.updateRole({ userId, role: 'admin' })
    expect(await caller.credit.adjust({ userId, amount: 5, reason: 'Goodwill' })).toMatchObject({ balance: 5 })
    expect(await caller.credit.verify()).toMatchObject({ entries: 1, faults: [] })
    // The queue's table is in partitions.
    expect(shop.emails.map(({ subject }) => subject)).toContain('€5.00 of store credit is in your account')
    expect(await shop.db.prisma.auditEntry.count()).toBeGreaterThan(0)
    const { rows } = await asShop.query<{ owner: string; tables: string[] }>(
      `SELECT tableowner AS owner, array_agg(tablename::text) AS tables FROM pg_tables WHERE schemaname = 'public' GROUP BY 1 ORDER BY 1`,
    )
    expect(rows.map(({ owner }) => owner)).toEqual(['shop', 'shop_audit'])
    expect(rows[1]?.tables.sort()).toEqual(['audit_forgotten', 'audit_log', 'credit_entries'])
  })

  it.each([
    'ALTER TABLE audit_log DISABLE TRIGGER ALL',
    'ALTER TABLE audit_log DISABLE TRIGGER append_only',
    'DROP TRIGGER append_only ON audit_log',
    'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN OLD; END $$',
    'DROP FUNCTION refuse_change() CASCADE',
    `CREATE TRIGGER a BEFORE DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
    'UPDATE audit_log SET action = action',
    'DELETE FROM audit_log',
    'TRUNCATE audit_log',
    'DROP TABLE audit_log',
    'ALTER TABLE audit_log OWNER TO shop',
    'ALTER TABLE audit_log RENAME TO other',
    "INSERT INTO audit_forgotten (user_id, digest) VALUES ('x', 'x')",
    'DELETE FROM audit_forgotten',
    "SELECT audit_forget(ARRAY[1], 'x')",
    'CREATE TRIGGER a BEFORE DELETE ON orders FOR EACH ROW EXECUTE FUNCTION forget_account()',
    "CREATE OR REPLACE FUNCTION audit_marked(told jsonb, always text[], texts text[]) RETURNS jsonb LANGUAGE sql AS $$ SELECT '1'::jsonb $$",
    'CREATE OR REPLACE FUNCTION audit_without_forgotten(entry audit_log) RETURNS audit_log LANGUAGE sql AS $$ SELECT entry $$',
    'UPDATE credit_entries SET amount = 1',
    'DELETE FROM credit_entries',
    'TRUNCATE credit_entries',
    'ALTER TABLE credit_entries DISABLE TRIGGER ALL',
    'CREATE OR REPLACE FUNCTION chain_credit_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
    `CREATE OR REPLACE FUNCTION credit_entry_hash(entry credit_entries) RETURNS text LANGUAGE sql AS $$ SELECT 'x' $$`,
    'DROP SCHEMA public CASCADE',
    'SET ROLE shop_audit',
    'SET ROLE shop_migrations',
    "SET session_replication_role = 'replica'",
    'GRANT shop_audit TO shop',
  ])('may not: %s', async (statement) => {
    await expect(asShop.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|2BP01)$/) as unknown })
  })

  it('takes a deleted account out of the log, which it may not change itself', async () => {
    const { caller, userId, email } = await shop.signIn('customer')
    await caller.account.update({ fullName: 'Ada Quill-Lovelace', phone: null })
    await caller.account.delete({ email })
    const { rows } = await asShop.query<{ after: object }>('SELECT after FROM audit_log WHERE subject_id = $1 ORDER BY id', [userId])
    expect(rows.map(({ after }) => after)).toEqual([
      { fullName: 'A deleted account', phone: null },
      null,
      expect.objectContaining({ entries: 1 }),
    ])
    const late = "INSERT INTO audit_log (action, subject_type, subject_id, after) VALUES ('x', 'user', $1, $2) RETURNING after"
    const added = await asShop.query<{ after: object }>(late, [userId, { fullName: 'Ada' }])
    expect(added.rows).toEqual([{ after: { fullName: 'A deleted account' } }])
    await asShop.query('SELECT forget_late_entries()')
  })

  it('leaves later migrations to theirs, as often as they run', async () => {
    expect(await migrate()).toEqual([])
    const later = new Client({ connectionString: urlOf('shop_migrations') })
    await later.connect()
    await later.query('ALTER TABLE audit_log ADD COLUMN later TEXT; CREATE TABLE later (id INT)')
    await later.end()
    await migrate()
    await asShop.query('DROP TABLE later')
    const names = "SELECT tgname, tgenabled FROM pg_trigger WHERE tgrelid = 'audit_log'::regclass AND NOT tgisinternal"
    const { rows } = await asShop.query<{ tgname: string; tgenabled: string }>(names)
    expect(rows.filter(({ tgname }) => tgname.startsWith('append_only')).map(({ tgenabled }) => tgenabled)).toEqual(['O', 'O'])
  })
})

it('says which roles are missing on a server that has none', async () => {
  const embedded = await openTestShop()
  await expect(transferOwnership(embedded.db)).rejects.toThrow(RolesMissingError)
  await embedded.close()
})
