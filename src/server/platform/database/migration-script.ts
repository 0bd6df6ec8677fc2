import { setTimeout as wait } from 'node:timers/promises'
import { escapeIdentifier, type Client } from 'pg'
import * as z from 'zod'

/**
 * A migration that waits for a lock has everybody wait who comes after it: it gives the lock up so soon (ms), lets them through, and
 * tries again.
 */
const LOCK_MS = 300
const PAUSE_MS = 700
/** Whoever holds a lock for so long has to be looked at by somebody (ms). */
const GIVE_UP_MS = 5 * 60_000

const lockNotAvailable = z.object({ code: z.literal('55P03') })

/** The only statement of a script, after what is said about it. PostgreSQL runs it in no transaction. */
const CONCURRENT =
  /^(?:\s|--[^\n]*\n)*(?:CREATE\s+(?:UNIQUE\s+)?INDEX\s+(CONCURRENTLY)\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?|DROP\s+INDEX\s+(CONCURRENTLY))\s/i

/** The same script for an engine where nobody else can be kept waiting, and that has one connection for everybody. */
export const withoutConcurrency = (script: string): string => (CONCURRENT.test(script) ? script.replace(/\bCONCURRENTLY\b/i, '') : script)

/** What an index being made left behind that was cut short: its name, in the way of the next try, and no use. */
async function dropUnfinished(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid WHERE c.relname = $1 AND NOT i.indisvalid',
    [name],
  )
  if (rowCount) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${escapeIdentifier(name)}`)
}

/**
 * Runs a script as one simple query, which is one implicit transaction: all of it or nothing. One whose only statement
 * makes or drops an index `CONCURRENTLY` runs in none, and waits for older transactions without keeping anybody from anything.
 * Any other asks for its locks again and again, for five minutes.
 * @param newClient makes an unconnected client with a session of its own
 * @param onWait is told at each try in vain
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
