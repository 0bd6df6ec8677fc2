import { getTRPCErrorFromUnknown, getTRPCErrorShape } from '@trpc/server'
import superjson from 'superjson'
import * as z from 'zod'
import { clientInfo } from '~/server/platform/network/client-info'
import { metrics } from '~/server/platform/metrics/metrics'
import { currentRequestId, requestIdOf } from '~/server/platform/request-scope'
import type { Services } from '~/server/services'
import { Admission, type StreamLimits } from '~/server/platform/streams/stream-limiter'
import { Broadcaster } from '~/server/platform/streams/broadcaster'
import { failure } from '~/server/platform/streams/sse-events'
import type { Taker } from './request-handler'
import { answerError } from './error-response'
import { appRouter } from './root'
import { streamRequest } from './stream-request'

const type = 'subscription'

const isStream = (procedure: unknown): boolean =>
  typeof procedure === 'function' && '_def' in procedure && z.object({ type: z.literal(type) }).safeParse(procedure._def).success

// Nested by its type, but flat when it runs: `site.onChange` and so on.
const streamPaths = new Set(Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) => (isStream(procedure) ? [path] : [])))

/** The last event of a public stream whose state cannot be read. */
function lastEvent(cause: unknown): Buffer {
  const { _config: config } = appRouter._def
  const error = getTRPCErrorFromUnknown(cause)
  return failure(superjson.serialize(getTRPCErrorShape({ config, error, type, path: undefined, input: undefined, ctx: undefined })))
}

/** The live streams of a process: those that all see are broadcast, the others are tRPC's (docs/decisions/046). */
export function createStreams({ live, log }: Pick<Services, 'live' | 'log'>, limits: StreamLimits) {
  const admission = new Admission(limits)
  const cut = { readers: 0 }
  const broadcaster = new Broadcaster({
    live,
    serialize: superjson.serialize,
    failureFor: (error) => {
      log.warn({ err: error }, 'Streams ended because the state of the site could not be read')
      return lastEvent(error)
    },
    onCut: () => {
      cut.readers += 1
    },
  })

  /** Takes streams that are too many, and public ones; leaves the others to tRPC. */
  const take: Taker = (req, res, path) => {
    if (req.method !== 'GET' || !streamPaths.has(path)) return false
    const requestId = currentRequestId() ?? requestIdOf(req.headers)
    const refusal = admission.refusal(clientInfo(req).ip, res)
    if (refusal) {
      log.info({ requestId, path, type, outcome: refusal.code }, 'call refused')
      answerError(req, res, refusal)
      return true
    }
    const subscription = streamRequest(req, path)
    if (!subscription) return false
    res.setHeader('X-Request-Id', requestId)
    broadcaster.open(res, subscription)
    metrics().calls.observe({ path, type, outcome: 'ok' }, 0)
    log.debug({ requestId, path, type }, 'call')
    return true
  }

  return {
    take,
    /** For the metrics: streams of every kind that are open; those cut because nothing was read, and refused as too many, since the start. */
    counts: () => ({ open: admission.open, cut: cut.readers, refused: admission.refused }),
  }
}

export type Streams = ReturnType<typeof createStreams>
