import type { ServerResponse } from 'node:http'
import type { TRPCError } from '@trpc/server'
import { Broadcaster, type BroadcasterOptions, type Subscription } from './broadcaster'
import { failure, CLIENT_OPTIONS, LONGEST_STREAM_MS, PING_MS } from './sse-events'
import { StreamLimiter, type StreamLimits } from './stream-limiter'

/**
 * The live streams of a process (docs/decisions/025). Nothing outside this folder knows more of them than this module.
 *
 * What they promise: a visitor who follows topics gets what they have not seen, then every change, in the events that
 * tRPC's `httpSubscriptionLink` reads; a subscriber who takes nothing is cut, one who was away gets the newest state
 * alone; and no address, nor all together, have more streams open than they may.
 *
 * How: subscribers of the same topics are a group, and follow one generator. A state is put into bytes once for all of a group who lack the same
 * (subscriber-group.ts) and written in slices, so that thousands of subscribers hold up nobody's call; one timer looks
 * after all of them (broadcaster.ts).
 *
 * When to delete it: when tRPC sends a public subscription to 5,000 open streams as soon and in as little memory as the
 * rows of streams in `npm run bench` say. Then the router's own subscription, which runs the same generator, does.
 */
export function createStreams<Topic extends string>(
  limits: StreamLimits,
  {
    onFailure,
    ...options
  }: Pick<BroadcasterOptions<Topic>, 'follow' | 'serialize'> & {
    /** Is told why streams could not begin; answers what their last event says. */
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
    /** Counts a stream of any kind until its response closes. @returns the error to refuse it with, or null */
    refusal: (ip: string | null, res: ServerResponse): TRPCError | null => limiter.refusal(ip, res),
    /** Answers with a public stream. */
    open: (res: ServerResponse, subscription: Subscription<Topic>): void => {
      broadcaster.open(res, subscription)
    },
    /** Streams of every kind that are open; those cut because nothing was read, and refused as too many, since the start. */
    counts: () => ({ open: limiter.open, cut: cut.streams, refused: limiter.refused }),
  }
}

export type { StreamLimits, Subscription }

/** How tRPC keeps the streams that it sends itself: as these are kept. */
export const trpcStreamOptions = {
  ping: { enabled: true, intervalMs: PING_MS },
  maxDurationMs: LONGEST_STREAM_MS,
  client: CLIENT_OPTIONS,
}
