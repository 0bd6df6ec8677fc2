import type { ServerResponse } from 'node:http'
import type { TRPCError } from '@trpc/server'
import { Broadcaster, type BroadcasterOptions, type Subscription } from './broadcaster'
import { failure, CLIENT_OPTIONS, LONGEST_STREAM_MS, PING_MS } from './sse-events'
import { StreamLimiter, type StreamLimits } from './stream-limiter'

/**
 * The live streams of a process (docs/decisions/003); the one module of this folder that others import. Guarantees: a subscriber of topics
 * gets what it has not seen, then every change, in the events that tRPC's `httpSubscriptionLink` reads. A subscriber that reads nothing is
 * cut; one that was away gets the newest state alone. Streams are limited per address and in all. Method: subscribers of the same topics
 * form a group with one generator. A state is serialised once for all of a group who lack the same (subscriber-group.ts) and written in
 * slices, so that thousands of subscribers hold up no call; one timer checks all of them (broadcaster.ts). Delete it when tRPC sends a
 * public subscription to 5,000 open streams as fast and in as little memory as `npm run bench` shows for streams: then the router's own
 * subscription, which runs the same generator, takes over.
 */
export function createStreams<Topic extends string>(
  limits: StreamLimits,
  {
    onFailure,
    ...options
  }: Pick<BroadcasterOptions<Topic>, 'follow' | 'serialize'> & {
    /** Called when a group's streams could not begin; answers the content of their last event. */
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
    /** Open streams of every kind; those cut for reading nothing, and those refused as too many, since the start. */
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
