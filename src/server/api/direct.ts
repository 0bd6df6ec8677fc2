import type { IncomingMessage, ServerResponse } from 'node:http'
import { TRPCError } from '@trpc/server'
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http'
import compression from 'compression'
import { answerError } from './error-answer'
import { handlerOptions } from './handler-options'

const BASE = '/api/trpc/'

/** What tRPC knows what to do with, or refuses in its own form; Node's `Request` throws on others. */
const METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const isStream = (res: ServerResponse) => String(res.getHeader('content-type')).startsWith('text/event-stream')

/** As Next does it for its own answers; an event must not wait for a block to fill. */
const compress = compression({ threshold: 1024, filter: (_req, res) => !isStream(res) })

/** Whether tRPC can make a `Request` of it; what it could not would be a fault of ours. */
function isReadable({ headers: { host }, url = '' }: IncomingMessage, path: string): boolean {
  try {
    const { username, password } = new URL(url, `http://${host ?? 'localhost'}`)
    decodeURIComponent(path)
    return username === '' && password === ''
  } catch {
    return false
  }
}

/** Takes a call: answers whether it has. */
export type Taker = (req: IncomingMessage, res: ServerResponse, path: string) => boolean

/**
 * Answers `/api/trpc/*` without Next, which makes a call three times as expensive (docs/decisions/045).
 * @param takers are asked first, in their order
 * @returns a handler that says whether the request was a call
 */
export function createApi(takers: readonly Taker[] = []) {
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const { url = '', method } = req
    if (!url.startsWith(BASE)) return false
    const end = url.indexOf('?')
    const path = url.slice(BASE.length, end < 0 ? undefined : end)
    if (!METHODS.has(method)) answerError(req, res, new TRPCError({ code: 'METHOD_NOT_SUPPORTED' }))
    else if (!isReadable(req, path))
      answerError(req, res, new TRPCError({ code: 'BAD_REQUEST', message: 'The request could not be read.' }))
    else if (!takers.some((take) => take(req, res, path))) {
      compress(req, res, () => void nodeHTTPRequestHandler({ ...handlerOptions, req, res, path }))
    }
    return true
  }
}
