import { setTimeout as wait } from 'node:timers/promises'
import { escapeIdentifier, type Client } from 'pg'
import * as z from 'zod'

/** Everybody queues behind a migration that waits for a lock, so it gives up after this time (ms), lets them through and tries again. */
const LOCK_MS = 300
const PAUSE_MS = 700
/** After this time an operator must find out who holds the lock (ms). */
const GIVE_UP_MS = 5 * 60_000

const lockNotAvailable = z.object({ code: z.literal('55P03') })

/** A script that is this one statement, after its comments. PostgreSQL refuses to run it in a transaction. */
const CONCURRENT =
  /^(?:\s|--[^\n]*\n)*(?:CREATE\s+(?:UNIQUE\s+)?INDEX\s+(CONCURRENTLY)\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?|DROP\s+INDEX\s+(CONCURRENTLY))\s/i

/** Drops `CONCURRENTLY` for an engine with one connection and nobody else to keep waiting. */
export const withoutConcurrency = (script: string): string => (CONCURRENT.test(script) ? script.replace(/\bCONCURRENTLY\b/i, '') : script)

/** Drops the unusable index that an interrupted run has left under the same name. */
async function dropUnfinished(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid WHERE c.relname = $1 AND NOT i.indisvalid',
    [name],
  )
  if (rowCount) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${escapeIdentifier(name)}`)
}

/**
 * Runs a script as one simple query, which is one implicit transaction. A script whose only statement makes or drops an index
 * `CONCURRENTLY` runs in none; it waits for older transactions and blocks nobody. Any other asks for its locks again and again, for five
 * minutes.
 * @param newClient makes an unconnected client with a session of its own
 * @param onWait is called after each attempt that timed out
 */
export async function runMigrationScript(newClient: () => Client, script: string, onWait: () => void = () => undefined): Promise<void> {
  const client = newClient()
  try {
    await client.connect()
    const concurrent = CONCURRENT.exec(script)
    if (concurrent) {
      const [, , made] = concurrent
      if (made !== undefined) await dropUnfinished(client, made)
      await client.query(script)
      return
    }
    await client.query(`SET lock_timeout = ${LOCK_MS}`)
    for (const until = performance.now() + GIVE_UP_MS; ;) {
      try {
        await client.query(script)
        return
      } catch (error) {
        if (!lockNotAvailable.safeParse(error).success || performance.now() > until) throw error
        onWait()
        await wait(PAUSE_MS)
      }
    }
  } finally {
    await client.end()
  }
}
