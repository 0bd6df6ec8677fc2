import { connect, type Socket } from 'node:net'

export interface Reading {
  socket: Socket
  /** Status line and headers. */
  head: () => string
  /** The part of the body that has come. */
  body: () => string
  /** Waits until the body matches. @throws when it does not within five seconds */
  until: (pattern: RegExp) => Promise<string>
  closed: Promise<void>
}

const TIMEOUT_MS = 5_000

/** Reads a stream of events with nothing between: what it gets is what was written. */
export function readStream(port: number, path: string, headers: Record<string, string> = {}): Reading {
  const socket = connect(port, '127.0.0.1')
  const lines = Object.entries({ Host: 'shop', Accept: 'text/event-stream', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  let received = ''
  const waiting = new Set<() => void>()
  const closed = new Promise<void>((resolve) => socket.once('close', resolve))
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
    for (const look of waiting) look()
  })
  // A client that is cut sees a reset.
  socket.on('error', () => undefined)
  const cut = () => received.indexOf('\r\n\r\n')
  const body = () => (cut() < 0 ? '' : received.slice(cut() + 4))
  return {
    socket,
    head: () => received.slice(0, cut()),
    body,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`Not ${String(pattern)} within ${TIMEOUT_MS} ms, but ${received.slice(0, 2_000)}`))
        }, TIMEOUT_MS)
        const look = () => {
          if (!pattern.test(body())) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(body())
        }
        waiting.add(look)
        look()
      }),
    closed,
  }
}
