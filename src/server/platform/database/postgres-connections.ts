import { Client, Pool, type PoolConfig } from 'pg'
import { PoolerError, sharesSessions } from './pooler'
import { cutSilentConnections } from './silent-connections'

const CONNECT_TIMEOUT_MS = 5_000

/**
 * What each session of one's own begins with. Prisma's adapters drop the offset of a timestamptz, so every session must be in UTC.
 * Compiling a search's statement takes longer than running it: most of what it could do is not needed. A page that is read out of
 * order costs four times as much only on a turning disk: believing it, PostgreSQL reads all customers for one name.
 */
const OWN_SESSION = { options: '-c TimeZone=UTC -c jit=off -c random_page_cost=1.1' }
/** Poolers refuse such settings. This one they keep for each client; the others are the role's (deploy/database/roles.sql). */
const SHARED_SESSION = `SET TimeZone TO 'UTC'`

/**
 * Connections to an address: clients of their own, and what a pool is made with.
 * @param isShared a pooler at the address hands sessions around
 */
export function connectTo(url: string, isShared = false) {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    ...(!isShared && OWN_SESSION),
  }
  const newClient = () => new Client(config)
  /** A pool whose connections are cut when their server falls silent. */
  const newPool = (settings: PoolConfig) => {
    const pool = new Pool({ ...config, ...settings })
    // The pool makes anew what it has lost.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => {
      // One that breaks before its first statement has nobody else to hear of it.
      client.on('error', () => undefined)
      // Comes before whatever is asked next. Without it no connection is used.
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

/** Refuses an address whose sessions are shared. @throws {PoolerError} */
export async function requireOwnSessions(url: string): Promise<void> {
  if (await sharesSessions(connectTo(url).newClient)) throw new PoolerError()
}
