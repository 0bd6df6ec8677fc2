import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '~/server/platform/database/database'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openPostgres } from '~/server/platform/database/postgres'
import { openPostgresTestDatabase, openEmbeddedTestDatabase } from '../setup/database'

/** Migrations that are applied while processes of the shop work. */

let db: Database & { url: string }

beforeAll(async () => {
  db = await openPostgresTestDatabase()
})
afterAll(() => db.close())

/** Runs a script as migrations are run. */
async function migrate(on: Database, script: string): Promise<void> {
  const connection = await on.adapter.connect()
  try {
    await connection.executeScript(script)
  } finally {
    await connection.dispose()
  }
}

const columnsOf = (table: string) => db.prisma.$queryRaw<{ name: string }[]>`
  SELECT column_name AS name FROM information_schema.columns WHERE table_name = ${table}`

/** A transaction that stays open, as of a report that somebody forgot. */
async function holdOpen(statement: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: db.url })
  await client.connect()
  await client.query('BEGIN')
  await client.query(statement)
  return async () => {
    await client.query('COMMIT')
    await client.end()
  }
}

/** True while a migration asks for the table of orders, and all that come later wait behind it. */
async function isAskedFor(): Promise<boolean> {
  const found = await db.prisma.$queryRaw`
    SELECT 1 FROM pg_locks WHERE relation = 'orders'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted`
  return Array.isArray(found) && found.length > 0
}

it('a migration that waits for a long transaction has nobody wait behind it', async () => {
  const release = await holdOpen('SELECT count(*) FROM orders')
  let isDone = false
  const migrating = migrate(db, 'CREATE TABLE beside (id int); ALTER TABLE orders ADD COLUMN waited text;').then(() => (isDone = true))
  const reader = new Client({ connectionString: db.url, lock_timeout: 20_000 })
  await reader.connect()
  for (const ask of ['the first', 'the second']) {
    // Nothing but the lock is looked at: a reading of orders would be answered only when nobody waits any more.
    await vi.waitUntil(isAskedFor, { timeout: 20_000, interval: 20 })
    // Behind a lock that is waited for without end, this would be refused.
    const { rows } = await reader.query('SELECT count(*)::int FROM orders')
    expect(rows, ask).toEqual([{ count: 0 }])
  }
  await reader.end()
  expect(isDone).toBe(false)
  expect(await columnsOf('beside')).toEqual([])
  await release()
  await migrating
  expect(await columnsOf('orders')).toContainEqual({ name: 'waited' })
  expect(await columnsOf('beside')).toEqual([{ name: 'id' }])
})

it('an index is made while rows are written, while another process waits for its start, and again where a try left it unfinished', async () => {
  await db.prisma.$executeRaw`CREATE TABLE parcels (id int)`
  await db.prisma.$executeRaw`INSERT INTO parcels VALUES (1), (1)`
  const script = '-- Once.\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS parcels_once ON parcels (id);\n'
  await expect(migrate(db, script)).rejects.toThrow()
  const valid = () => db.prisma.$queryRaw`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'parcels_once'::regclass`
  expect(await valid()).toEqual([{ valid: false }])
  await db.prisma.$executeRaw`DELETE FROM parcels`
  const other = openPostgres(db.url)
  const release = await holdOpen('SELECT count(*) FROM orders')
  const order: string[] = []
  await Promise.all([
    db
      .exclusively(async () => {
        const waiting = other.exclusively(() => Promise.resolve(order.push('the other')))
        const making = migrate(db, script).then(() => order.push('the index'))
        for (let row = 2; order.length === 0; row++) {
          await db.prisma.$executeRaw`INSERT INTO parcels VALUES (${row})`
          if (row === 2) await release()
        }
        await making
        return { waiting }
      })
      .then(({ waiting }) => waiting),
  ])
  expect(order).toEqual(['the index', 'the other'])
  expect(await valid()).toEqual([{ valid: true }])
  await other.close()
})

it('the embedded engine makes such an index in its own way', async () => {
  const embedded = await openEmbeddedTestDatabase()
  await migrate(embedded, 'CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_by_amount ON orders (total_amount);')
  expect(await embedded.prisma.$queryRaw`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'orders_by_amount'::regclass`).toEqual(
    [{ valid: true }],
  )
  await embedded.close()
})

it('a process starts on a database that a newer one has migrated', async () => {
  await db.prisma.$executeRaw`
    INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
    VALUES ('of the next', 'unknown here', '20991231000000_of_the_next_release', now(), now(), 1)`
  expect(await db.exclusively(() => applyMigrations(db.adapter))).toEqual([])
})
