import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '~/server/platform/database/database'
import { applyMigrations, readMigrations, schemaDifference } from '~/server/platform/database/migrate'
import { FormerVersionError, isUpToDate } from '~/server/platform/database/migration-history'
import { describeOnEngines, engines, openOn } from '../setup/database'

describe('the migrations', () => {
  // Prisma's adapter for PostgreSQL can't read the system catalogue's "char" columns, which the
  // comparison needs; the embedded engine is PostgreSQL too.
  it('agree with schema.prisma', async () => {
    const db = await openOn('embedded')
    expect(await schemaDifference(db.adapter)).toBe('')
    await db.prisma.$executeRaw`ALTER TABLE products DROP COLUMN rating`
    expect(await schemaDifference(db.adapter)).toContain('ADD COLUMN     "rating"')
    await db.close()
  })
})

describe.each(engines)('migrations on %s', (engine) => {
  let db: Database
  beforeAll(async () => {
    db = await openOn(engine)
  })
  afterAll(() => db.close())

  it('are applied once', async () => {
    expect(await applyMigrations(db.adapter)).toEqual([])
    const rows = await db.prisma.$queryRaw<{ migration_name: string; finished: boolean }[]>`
      SELECT migration_name, finished_at IS NOT NULL AS finished FROM _prisma_migrations ORDER BY migration_name`
    expect(rows).toEqual(readMigrations().migrationDirectories.map(({ path }) => ({ migration_name: path, finished: true })))
  })

  it('are known to be applied from the database’s own history', async () => {
    const migrations = readMigrations()
    expect(await isUpToDate(db.adapter, migrations)).toBe(true)
    expect(await isUpToDate(db.adapter, readMigrations(new Set()))).toBe(false)

    const run = (sql: string) => db.prisma.$executeRawUnsafe(sql)
    await run('CREATE TABLE history AS SELECT * FROM _prisma_migrations')
    const first = 'WHERE migration_name = (SELECT min(migration_name) FROM history)'
    const changes = [
      `DELETE FROM _prisma_migrations ${first}`,
      `UPDATE _prisma_migrations SET checksum = 'of another script' ${first}`,
      `UPDATE _prisma_migrations SET finished_at = NULL ${first}`,
      `UPDATE _prisma_migrations SET rolled_back_at = now() ${first}`,
      `UPDATE _prisma_migrations SET migration_name = 'of another release' ${first}`,
    ]
    for (const change of changes) {
      await run(change)
      expect(await isUpToDate(db.adapter, migrations), change).toBe(false)
      await run('DELETE FROM _prisma_migrations')
      await run('INSERT INTO _prisma_migrations SELECT * FROM history')
      expect(await isUpToDate(db.adapter, migrations)).toBe(true)
    }
  })

  it('refuse a database of version 1 with one sentence, and change nothing', async () => {
    const former = await openOn(engine)
    await former.prisma
      .$executeRaw`UPDATE _prisma_migrations SET migration_name = '20261121070000_tables' WHERE migration_name LIKE '%_identity'`
    const history = () => former.prisma.$queryRaw`SELECT * FROM _prisma_migrations ORDER BY migration_name`
    const before = await history()
    const refused = applyMigrations(former.adapter)
    await expect(refused).rejects.toThrow(FormerVersionError)
    await expect(refused).rejects.toThrow(/^The database is of version 1 .* keep running 1\.x .* empty database\. Nothing was changed\.$/)
    expect(await history()).toEqual(before)
    await former.close()
  })

  it('leave no connection behind that holds their lock', async () => {
    await applyMigrations(db.adapter)
    const locks = await db.prisma.$queryRaw<{ own: boolean }[]>`
      SELECT pid = pg_backend_pid() AS own FROM pg_locks
      WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    // Other files have databases of their own on the same server.
    // The embedded engine has one connection for everything, and no other process waits for it.
    expect(locks.filter(({ own }) => engine === 'postgres' || !own)).toEqual([])
  })

  it('run again after a crash between the start of one and its end', { tags: engine === 'embedded' ? ['full'] : [] }, async () => {
    await db.prisma.$executeRaw`DROP SCHEMA public CASCADE`
    await db.prisma.$executeRaw`CREATE SCHEMA public`
    await applyMigrations(db.adapter)
    await db.prisma
      .$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL, applied_steps_count = 0 WHERE migration_name LIKE '%_rows'`
    await db.prisma.$executeRaw`TRUNCATE repair_presets, deduction_reasons, case_email_rules, vat_rates CASCADE`
    expect(await applyMigrations(db.adapter)).toEqual([expect.stringContaining('_rows')])
    expect(await db.prisma.repairPreset.count()).toBe(3)
  })
})

describeOnEngines('a migrated database on %s', (engine) => {
  let db: Database
  beforeAll(async () => {
    db = await openOn(engine)
  })
  afterEach(() => db.prisma.$executeRaw`TRUNCATE users, products, orders, repairs, trade_ins, trade_in_machines, website_settings CASCADE`)
  afterAll(() => db.close())

  it('lets rows in that have the columns of the requirements alone', async () => {
    const run = (sql: string) => db.prisma.$executeRawUnsafe(sql)
    await run(`INSERT INTO users (id, email) VALUES ('00000000-0000-0000-0000-000000000001', 'a@example.com')`)
    await run(`INSERT INTO profiles (user_id, email, role) VALUES ('00000000-0000-0000-0000-000000000001', 'a@example.com', 'customer')`)
    await run(
      `INSERT INTO orders (order_number, user_id, status, total_amount) VALUES ('A-1', '00000000-0000-0000-0000-000000000001', 'pending', 12.5)`,
    )
    await run(`INSERT INTO products (name, category) VALUES ('Fan', 'Accessories')`)
    await run(
      `INSERT INTO repairs (repair_number, user_id, status, device_info) VALUES ('R-1', NULL, 'received', '{"manufacturer":"Bitmain","model":"S19"}')`,
    )
    await run(`INSERT INTO trade_ins (trade_in_number, user_id, status, device_info) VALUES ('T-1', NULL, 'submitted', '{}')`)
    await run(`INSERT INTO trade_in_machines (manufacturer, model) VALUES ('Bitmain', 'S19')`)
    await run(`INSERT INTO website_settings (setting_key, setting_value, setting_category) VALUES ('hero_title', 'Hello', 'homepage')`)
    expect(await db.prisma.tradeInMachine.findFirst()).toMatchObject({ category: 'ASIC Miner', isActive: true, version: 1 })
    expect(await db.prisma.order.findFirst({ select: { version: true, createdAt: true } })).toEqual({
      version: 1,
      createdAt: expect.any(Date),
    })
  })

  it('counts every change of a row and notes its time, by plain SQL too', async () => {
    await db.prisma.$executeRaw`INSERT INTO products (name, category, updated_at) VALUES ('Fan', 'Accessories', '2020-01-01T00:00:00Z')`
    await db.prisma.$executeRaw`UPDATE products SET name = 'Quiet fan'`
    const product = await db.prisma.product.findFirstOrThrow()
    expect(product.version).toBe(2)
    expect(product.updatedAt.getFullYear()).toBeGreaterThan(2020)
  })

  it('has product ids in the order of their making', async () => {
    for (let index = 0; index < 5; index++) {
      await db.prisma.product.create({ data: { name: `Fan ${index}`, category: 'Accessories' } })
      const made = Date.now()
      await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(made)
    }
    const products = await db.prisma.product.findMany({ orderBy: { id: 'asc' } })
    expect(products.map((product) => product.name)).toEqual(['Fan 0', 'Fan 1', 'Fan 2', 'Fan 3', 'Fan 4'])
    expect(products[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/)
  })
})
