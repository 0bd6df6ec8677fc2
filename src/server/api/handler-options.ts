import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NodeHTTPHandlerOptions } from '@trpc/server/adapters/node-http'
import { env } from '~/env'
import { isBulkQuery, LARGEST_BODY, largestBody, takeLargeBody } from './body-limit'
import { retryAfter } from './errors'
import { refusal } from './http-guard'
import { createRequestContext } from './request-context'
import { appRouter, type AppRouter } from './root'

/** Most calls in one request. */
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

/** The options of one call; the size of its body depends on the procedure and the caller. */
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
