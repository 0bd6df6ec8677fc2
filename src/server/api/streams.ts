import { getTRPCErrorFromUnknown, getTRPCErrorShape } from '@trpc/server'
import superjson from 'superjson'
import * as z from 'zod'
import type { LiveTopic } from '~/contracts/site/site'
import { metrics } from '~/server/platform/metrics/metrics'
import { clientInfo } from '~/server/platform/network/client-info'
import { currentRequestId, requestIdOf } from '~/server/platform/request-scope'
import { createStreams, type StreamLimits, type Subscription } from '~/server/platform/streams/streams'
import type { Services } from '~/server/services'
import { followSite, subscriptionOf } from '~/server/site/live-site'
import { answerError } from './error-response'
import type { CallHandler } from './request-handler'
import { appRouter } from './root'
import type { IncomingMessage } from 'node:http'
import { followSiteInput } from '~/contracts/site/follow-site'
import { decodeInput } from './transformer'

const PUBLIC_STREAM = 'settings.onSettingsChange'

const subscription = followSiteInput.optional().transform(subscriptionOf)

/** `lastEventId` may stand beside the input. */
function inputOf({ headers }: IncomingMessage, query: URLSearchParams): unknown {
  const text = query.get('input')
  const input: unknown = text ? decodeInput(JSON.parse(text)) : undefined
  const lastEventId = headers['last-event-id'] ?? query.get('lastEventId') ?? query.get('Last-Event-Id')
  if (!lastEventId) return input
  return z.object({}).safeParse(input).success ? Object.assign({}, input, { lastEventId }) : (input ?? { lastEventId })
}

/** The public stream's subscription; null for everything that tRPC handles or refuses. */
function streamRequest(req: IncomingMessage, path: string): Subscription<LiveTopic> | null {
  const { method, headers, url = '' } = req
  if (method !== 'GET' || path !== PUBLIC_STREAM) return null
  if (headers['content-type'] !== undefined || headers['trpc-accept'] !== undefined || headers.accept?.includes('jsonl')) return null
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  if (query.has('batch') || query.has('connectionParams')) return null
  try {
    return subscription.parse(inputOf(req, query))
  } catch {
    return null
  }
}

const type = 'subscription'

const isStream = (procedure: unknown): boolean =>
  typeof procedure === 'function' && '_def' in procedure && z.object({ type: z.literal(type) }).safeParse(procedure._def).success

// Typed as nested, but flat at run time: `settings.onSettingsChange` and so on.
const streamPaths = new Set(Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) => (isStream(procedure) ? [path] : [])))

function errorShape(cause: unknown) {
  const { _config: config } = appRouter._def
  const error = getTRPCErrorFromUnknown(cause)
  return superjson.serialize(getTRPCErrorShape({ config, error, type, path: undefined, input: undefined, ctx: undefined }))
}

export function createApiStreams({ live, log }: Pick<Services, 'live' | 'log'>, limits: StreamLimits) {
  const streams = createStreams<LiveTopic>(limits, {
    follow: (topics, signal) => followSite(live, topics, { signal }),
    serialize: superjson.serialize,
    onFailure: (error) => {
      log.warn({ err: error }, 'Streams ended because the state of the site could not be read')
      return errorShape(error)
    },
  })

  const handle: CallHandler = (req, res, path) => {
    if (req.method !== 'GET' || !streamPaths.has(path)) return false
    const requestId = currentRequestId() ?? requestIdOf(req.headers)
    const refusal = streams.refusal(clientInfo(req).ip, res)
    if (refusal) {
      log.info({ requestId, path, type, outcome: refusal.code }, 'call refused')
      answerError(req, res, refusal)
      return true
    }
    const subscription = streamRequest(req, path)
    if (!subscription) return false
    res.setHeader('X-Request-Id', requestId)
    streams.open(res, subscription)
    metrics().calls.observe({ path, type, outcome: 'ok' }, 0)
    log.debug({ requestId, path, type }, 'call')
    return true
  }

  return { handle, counts: streams.counts }
}

export type ApiStreams = ReturnType<typeof createApiStreams>
