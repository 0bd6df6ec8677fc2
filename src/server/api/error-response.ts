import type { IncomingMessage, ServerResponse } from 'node:http'
import { getTRPCErrorShape, transformTRPCResponse, type TRPCError } from '@trpc/server'
import { currentRequestId, requestIdOf } from '~/server/platform/request-scope'
import { retryAfter } from './errors'
import { appRouter } from './root'

const { _config: config } = appRouter._def

export function answerError(req: IncomingMessage, res: ServerResponse, error: TRPCError): void {
  const shape = getTRPCErrorShape({ config, error, type: 'unknown', path: undefined, input: undefined, ctx: undefined })
  const wait = retryAfter([error])
  res.writeHead(shape.data.httpStatus, {
    'Content-Type': 'application/json',
    'Cache-Control': 'private, no-store',
    'X-Request-Id': currentRequestId() ?? requestIdOf(req.headers),
    ...(wait === null ? {} : { 'Retry-After': String(wait) }),
  })
  res.end(req.method === 'HEAD' ? undefined : JSON.stringify(transformTRPCResponse(config, { error: shape })))
  req.resume()
}
