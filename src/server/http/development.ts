import type { RequestListener, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ResponseCache } from './response-cache/response-cache'

/** What `npm run dev` has beside what every process has. */

/** Takes what a request asks for anew from Next first: every edit makes other pages. */
export const answerAnew =
  (cache: ResponseCache, listener: RequestListener): RequestListener =>
  (req, res) => {
    const answer = () => {
      listener(req, res)
    }
    // What cannot be taken is left to Next, which shows why.
    cache.refreshAddress(req.url ?? '').then(answer, answer)
  }

/** Ends all connections with the process, those of the hot reload too: it is started anew at once, and open pages ask again. */
export function endConnections(server: Server): void {
  const open = new Set<Duplex>()
  server.on('upgrade', (_req, socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      server.closeAllConnections()
      for (const socket of open) socket.destroy()
    })
  }
}
