import type { ServerResponse } from 'node:http'

/** Byte for byte tRPC's `sseStreamProducer`, as a test checks. @see https://html.spec.whatwg.org/multipage/server-sent-events.html */

const end = '\n\n\n'

export const PING = Buffer.from(`event: ping\ndata: ${end}`)

export const connected = (options: object, retryMs: number): string =>
  `event: connected\nretry: ${retryMs}\ndata: ${JSON.stringify(options)}${end}`

/** The id allows resuming. @param serialized the transformer's output */
export const message = (id: string, serialized: unknown): Buffer => Buffer.from(`data: ${JSON.stringify(serialized)}\nid: ${id}${end}`)

/** The last event of a failed stream. @param serialized the transformer's output */
export const failure = (serialized: unknown): Buffer => Buffer.from(`event: serialized-error\ndata: ${JSON.stringify(serialized)}${end}`)

/** Ends with its connection instead of in chunks, so that an event is one write of shared bytes. */
export function beginStream(res: ServerResponse, first: string): void {
  res.setHeader('Content-Type', 'text/event-stream')
  res.setHeader('Cache-Control', 'private, no-cache, no-store, no-transform')
  res.setHeader('X-Accel-Buffering', 'no')
  res.setHeader('Vary', 'trpc-accept, accept')
  res.setHeader('Connection', 'close')
  res.removeHeader('Transfer-Encoding')
  res.write(first)
}

/** docs/decisions/003. */

/** Some proxies end a connection that is silent for 30 s. */
export const PING_MS = 15_000

/** No stream outlives a deployment for long. */
export const LONGEST_STREAM_MS = 60 * 60 * 1000

/** A stream that is silent for longer is dead. */
export const CLIENT_OPTIONS = { reconnectAfterInactivityMs: 2 * PING_MS + 5_000 }

/** Then a subscriber that reads nothing is cut. */
export const STALLED_MS = 30_000
