import { PrismaPg } from '@prisma/adapter-pg'
import { Client, Pool } from 'pg'
import { PrismaClient } from '~/generated/prisma/client'
import { TRANSACTION_OPTIONS, type Database } from './database'
import { PatchedPg } from './patched-pg-adapter'
import { createStatementNames } from './statement-names'
import { listenOnPostgres } from './postgres-listener'
import { probePostgres } from './postgres-probe'
import { jsonReader } from './read-json'
import { StatementWatch } from './statement-watch'

/** Any number that no other program on the same server takes: 'shop' in ASCII. */
const START_LOCK = 0x73_68_6f_70

const CONNECTIONS = 10
const CONNECT_TIMEOUT_MS = 5_000

/** Opens a PostgreSQL server by its URL. The first statement connects. */
export function openPostgres(url: string, watch = new StatementWatch()): Database {
  // Prisma's adapters drop the offset of a timestamptz, so every session must be in UTC. Compiling a
  // search's statement takes longer than running it: most of what it could do is not needed.
  const connection = { connectionString: url, options: '-c TimeZone=UTC -c jit=off', connectionTimeoutMillis: CONNECT_TIMEOUT_MS }
  const newClient = () => new Client({ ...connection, keepAlive: true })
  const pool = new Pool({ ...connection, max: CONNECTIONS })
  // The pool makes anew what it has lost.
  pool.on('error', () => undefined)
  const adapter = new PatchedPg(new PrismaPg(pool, { statementNameGenerator: createStatementNames() }), newClient, watch)
  // The schema engine's lock ends with its connections, which an adapter over a pool of others would leave open.
  const ownConnections = new PatchedPg(new PrismaPg({ ...connection, max: CONNECTIONS }), newClient, watch)
  const prisma = new PrismaClient({ adapter, transactionOptions: TRANSACTION_OPTIONS })
  const probe = probePostgres(newClient)

  return {
    engine: 'postgres',
    prisma,
    adapter: ownConnections,
    readJson: jsonReader(adapter),
    listen: (channel, handlers) => listenOnPostgres(newClient, channel, handlers),
    async exclusively(work) {
      const holder = newClient()
      await holder.connect()
      try {
        await holder.query('SELECT pg_advisory_lock($1)', [START_LOCK])
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
      await pool.end()
    },
  }
}
