import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NodeHTTPHandlerOptions } from '@trpc/server/adapters/node-http'
import { env } from '~/env'
import { retryAfter } from './errors'
import { LARGEST_BODY, refusal } from './http-guard'
import { createRequestContext } from './request-context'
import { appRouter, type AppRouter } from './root'

const LARGEST_BATCH = 10

/**
 * How calls are answered over HTTP, whoever takes the request in: the process's entry in production
 * (direct.ts), Next's API route in development (docs/decisions/045).
 */
export const handlerOptions: NodeHTTPHandlerOptions<AppRouter, IncomingMessage, ServerResponse> = {
  router: appRouter,
  createContext: createRequestContext,
  maxBodySize: LARGEST_BODY,
  maxBatchSize: LARGEST_BATCH,
  middleware: (req, _res, next) => {
    next(refusal(req, env().NEXTAUTH_URL))
  },
  responseMeta: ({ errors }) => {
    const headers = new Headers([['Cache-Control', 'private, no-store']])
    const wait = retryAfter(errors)
    if (wait !== null) headers.set('Retry-After', String(wait))
    return { headers }
  },
}
