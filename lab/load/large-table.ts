import { Client } from 'pg'
import * as z from 'zod'
import { openPostgres } from '~/server/platform/database/postgres'
import { query, dataOf, signIn, mutate, type Answer } from './client'
import { newDatabase } from './databases'
import { atPace } from './pacing'
import { Findings, limitOf, quantile, type Scenario } from './scenario'
import { temporaryFolder } from '../../tests/setup/shop-process'
import { startShop } from './shop-process'
import { sql } from './sql'

const PER_SECOND = 20
const ROWS = 1_000_000
const PART = 50_000
const LONGEST_MS = 1_000
/** A report that somebody reads meanwhile, as long as several tries for a lock. */
const LONG_READ_SECONDS = 3

const listed = z.object({ rows: z.array(z.object({ id: z.string() })) })
/** Adds a column, its index and its constraint to a large table: no step waits for anybody, and nobody for it. */
const migrations = [
  { title: 'columns', sql: `ALTER TABLE orders ADD COLUMN gift_note text, ADD COLUMN parcels integer NOT NULL DEFAULT 1;` },
  {
    title: 'index, made concurrently',
    sql: '-- Alone in its migration: it runs in no transaction.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS orders_gift_note ON orders (total_amount, created_at) WHERE gift_note IS NULL;',
  },
  { title: 'constraint, not yet looked at', sql: `ALTER TABLE orders ADD CONSTRAINT orders_parcels_some CHECK (parcels > 0) NOT VALID;` },
  { title: 'constraint, looked at', sql: 'ALTER TABLE orders VALIDATE CONSTRAINT orders_parcels_some;' },
  {
    title: 'trigger',
    sql: `CREATE FUNCTION orders_parcels() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.parcels := greatest(NEW.parcels, 1); RETURN NEW; END $$;
CREATE TRIGGER orders_parcels BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION orders_parcels();`,
  },
]

/** How long statements have waited for a lock, looked at from beside them: a busy machine does not lengthen it. */
function watchLocks(url: string): () => Promise<number> {
  const client = new Client({ connectionString: url, application_name: 'large-table watch' })
  const stopping = new AbortController()
  let longest = 0
  const watching = (async () => {
    await client.connect()
    while (!stopping.signal.aborted) {
      // The migration waits too; what counts is who waits behind it.
      const { rows } = await client.query<{ ms: number | null }>(
        `SELECT max(extract(epoch FROM clock_timestamp() - waitstart) * 1000)::float AS ms FROM pg_locks
         WHERE NOT granted AND mode <> ALL (ARRAY['AccessExclusiveLock', 'ShareRowExclusiveLock', 'ShareUpdateExclusiveLock', 'ShareLock'])`,
      )
      longest = Math.max(longest, rows[0]?.ms ?? 0)
      await pause(50)
    }
    await client.end()
  })()
  return async () => {
    stopping.abort()
    await watching
    return longest
  }
}

interface Shot {
  kind: string
  /** The fault of the answer, if any. */
  fault?: string
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Orders of the last three years, as plain SQL may bring them. */
async function fill(url: string, rows: number): Promise<void> {
  for (let first = 0; first < rows; first += PART) {
    await sql(
      url,
      `INSERT INTO orders (order_number, user_id, status, total_amount, created_at)
       SELECT 'L-' || n, (SELECT user_id FROM profiles ORDER BY created_at LIMIT 1), 'pending', n % 5000, now() - n * interval '95 s'
       FROM generate_series(${first + 1}, ${Math.min(first + PART, rows)}) AS n`,
    )
  }
  await sql(url, 'ANALYZE orders')
}

/** Every second request reads the table in a way of its own, every other changes an order of it. */
function traffic(url: string, token: string, orders: readonly string[]): (index: number) => Promise<Shot> {
  const statuses = ['processing', 'completed', 'pending'] as const
  const reads = [{}, { search: 'L-77' }, { status: 'pending' }, { sort: 'amount' }] as const
  return async (index) => {
    const turn = Math.floor(index / 2)
    const isRead = index % 2 === 0
    const kind = isRead ? `orders.list ${JSON.stringify(reads[turn % reads.length])}` : 'orders.updateStatus'
    const answer = await (
      isRead
        ? query(url, 'orders.list', reads[turn % reads.length], { token })
        : mutate(url, 'orders.updateStatus', { id: orders[turn % orders.length], status: statuses[turn % statuses.length] }, { token })
    ).catch((error: unknown): Answer => ({ ok: false, status: 0, code: 'LOST', message: String(error), retryAfter: null }))
    return { kind, ...(!answer.ok && { fault: `${answer.status} ${answer.code}: ${answer.message}` }) }
  }
}

export const largeTable: Scenario = {
  name: 'large-table',
  title: `a table of ${ROWS.toLocaleString('en-GB')} rows migrated under ${PER_SECOND} requests a second`,
  run: async (short) => {
    const findings = new Findings()
    const url = await newDatabase()
    const shop = await startShop({ dataDir: temporaryFolder('data'), databaseUrl: url })
    const rows = short ? ROWS / 20 : ROWS
    await fill(url, rows)
    const token = await signIn(shop.url)
    const orders = dataOf(await query(shop.url, 'orders.list', { limit: 50 }, { token }), listed).rows.map(({ id }) => id)

    const stop = atPace(PER_SECOND, traffic(shop.url, token, orders))
    await pause(short ? 1_000 : 10_000)
    const before = performance.now()
    const stopWatching = watchLocks(url)
    const db = openPostgres(url)
    const connection = await db.adapter.connect()
    const took: string[] = []
    for (const { title, sql: script } of migrations) {
      const reading = sql(url, `SELECT count(*) FROM orders, (SELECT pg_sleep(${LONG_READ_SECONDS})) AS slow`)
      // It has begun before the migration asks for its lock.
      await pause(200)
      const began = performance.now()
      await connection.executeScript(script)
      took.push(`${title} ${((performance.now() - began) / 1000).toFixed(1)} s`)
      await reading
    }
    await connection.dispose()
    await db.close()
    await pause(1_000)
    const waited = await stopWatching()
    findings.check(waited < LONGEST_MS, `a statement has waited ${Math.round(waited)} ms for a lock`)
    const shots = await stop()
    for (const { ms, result } of shots) {
      findings.check(result.fault === undefined, `${result.kind}: ${result.fault}`)
      findings.check(ms < limitOf(LONGEST_MS, short), `${result.kind} took ${Math.round(ms)} ms`)
    }
    await shop.stop()
    const figures = (part: typeof shots) => {
      const times = part.map(({ ms }) => ms).sort((one, other) => one - other)
      const [median, p99, longest] = [0.5, 0.99, 1].map((share) => Math.round(quantile(times, share)))
      return `${part.length} requests: median ${median} ms, p99 ${p99} ms, longest ${longest} ms`
    }
    const [earlier, during] = [shots.filter(({ at }) => at < before), shots.filter(({ at }) => at >= before)]
    return findings.outcome(
      `${rows.toLocaleString('en-GB')} rows; before ${figures(earlier)}; migrating ${figures(during)}; each beside a read of ${LONG_READ_SECONDS} s: ${took.join(', ')}; longest wait for a lock ${Math.round(waited)} ms`,
    )
  },
}
