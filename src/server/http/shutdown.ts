import type { Server, ServerResponse } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import type { Services } from '~/server/services'
import { isStream, type Traffic } from './traffic'

/** Requests under way get this long to finish. */
const DRAIN_MS = 4_000

/** Time for the work beside requests (ms). */
const FINISH_MS = 3_000

/** Whatever hangs, the process ends before its supervisor kills it (10 seconds, as a rule). */
const LONGEST_MS = 9_000

/**
 * On SIGTERM or SIGINT: no new connections, open streams end at once, the other requests finish and their connections with them, the
 * database closes.
 * @param traffic knows the answers under way: each listener on them of our own is one of ten that Node takes for no leak, and
 * a file that is piped into an answer needs seven
 * @param finishWork ends what the process does beside requests (emails under way, housekeeping)
 */
export function stopOnSignals(
  server: Server,
  traffic: Pick<Traffic, 'open'>,
  { hub, db, log }: Pick<Services, 'hub' | 'db' | 'log'>,
  finishWork: () => Promise<unknown>,
): void {
  const stop = async () => {
    // Of a connection that is open already one more request may come.
    server.prependListener('request', (_req, res: ServerResponse) => res.setHeader('Connection', 'close'))
    const closed = new Promise((resolve) => server.close(resolve))
    for (const res of traffic.open) {
      // Its client reconnects, to another process if there is one.
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
