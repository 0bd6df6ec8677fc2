import { Client, Pool, type PoolConfig } from 'pg'
import { PoolerError, sharesSessions } from './pooler'
import { cutSilentConnections } from './silent-connections'

const CONNECT_TIMEOUT_MS = 5_000

/**
 * Settings of each session. UTC, because Prisma's adapters drop the offset of a timestamptz. No JIT: compiling a search takes longer than
 * running it. A low `random_page_cost`, because the default is for turning disks and makes PostgreSQL read all customers for one name.
 */
const OWN_SESSION = { options: '-c TimeZone=UTC -c jit=off -c random_page_cost=1.1' }
/** Poolers refuse start-up settings but keep this one for each client; the role has the others (deploy/database/roles.sql). */
const SHARED_SESSION = `SET TimeZone TO 'UTC'`

/**
 * Makes clients for an address, and the settings of a pool for it.
 * @param isShared a pooler at the address shares sessions between clients
 */
export function connectTo(url: string, isShared = false) {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    ...(!isShared && OWN_SESSION),
  }
  const newClient = () => new Client(config)
  /** A pool that cuts its connections when their server falls silent. */
  const newPool = (settings: PoolConfig) => {
    const pool = new Pool({ ...config, ...settings })
    // The pool replaces lost connections itself.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => {
      // A connection that breaks before its first statement has no other listener.
      client.on('error', () => undefined)
      // Runs before the first statement of the connection, which is unusable without it.
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

/** @throws {PoolerError} for an address whose sessions are shared */
export async function requireOwnSessions(url: string): Promise<void> {
  if (await sharesSessions(connectTo(url).newClient)) throw new PoolerError()
}
