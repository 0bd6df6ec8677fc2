import type { IncomingMessage, ServerResponse } from 'node:http'
import { TRPCError } from '@trpc/server'
import { nodeHTTPRequestHandler, type NodeHTTPHandlerOptions } from '@trpc/server/adapters/node-http'
import compression from 'compression'
import { answerError } from './error-response'
import { env } from '~/env'
import { isBulkQuery, LARGEST_BODY, largestBody, takeLargeBody } from './body-limit'
import { retryAfter } from './errors'
import { refusal } from './http-guard'
import { createRequestContext } from './request-context'
import { appRouter, type AppRouter } from './root'

const LARGEST_BATCH = 10

/** How calls are answered over HTTP (docs/decisions/007). */
export const handlerOptions: NodeHTTPHandlerOptions<AppRouter, IncomingMessage, ServerResponse> = {
  router: appRouter,
  createContext: createRequestContext,
  maxBodySize: LARGEST_BODY,
  maxBatchSize: LARGEST_BATCH,
  responseMeta: ({ errors }) => {
    const headers = new Headers([['Cache-Control', 'private, no-store']])
    const wait = retryAfter(errors)
    if (wait !== null) headers.set('Retry-After', String(wait))
    return { headers }
  },
}

export async function optionsOf(req: IncomingMessage, path: string): Promise<typeof handlerOptions> {
  const refused = refusal(req, env().NEXTAUTH_URL, largestBody(path)) ?? (await takeLargeBody(req, path))
  return {
    ...handlerOptions,
    allowMethodOverride: isBulkQuery(path),
    middleware: (_req, _res, next) => {
      next(refused)
    },
  }
}

const BASE = '/api/trpc/'

/** Methods that tRPC handles, or refuses in its own form; Node's `Request` throws on others. */
const METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const isStream = (res: ServerResponse) => String(res.getHeader('content-type')).startsWith('text/event-stream')

/** An event must not wait for a block to fill. */
const compress = compression({ threshold: 1024, filter: (_req, res) => !isStream(res) })

/** The procedure's path; null for a URL that makes `Request` throw. */
function pathOf({ headers: { host }, url = '' }: IncomingMessage): string | null {
  const end = url.indexOf('?')
  try {
    const { username, password } = new URL(url, `http://${host ?? 'localhost'}`)
    return username === '' && password === '' ? decodeURIComponent(url.slice(BASE.length, end < 0 ? undefined : end)) : null
  } catch {
    return null
  }
}

async function answerCall(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
  const options = await optionsOf(req, path)
  // tRPC decodes the path once more.
  await nodeHTTPRequestHandler({ ...options, req, res, path: encodeURIComponent(path) })
}

/** Returns false for calls that tRPC answers. @param next hands the call on to tRPC */
export type CallHandler = (req: IncomingMessage, res: ServerResponse, path: string, next: () => void) => boolean

/**
 * Bypasses Next, which makes a call three times as expensive (docs/decisions/007). @returns a handler that returns false for other requests
 */
export function createApiHandler(handlers: readonly CallHandler[] = []) {
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    if (!req.url?.startsWith(BASE)) return false
    const path = pathOf(req)
    if (!METHODS.has(req.method)) answerError(req, res, new TRPCError({ code: 'METHOD_NOT_SUPPORTED' }))
    else if (path === null) answerError(req, res, new TRPCError({ code: 'BAD_REQUEST', message: 'The request could not be read.' }))
    else {
      const answer = () => {
        compress(req, res, () => void answerCall(req, res, path))
      }
      if (!handlers.some((handle) => handle(req, res, path, answer))) answer()
    }
    return true
  }
}
