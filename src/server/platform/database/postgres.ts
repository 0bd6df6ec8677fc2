import { setTimeout as wait } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '~/generated/prisma/client'
import { type Database, TRANSACTION_OPTIONS } from './database'
import { PatchedPg } from './patched-pg-adapter'
import { listenOnPostgres } from './postgres-listener'
import { jsonReader } from './column-values'
import { StatementWatch } from './statement-watch'

/** Texts that come so often are kept prepared; how many there may be, and how many others are remembered. */
const OFTEN = 5
const MOST_NAMED = 200
const MOST_SEEN = 1_000
/** Long texts are lists of placeholders, of another length each time. */
const LONGEST_TEXT = 8_000

/**
 * Names statements that come often, so that each connection has PostgreSQL read and plan them once.
 * @returns what names a statement: an empty text for one that is not kept
 * @see https://www.postgresql.org/docs/current/sql-prepare.html
 */
export function createStatementNames(): (statement: { sql: string }) => string {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= MOST_NAMED || sql.length > LONGEST_TEXT) return ''
    const times = (seen.get(sql) ?? 0) + 1
    if (times < OFTEN) {
      if (seen.size >= MOST_SEEN) seen.clear()
      seen.set(sql, times)
      return ''
    }
    seen.delete(sql)
    const name = `shop_${names.size}`
    names.set(sql, name)
    return name
  }
}

/** A question without an answer ends with its connection after this time (ms). */
const LONGEST_MS = 3_000
const GOODBYE_MS = 500

/**
 * Questions on one connection of their own, made at the first and made anew after a failure: a database that hangs
 * holds this connection and no other.
 * @param newClient makes an unconnected client
 */
function probePostgres(newClient: () => Client) {
  let current: Client | undefined
  let connecting: Promise<Client> | undefined

  const drop = (client: Client) => {
    if (current === client) current = undefined
    client.end().catch(() => undefined)
  }
  const connect = async () => {
    const client = newClient()
    // Without a listener an error of an idle connection would end the process.
    client.on('error', () => {
      drop(client)
    })
    client.on('end', () => {
      if (current === client) current = undefined
    })
    try {
      await client.connect()
    } catch (error) {
      drop(client)
      throw error
    }
    current = client
    return client
  }

  return {
    /** The rows of a statement without parameters. @throws when there is no answer in time */
    async ask(sql: string): Promise<Record<string, unknown>[]> {
      const client = current ?? (await (connecting ??= connect().finally(() => (connecting = undefined))))
      let timer: NodeJS.Timeout | undefined
      const silent = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          reject(new Error('The database does not answer'))
        }, LONGEST_MS)
        timer.unref()
      })
      try {
        const { rows } = await Promise.race([client.query<Record<string, unknown>>(sql), silent])
        return rows
      } catch (error) {
        drop(client)
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
    /** Says goodbye, and does not wait for a database that hangs. */
    async close(): Promise<void> {
      const goodbye = current?.end().catch(() => undefined)
      await Promise.race([goodbye, wait(GOODBYE_MS, undefined, { ref: false })])
    },
  }
}

/** Any number that no other program on the same server takes: 'shop' in ASCII. */
const START_LOCK = 0x73_68_6f_70

const CONNECTIONS = 10
const CONNECT_TIMEOUT_MS = 5_000

/** Opens a PostgreSQL server by its URL. The first statement connects. */
export function openPostgres(url: string, watch = new StatementWatch()): Database {
  // Prisma's adapters drop the offset of a timestamptz, so every session must be in UTC. Compiling a
  // search's statement takes longer than running it: most of what it could do is not needed. A page that is read out of
  // order costs four times as much only on a turning disk: believing it, PostgreSQL reads all customers for one name.
  const connection = {
    connectionString: url,
    options: '-c TimeZone=UTC -c jit=off -c random_page_cost=1.1',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  }
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
