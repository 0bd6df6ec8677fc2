import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '~/server/platform/database/database'
import { applyMigrations } from '~/server/platform/database/migrate'
import { openPostgres } from '~/server/platform/database/postgres'
import { openPostgresTestDatabase, openTestDatabase } from '../setup/database'

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

it('a migration that waits for a long transaction has nobody wait behind it', async () => {
  const release = await holdOpen('SELECT count(*) FROM orders')
  let isDone = false
  const migrating = migrate(db, 'CREATE TABLE beside (id int); ALTER TABLE orders ADD COLUMN waited text;').then(() => (isDone = true))
  let read = 0
  for (const until = performance.now() + 2_500; performance.now() < until; read++) {
    await db.prisma.order.count()
    await wait(20)
  }
  expect(isDone).toBe(false)
  // Behind a lock that is waited for, the first would have been the last.
  expect(read).toBeGreaterThan(5)
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
        const making = migrate(db, script)
        await wait(300)
        await db.prisma.$executeRaw`INSERT INTO parcels VALUES (2)`
        await release()
        await making
        order.push('the index')
        return { waiting }
      })
      .then(({ waiting }) => waiting),
  ])
  expect(order).toEqual(['the index', 'the other'])
  expect(await valid()).toEqual([{ valid: true }])
  await other.close()
})

it('the embedded engine makes such an index in its own way', async () => {
  const embedded = await openTestDatabase()
  await migrate(embedded, 'CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_by_amount ON orders (total_amount);')
  expect(await embedded.prisma.$queryRaw`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'orders_by_amount'::regclass`).toEqual(
    [{ valid: true }],
  )
  await embedded.close()
})

it('a process of the version before starts on a database that the next version has migrated', async () => {
  await db.prisma.$executeRaw`
    INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
    VALUES ('of the next', 'unknown here', '20991231000000_of_the_next_release', now(), now(), 1)`
  expect(await db.exclusively(() => applyMigrations(db.adapter))).toEqual([])
})
