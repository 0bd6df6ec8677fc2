import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import { followSiteInput } from '~/contracts/streams'
import type { LiveTopic } from '~/contracts/site/site'
import type { Subscription } from '~/server/platform/streams/streams'
import { subscriptionOf } from '~/server/site/live-site'
import { decodeInput } from './transformer'

/** The procedure that public pages follow. */
const PUBLIC_STREAM = 'settings.onSettingsChange'

const subscription = followSiteInput.optional().transform(subscriptionOf)

/** The input as tRPC reads it; `lastEventId` may stand beside it. */
function inputOf({ headers }: IncomingMessage, query: URLSearchParams): unknown {
  const text = query.get('input')
  const input: unknown = text ? decodeInput(JSON.parse(text)) : undefined
  const lastEventId = headers['last-event-id'] ?? query.get('lastEventId') ?? query.get('Last-Event-Id')
  if (!lastEventId) return input
  return z.object({}).safeParse(input).success ? Object.assign({}, input, { lastEventId }) : (input ?? { lastEventId })
}

/**
 * The public stream's subscription in a request; null for everything that tRPC must handle itself: other calls, and all that it refuses.
 */
export function streamRequest(req: IncomingMessage, path: string): Subscription<LiveTopic> | null {
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
