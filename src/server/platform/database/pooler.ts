import type { Client } from 'pg'
import * as z from 'zod'

/** DATABASE_URL leads through a pooler that shares sessions, and DATABASE_DIRECT_URL is not set. */
export class PoolerError extends Error {
  override name = 'PoolerError'

  constructor() {
    super(
      'DATABASE_URL leads through a pooler in transaction mode: set DATABASE_DIRECT_URL to an address beside it, for LISTEN and the locks of sessions (docs/deploy.md).',
    )
  }
}

/** Missing from the driver's types. */
const connected = z.object({ processID: z.number() })
const pidAnswer = z.tuple([z.object({ pid: z.int() })])
const refusal = z.object({ code: z.literal('08P01'), message: z.string().regex(/startup parameter/) })

const TRIES = 3

const pidOf = async (client: Client) => pidAnswer.parse((await client.query('SELECT pg_backend_pid() AS pid')).rows)[0].pid

/**
 * True if sessions are shared behind an address. PostgreSQL tells a client the id of the process that answers it, a pooler tells a number
 * of its own. In transaction mode, unlike session mode, one client meets several processes, or two clients one process.
 * @param newClient makes an unconnected client
 */
export async function sharesSessions(newClient: () => Client): Promise<boolean> {
  const [one, other] = [newClient(), newClient()]
  for (const client of [one, other]) client.on('error', () => undefined)
  try {
    await one.connect()
    const first = await pidOf(one)
    if (connected.safeParse(one).data?.processID === first) return false
    await other.connect()
    for (let turn = 0; turn < TRIES; turn++) {
      await other.query('BEGIN')
      const isTaken = (await pidOf(other)) === first
      const hasMoved = !isTaken && (await pidOf(one)) !== first
      await other.query('COMMIT')
      if (isTaken || hasMoved) return true
    }
    return false
  } catch (error) {
    // A pooler refuses our session settings.
    if (refusal.safeParse(error).success) return true
    throw error
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => undefined)))
  }
}
