import type { Server, ServerResponse } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import type { Services } from '~/server/services'

/** Requests under way get this long to finish. */
const DRAIN_MS = 4_000

/** What the process does beside requests gets this long. */
const FINISH_MS = 3_000

/** Whatever hangs, the process ends before whoever stopped it loses patience (10 seconds, as a rule). */
const LONGEST_MS = 9_000

/**
 * On SIGTERM or SIGINT: no new connections, open streams end at once, the other requests finish and their
 * connections with them, the database closes.
 * @param finishWork ends what the process does beside requests (emails under way, housekeeping)
 */
export function stopOnSignals(
  server: Server,
  { hub, db, log }: Pick<Services, 'hub' | 'db' | 'log'>,
  finishWork: () => Promise<unknown>,
): void {
  const open = new Set<ServerResponse>()
  server.on('request', (_req, res) => {
    // What the cache has answered by now has nothing left to wait for.
    if (res.writableEnded) return
    open.add(res)
    res.once('close', () => open.delete(res))
  })

  const stop = async () => {
    // Of a connection that is open already one more request may come.
    server.prependListener('request', (_req, res: ServerResponse) => res.setHeader('Connection', 'close'))
    const closed = new Promise((resolve) => server.close(resolve))
    for (const res of open) {
      // A live stream would never finish by itself; its client reconnects, to another process if there is one.
      if (String(res.getHeader('content-type')).startsWith('text/event-stream')) res.destroy()
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
