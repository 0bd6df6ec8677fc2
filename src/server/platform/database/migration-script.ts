import { setTimeout as wait } from 'node:timers/promises'
import { escapeIdentifier, type Client } from 'pg'
import * as z from 'zod'

/** Everybody queues behind a migration that waits for a lock, so it gives up (ms), lets them through and tries again. */
const LOCK_MS = 300
const PAUSE_MS = 700
/** Milliseconds after which an operator must find the holder. */
const GIVE_UP_MS = 5 * 60_000

const lockNotAvailable = z.object({ code: z.literal('55P03') })

/** PostgreSQL refuses to run such a script in a transaction. */
const CONCURRENT =
  /^(?:\s|--[^\n]*\n)*(?:CREATE\s+(?:UNIQUE\s+)?INDEX\s+(CONCURRENTLY)\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?|DROP\s+INDEX\s+(CONCURRENTLY))\s/i

export const withoutConcurrency = (script: string): string => (CONCURRENT.test(script) ? script.replace(/\bCONCURRENTLY\b/i, '') : script)

async function dropUnfinished(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid WHERE c.relname = $1 AND NOT i.indisvalid',
    [name],
  )
  if (rowCount) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${escapeIdentifier(name)}`)
}

/**
 * Runs a script as one simple query, an implicit transaction. A lone `CONCURRENTLY` statement runs in none and blocks nobody; any other
 * retries its locks for five minutes.
 * @param newClient makes an unconnected client with its own session
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
