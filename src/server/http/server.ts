import { type RequestListener, STATUS_CODES, type Server, createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ResponseCache } from './response-cache/response-cache'
import { limitBodyTime } from '~/server/platform/network/body-timeout'

export const answerAnew =
  (cache: ResponseCache, listener: RequestListener): RequestListener =>
  (req, res) => {
    const answer = () => {
      listener(req, res)
    }
    cache.refreshAddress(req.url ?? '').then(answer, answer)
  }

/** Includes those of the hot reload: the process restarts at once, and pages reconnect. */
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

/** Milliseconds and bytes. Answers have no time limit, as streams have no end. */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 20_000,
  /** The largest import, 64 MB, at one megabit a second. */
  requestTimeout: 10 * 60_000,
  /** Balancers keep connections for 60 seconds and must close them first. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
  /** Only administrators' files get the time of `requestTimeout` (body-timeout.ts). */
  bodyTimeout: 30_000,
}

const MOST_HEADERS = 100
/** Live streams have a limit of their own. */
const MOST_CONNECTIONS = 10_000

const statusOf: Partial<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

type Headers = readonly (readonly [name: string, value: string])[]

function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex, headers: Headers): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statusOf[error.code ?? ''] ?? 400
  const lines = [['Connection', 'close'], ['Content-Length', '0'], ...headers].map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`, () => socket.destroy())
}

/** @param headers of its own answers @param streams connections for live streams @param limits for tests */
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
