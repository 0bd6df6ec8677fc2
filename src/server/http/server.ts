import { type RequestListener, STATUS_CODES, type Server, createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ResponseCache } from './response-cache/response-cache'
import { limitBodyTime } from '~/server/platform/network/body-timeout'

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

/** How long, in ms, and how much a client may take; streams have no end, so nothing limits how long an answer lasts. */
const LIMITS = {
  /** Addresses and headers of a request together. */
  maxHeaderSize: 16 * 1024,
  headersTimeout: 20_000,
  /** A whole request with its body: the largest import, 64 MB, at one megabit a second. */
  requestTimeout: 10 * 60_000,
  /** Balancers keep connections for 60 seconds: the one that closes first must not be this one. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
  /** Of a body: calls are small, and only administrators' files have the time of `requestTimeout` (body-timeout.ts). */
  bodyTimeout: 30_000,
}

const MOST_HEADERS = 100
/** Connections beside those of live streams, which have a limit of their own. */
const MOST_CONNECTIONS = 10_000

const statusOf: Partial<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

type Headers = readonly (readonly [name: string, value: string])[]

/** What could not be read as a request gets an answer all the same, and loses its connection. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex, headers: Headers): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statusOf[error.code ?? ''] ?? 400
  const lines = [['Connection', 'close'], ['Content-Length', '0'], ...headers].map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`, () => socket.destroy())
}

/**
 * A server with limits on what clients may take of it.
 * @param headers go with the answers that it makes itself
 * @param streams how many connections live streams may have
 * @param limits instead of the shop's own; tests have less time
 */
export function createLimitedServer(
  listener: RequestListener,
  headers: Headers,
  streams: number,
  limits: Partial<typeof LIMITS> = {},
): Server {
  const { bodyTimeout, ...options } = { ...LIMITS, ...limits }
  const server = createServer(options, (req, res) => {
    limitBodyTime(req, res, bodyTimeout)
    listener(req, res)
  })
  server.maxHeadersCount = MOST_HEADERS
  server.maxConnections = MOST_CONNECTIONS + streams
  server.on('clientError', (error, socket) => {
    answerUnreadable(error, socket, headers)
  })
  return server
}
