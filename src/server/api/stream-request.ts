import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import { followInput, followSiteInput } from '~/contracts/streams'
import type { Subscription } from '~/server/platform/streams/streams'
import { decodeInput } from './transformer'

const subscriptions = {
  'site.onChange': followSiteInput.transform((input): Subscription => ({ form: 'site', ...input, lastEventId: input.lastEventId })),
  'settings.onSettingsChange': followInput
    .optional()
    .transform((input): Subscription => ({ form: 'settings', topics: ['settings'], lastEventId: input?.lastEventId })),
}

const isPublicStream = (path: string): path is keyof typeof subscriptions => Object.hasOwn(subscriptions, path)

/** The input as tRPC reads it: the place to go on from may stand beside it. */
function inputOf({ headers }: IncomingMessage, query: URLSearchParams): unknown {
  const text = query.get('input')
  const input: unknown = text ? decodeInput(JSON.parse(text)) : undefined
  const lastEventId = headers['last-event-id'] ?? query.get('lastEventId') ?? query.get('Last-Event-Id')
  if (!lastEventId) return input
  return z.object({}).safeParse(input).success ? Object.assign({}, input, { lastEventId }) : (input ?? { lastEventId })
}

/**
 * Which public stream a request asks for; null for anything that tRPC must look at itself: other calls,
 * and all that it refuses.
 */
export function streamRequest(req: IncomingMessage, path: string): Subscription | null {
  const { method, headers, url = '' } = req
  if (method !== 'GET' || !isPublicStream(path)) return null
  if (headers['content-type'] !== undefined || headers['trpc-accept'] !== undefined || headers.accept?.includes('jsonl')) return null
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  if (query.has('batch') || query.has('connectionParams')) return null
  try {
    return subscriptions[path].parse(inputOf(req, query))
  } catch {
    return null
  }
}
