import { randomUUID } from 'node:crypto'
import type { CreateNextContextOptions } from '@trpc/server/adapters/next'
import { requestSessionId } from '~/server/auth/request-session'
import { clientInfo } from '~/server/http/client-info'
import { createInnerTRPCContext, type Context } from './trpc'

/** What a proxy in front may send as the request's id; anything else gets an id of our own. */
const SAFE_ID = /^[\w.-]{8,64}$/

/** The context of a call that came by HTTP; its id goes back in `x-request-id` and into every log line. */
export async function createRequestContext({ req, res }: CreateNextContextOptions): Promise<Context> {
  const given = req.headers['x-request-id']
  const requestId = typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID()
  res.setHeader('X-Request-Id', requestId)
  return createInnerTRPCContext({ sessionId: await requestSessionId(req), requestId, client: clientInfo(req) })
}
