import type { ServerResponse } from 'node:http'
import type { TRPCError } from '@trpc/server'
import { Broadcaster, type BroadcasterOptions, type Subscription } from './broadcaster'
import { failure, CLIENT_OPTIONS, LONGEST_STREAM_MS, PING_MS } from './sse-events'
import { StreamLimiter, type StreamLimits } from './stream-limiter'

/**
 * The live streams of a process (docs/decisions/003). They guarantee that a subscriber gets what it has not seen, then every change, in the
 * events of tRPC's `httpSubscriptionLink`. One that reads nothing is cut; one that was away gets the newest state alone. Streams are
 * limited per address and in all. Delete it when tRPC sends a public subscription to 5,000 open streams as fast and in as little memory as
 * `npm run bench` shows for streams; the router's own subscription then takes over.
 */
export function createStreams<Topic extends string>(
  limits: StreamLimits,
  {
    onFailure,
    ...options
  }: Pick<BroadcasterOptions<Topic>, 'follow' | 'serialize'> & {
    onFailure: (error: unknown) => unknown
  },
) {
  const limiter = new StreamLimiter(limits)
  const cut = { streams: 0 }
  const broadcaster = new Broadcaster({
    ...options,
    failureFor: (error) => failure(onFailure(error)),
    onCut: () => {
      cut.streams += 1
    },
  })
  return {
    refusal: (ip: string | null, res: ServerResponse): TRPCError | null => limiter.refusal(ip, res),
    open: (res: ServerResponse, subscription: Subscription<Topic>): void => {
      broadcaster.open(res, subscription)
    },
    /** Open streams, and those cut or refused since the start. */
    counts: () => ({ open: limiter.open, cut: cut.streams, refused: limiter.refused }),
  }
}

export type { StreamLimits, Subscription }

/** tRPC's own streams get the same timing. */
export const trpcStreamOptions = {
  ping: { enabled: true, intervalMs: PING_MS },
  maxDurationMs: LONGEST_STREAM_MS,
  client: CLIENT_OPTIONS,
}
