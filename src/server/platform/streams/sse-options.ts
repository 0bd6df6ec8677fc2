/** How live streams are kept, whoever sends them: tRPC or the broadcaster (docs/decisions/025). */

/** Under 30 s, at which some proxies end a silent connection. */
export const PING_MS = 15_000

/** A stream is made anew after this time, so that none outlives a deployment for long. */
export const LONGEST_STREAM_MS = 60 * 60 * 1000

/** What a client is told when it has connected: a stream that is silent for longer is dead. */
export const CLIENT_OPTIONS = { reconnectAfterInactivityMs: 2 * PING_MS + 5_000 }

/** A subscriber that has taken nothing for so long is cut. */
export const STALLED_MS = 30_000
