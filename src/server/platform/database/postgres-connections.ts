import { Client, Pool, type PoolConfig } from 'pg'
import type { Duplex } from 'node:stream'

/** A busy connection silent for this long may lead to a dead server (ms). */
const SILENT_MS = 2_000
const LOOK_MS = 1_000
const ASK_MS = 2_000
/** Failed probes in a row: a busy process misses an answer now and then. */
const MISSED = 2

class SilentServerError extends Error {
  override name = 'SilentServerError'
  readonly code = '57P03'
  readonly severity = 'FATAL'

  constructor() {
    super('The database server does not answer')
  }
}

interface Held {
  stream: Duplex
  read: number
  heard: number
}

const bytesRead = (stream: Duplex) => ('bytesRead' in stream && typeof stream.bytesRead === 'number' ? stream.bytesRead : 0)

const TOO_MANY_CONNECTIONS = '53300'

async function answers(client: Client): Promise<boolean> {
  client.on('error', () => undefined)
  const timer = setTimeout(() => client.connection.stream.destroy(), ASK_MS)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch (error) {
    // A server without room for another connection is alive.
    return error instanceof Error && 'code' in error && error.code === TOO_MANY_CONNECTIONS
  } finally {
    clearTimeout(timer)
    // A hanging server answers no goodbye.
    client.connection.stream.destroy()
  }
}

/**
 * TCP takes a quarter of an hour to notice a server that died without closing connections. Long statements are left alone while the server
 * answers probes.
 * @param newClient makes an unconnected client
 * @returns ends the watch
 */
function cutSilentConnections(pool: Pool, newClient: () => Client): () => void {
  const held = new Map<object, Held>()
  let missed = 0
  let isLooking = false

  pool.on('acquire', (client) => {
    const { stream } = client.connection
    held.set(client, { stream, read: bytesRead(stream), heard: performance.now() })
  })
  pool.on('release', (_error, client) => held.delete(client))
  pool.on('remove', (client) => held.delete(client))

  const look = async () => {
    const now = performance.now()
    let isSilent = false
    for (const each of held.values()) {
      const read = bytesRead(each.stream)
      if (read !== each.read) Object.assign(each, { read, heard: now })
      else if (now - each.heard >= SILENT_MS) isSilent = true
    }
    missed = !isSilent || (await answers(newClient())) ? 0 : missed + 1
    if (missed < MISSED) return
    missed = 0
    for (const { stream } of held.values()) stream.destroy(new SilentServerError())
  }

  const timer = setInterval(() => {
    if (isLooking || held.size === 0) return
    isLooking = true
    void look().finally(() => {
      isLooking = false
    })
  }, LOOK_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
  }
}

const CONNECT_TIMEOUT_MS = 5_000

/**
 * UTC, because Prisma's adapters drop the offset of a timestamptz. No JIT: compiling a search takes longer than running it. A low
 * `random_page_cost`, since the default for turning disks makes PostgreSQL read all customers for one name.
 */
const OWN_SESSION = { options: '-c TimeZone=UTC -c jit=off -c random_page_cost=1.1' }
/** Poolers refuse start-up settings but keep this one; the role has the others (deploy/database/roles.sql). */
const SHARED_SESSION = `SET TimeZone TO 'UTC'`

/** @param isShared a pooler shares sessions between clients */
export function connectTo(url: string, isShared = false) {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    ...(!isShared && OWN_SESSION),
  }
  const newClient = () => new Client(config)
  const newPool = (settings: PoolConfig) => {
    const pool = new Pool({ ...config, ...settings })
    // The pool replaces lost connections itself.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => {
      // A connection that breaks before its first statement has no other listener.
      client.on('error', () => undefined)
      // The connection is unusable without it.
      if (isShared) client.query(SHARED_SESSION).catch(() => client.connection.stream.destroy())
    })
    const stop = cutSilentConnections(pool, newClient)
    const close = () => {
      stop()
      return pool.end()
    }
    return { pool, close }
  }
  return { config, newClient, newPool }
}
