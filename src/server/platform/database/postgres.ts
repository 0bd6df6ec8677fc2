import { setTimeout as wait } from 'node:timers/promises'
import { type Client, Pool, type PoolConfig } from 'pg'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '~/generated/prisma/client'
import { readDatabaseAddress } from '~/contracts/database-address'
import type { Logger } from '~/server/platform/log'
import { jsonReader } from './column-values'
import { type Database, TRANSACTION_OPTIONS } from './database'
import { DatabaseServers } from './database-servers'
import { PatchedPg } from './patched-pg-adapter'
import { PoolerError, sharesSessions } from './pooler'
import { listenOnPostgres } from './postgres-listener'
import { Reader } from './reader'
import { serverClientClass } from './server-client'
import { cutSilentConnections } from './silent-connections'
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
const LOCK_PAUSE_MS = 200

const CONNECTIONS = 10
/** For what is read there, which is heavy and rare. */
const READER_CONNECTIONS = 4
const CONNECT_TIMEOUT_MS = 5_000
const READER_CONNECT_TIMEOUT_MS = 1_000

/**
 * What each session of one's own begins with. Prisma's adapters drop the offset of a timestamptz, so every session must be in UTC.
 * Compiling a search's statement takes longer than running it: most of what it could do is not needed. A page that is read out of
 * order costs four times as much only on a turning disk: believing it, PostgreSQL reads all customers for one name.
 */
const OWN_SESSION = { options: '-c TimeZone=UTC -c jit=off -c random_page_cost=1.1' }
/** Poolers refuse such settings. This one they keep for each client; the others are the role's (deploy/database/roles.sql). */
const SHARED_SESSION = `SET TimeZone TO 'UTC'`

/** Connections to an address: clients of their own, and what a pool is made with. */
function connectTo(url: string, isShared = false) {
  const address = readDatabaseAddress(url)
  const config = {
    connectionString: address.servers[0] ?? url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(!isShared && OWN_SESSION),
  }
  const servers = new DatabaseServers(address, config)
  const ServerClient = serverClientClass({ servers, ...(isShared && { greeting: SHARED_SESSION }) })
  const newClient = () => new ServerClient({ ...config, keepAlive: true })
  /** A pool whose connections are cut with their server. */
  const newPool = (settings: PoolConfig) => {
    const pool = new Pool({ ...config, keepAlive: true, Client: ServerClient, ...settings })
    // The pool makes anew what it has lost.
    pool.on('error', () => undefined)
    const stop = cutSilentConnections(pool, servers)
    const close = () => {
      stop()
      return pool.end()
    }
    return { pool, close }
  }
  return { config: { ...config, Client: ServerClient }, newClient, newPool }
}

/** Where else than at its address a database is asked. */
export interface PostgresWays {
  /** Beside a pooler, for what needs a session of its own (DATABASE_DIRECT_URL). */
  directUrl?: string | undefined
  /** A standby, or a balancer before several (DATABASE_READ_URL). */
  readUrl?: string | undefined
  log?: Logger | undefined
}

/** What reads on a standby, with its own connections, which may lead through a pooler. */
function openReader(url: string, writer: Pick<Database, 'prisma' | 'readJson'>, watch: StatementWatch, log?: Logger) {
  const { newClient, newPool } = connectTo(url, true)
  const { pool, close } = newPool({ max: READER_CONNECTIONS, connectionTimeoutMillis: READER_CONNECT_TIMEOUT_MS })
  const prisma = new PrismaClient({ adapter: new PatchedPg(new PrismaPg(pool), newClient, watch) })
  return {
    reader: new Reader(writer, prisma, log),
    async close() {
      await prisma.$disconnect()
      await close()
    },
  }
}

/**
 * Opens a PostgreSQL database by its address, as libpq reads it: several hosts may stand in it. The first statement connects.
 * With a direct address the other one leads through a pooler in transaction mode, where statements cannot be kept prepared.
 */
export function openPostgres(url: string, watch = new StatementWatch(), { directUrl, readUrl, log }: PostgresWays = {}): Database {
  const isShared = directUrl !== undefined
  const calls = connectTo(url, isShared)
  const sessions = directUrl === undefined ? calls : connectTo(directUrl)
  const { pool, close: closePool } = calls.newPool({ max: CONNECTIONS })
  const names = isShared ? {} : { statementNameGenerator: createStatementNames() }
  const adapter = new PatchedPg(new PrismaPg(pool, names), sessions.newClient, watch)
  // The schema engine's lock ends with its connections, which an adapter over a pool of others would leave open.
  const ownConnections = new PatchedPg(new PrismaPg({ ...sessions.config, max: CONNECTIONS }), sessions.newClient, watch, () => {
    log?.warn('A migration waits for a lock; it tries again, and keeps nobody waiting')
  })
  const prisma = new PrismaClient({ adapter, transactionOptions: TRANSACTION_OPTIONS })
  const probe = probePostgres(calls.newClient)
  const writer = { prisma, readJson: jsonReader(adapter) }
  const aside = readUrl === undefined ? undefined : openReader(readUrl, writer, watch, log)

  return {
    engine: 'postgres',
    ...writer,
    reading: (work) => (aside ? aside.reader.reading(work) : work(writer)),
    adapter: ownConnections,
    listen: (channel, handlers) => listenOnPostgres(sessions.newClient, channel, handlers),
    async exclusively(work) {
      const holder = sessions.newClient()
      await holder.connect()
      try {
        // Not one statement that waits: an index that is made concurrently would wait for it, and it for the index.
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
      return { pending: watch.pending, pool: { total, idle, waiting }, ...(aside && { isReaderAsked: aside.reader.isAsked }) }
    },
    async close() {
      await Promise.all([probe.close(), prisma.$disconnect(), aside?.close()])
      await closePool()
    },
  }
}

/** Refuses an address whose sessions are shared. @throws {PoolerError} */
export async function requireOwnSessions(url: string): Promise<void> {
  if (await sharesSessions(connectTo(url).newClient)) throw new PoolerError()
}
