import { setTimeout as wait } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '~/generated/prisma/client'
import type { Logger } from '~/server/platform/log'
import { TRANSACTION_OPTIONS, type Database } from './database'
import { PatchedPg } from './patched-pg-adapter'
import { listenOnPostgres } from './postgres-listener'
import { StatementWatch } from './statement-watch'
import { createStatementNames } from './statement-names'
import { withRetriedTransactions } from './retry-transactions'
import { probePostgres } from './postgres-probe'
import { connectTo } from './postgres-connections'
import type { Pool } from 'pg'
import { onlyJson, type JsonReader } from './column-values'
import { asAdapterError } from './connection-errors'

/** Prisma's adapter costs every call more (docs/decisions/007). @param nameOf names a prepared statement; none by default */
const poolJsonReader =
  (pool: Pool, watch: StatementWatch, nameOf: (statement: { sql: string }) => string = () => ''): JsonReader['readJson'] =>
  async ({ text, values }) => {
    try {
      const { rows } = await watch.watched(text, pool.query<unknown[]>({ name: nameOf({ sql: text }), text, values, rowMode: 'array' }))
      return onlyJson(rows)
    } catch (error) {
      throw asAdapterError(error)
    }
  }

/** 'shop' in ASCII. */
const START_LOCK = 0x73_68_6f_70
const LOCK_PAUSE_MS = 200

const CONNECTIONS = 10

interface PostgresOptions {
  /** Bypasses a pooler, for work that needs its own session (DATABASE_DIRECT_URL). */
  directUrl?: string | undefined
  log?: Logger | undefined
  connections?: number | undefined
}

/** With a direct address, `url` may lead to a pooler in transaction mode, where no statement stays prepared. */
export function openPostgres(
  url: string,
  watch = new StatementWatch(),
  { directUrl, log, connections = CONNECTIONS }: PostgresOptions = {},
): Database {
  const isShared = directUrl !== undefined
  const calls = connectTo(url, isShared)
  const sessions = directUrl === undefined ? calls : connectTo(directUrl)
  const { pool, close: closePool } = calls.newPool({ max: connections })
  // Poolers cannot keep statements prepared.
  const nameOf = isShared ? undefined : createStatementNames()
  const adapter = new PatchedPg(new PrismaPg(pool, nameOf && { statementNameGenerator: nameOf }), sessions.newClient, watch)
  // The schema engine's lock ends with its connections, which an adapter over the shared pool would leave open.
  const ownConnections = new PatchedPg(new PrismaPg({ ...sessions.config, max: CONNECTIONS }), sessions.newClient, watch, () => {
    log?.warn('A migration waits for a lock; it tries again, and keeps nobody waiting')
  })
  const prisma = withRetriedTransactions(new PrismaClient({ adapter, transactionOptions: TRANSACTION_OPTIONS }), log)
  const probe = probePostgres(calls.newClient)

  return {
    engine: 'postgres',
    prisma,
    readJson: poolJsonReader(pool, watch, nameOf),
    adapter: ownConnections,
    listen: (channel, handlers) => listenOnPostgres(sessions.newClient, channel, handlers),
    async exclusively(work) {
      const holder = sessions.newClient()
      await holder.connect()
      try {
        // Polls, since CREATE INDEX CONCURRENTLY would wait for a waiting statement, and it for the index.
        while ((await holder.query('SELECT FROM pg_try_advisory_lock($1) AS taken WHERE taken', [START_LOCK])).rowCount === 0)
          await wait(LOCK_PAUSE_MS)
        return await work()
      } finally {
        // The lock ends with its session.
        await holder.end()
      }
    },
    probe: (sql) => probe.ask(sql),
    load() {
      const { totalCount: total, idleCount: idle, waitingCount: waiting } = pool
      return { pending: watch.pending, pool: { total, idle, waiting } }
    },
    async close() {
      await Promise.all([probe.close(), prisma.$disconnect()])
      await closePool()
    },
  }
}
