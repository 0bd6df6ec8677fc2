import type { ServerResponse } from 'node:http'

/**
 * Server-sent events for tRPC's `httpSubscriptionLink`, byte for byte those of its own `sseStreamProducer`; a test compares the two.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */

const end = '\n\n\n'

export const PING = Buffer.from(`event: ping\ndata: ${end}`)

/** The first event. @param retryMs a browser's pause before it reconnects */
export const connected = (options: object, retryMs: number): string =>
  `event: connected\nretry: ${retryMs}\ndata: ${JSON.stringify(options)}${end}`

/** An event with an id, to resume from. @param serialized the transformer's output for the data */
export const message = (id: string, serialized: unknown): Buffer => Buffer.from(`data: ${JSON.stringify(serialized)}\nid: ${id}${end}`)

/** The last event of a failed stream. @param serialized the transformer's output for the error's shape */
export const failure = (serialized: unknown): Buffer => Buffer.from(`event: serialized-error\ndata: ${JSON.stringify(serialized)}${end}`)

/**
 * Begins the answer. It ends with its connection instead of in chunks, so that an event is one write of bytes that all subscribers share.
 */
export function beginStream(res: ServerResponse, first: string): void {
  res.setHeader('Content-Type', 'text/event-stream')
  res.setHeader('Cache-Control', 'private, no-cache, no-store, no-transform')
  res.setHeader('X-Accel-Buffering', 'no')
  res.setHeader('Vary', 'trpc-accept, accept')
  res.setHeader('Connection', 'close')
  res.removeHeader('Transfer-Encoding')
  res.write(first)
}

/** Timing of live streams, sent by tRPC or the broadcaster (docs/decisions/003). */

/** Under 30 s, at which some proxies end a silent connection. */
export const PING_MS = 15_000

/** Streams reconnect after this time, so that none outlives a deployment for long. */
export const LONGEST_STREAM_MS = 60 * 60 * 1000

/** Told to clients as they connect: a stream that is silent for longer is dead. */
export const CLIENT_OPTIONS = { reconnectAfterInactivityMs: 2 * PING_MS + 5_000 }

/** A subscriber that has read nothing for this long is cut. */
export const STALLED_MS = 30_000
