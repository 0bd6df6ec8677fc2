import type { Server, ServerResponse } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import type { Services } from '~/server/services'
import { isStream, type Traffic } from './traffic'

/** Milliseconds for requests under way. */
const DRAIN_MS = 4_000

const FINISH_MS = 3_000

/** Ends before a supervisor kills the process (usually after 10 seconds). */
const LONGEST_MS = 9_000

/**
 * On SIGTERM or SIGINT: refuses connections, ends open streams, finishes other requests, then closes the database.
 * @param traffic knows the answers under way: listeners of our own would exceed the ten that Node takes for no leak
 * @param finishWork ends work beside requests (emails, housekeeping)
 */
export function stopOnSignals(
  server: Server,
  traffic: Pick<Traffic, 'open'>,
  { hub, db, log }: Pick<Services, 'hub' | 'db' | 'log'>,
  finishWork: () => Promise<unknown>,
): void {
  const stop = async () => {
    // An open connection may send one more request.
    server.prependListener('request', (_req, res: ServerResponse) => res.setHeader('Connection', 'close'))
    const closed = new Promise((resolve) => server.close(resolve))
    for (const res of traffic.open) {
      // Its client reconnects, perhaps to another process.
      if (isStream(res)) res.destroy()
      else if (!res.headersSent) res.setHeader('Connection', 'close')
    }
    server.closeIdleConnections()
    const timer = setTimeout(() => {
      server.closeAllConnections()
    }, DRAIN_MS)
    await closed
    clearTimeout(timer)
    await Promise.race([finishWork(), after(FINISH_MS)])
    await hub.stop()
    await db.close()
  }

  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      setTimeout(() => {
        log.error('The shop did not stop in time')
        process.exit(1)
      }, LONGEST_MS).unref()
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'The shop did not stop cleanly')
          process.exit(1)
        },
      )
    })
  }
}
