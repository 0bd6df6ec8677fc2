import type { Server, ServerResponse } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import type { Services } from '~/server/services'

/** Requests under way get this long to finish. */
const DRAIN_MS = 5_000

/**
 * On SIGTERM or SIGINT: no new requests, open streams end at once, the others finish, the database closes.
 * @param finishWork ends what the process does beside requests (letters under way, housekeeping)
 */
export function stopOnSignals(
  server: Server,
  { hub, db, log }: Pick<Services, 'hub' | 'db' | 'log'>,
  finishWork: () => Promise<unknown>,
): void {
  const open = new Set<ServerResponse>()
  server.on('request', (_req, res) => {
    open.add(res)
    res.once('close', () => open.delete(res))
  })

  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const res of open) {
      // A live stream would never finish by itself; its client reconnects, to another process if there is one.
      if (String(res.getHeader('content-type')).startsWith('text/event-stream')) res.destroy()
    }
    server.closeIdleConnections()
    const timer = setTimeout(() => {
      server.closeAllConnections()
    }, DRAIN_MS)
    await closed
    clearTimeout(timer)
    await Promise.race([finishWork(), after(DRAIN_MS)])
    await hub.stop()
    await db.close()
  }

  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
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
