import type { ServerResponse } from 'node:http'
import { verifyAccessToken } from '~/server/auth/access-tokens'
import { requestSessionId, type CookieRequest } from '~/server/auth/request-session'
import { clientInfo } from '~/server/http/client-info'
import { currentRequestId, requestIdOf } from '~/server/request-scope'
import { getServices } from '~/server/services'
import { createInnerTRPCContext, type Context } from './trpc'

const BEARER = /^Bearer(?: +(\S*))? *$/i

/**
 * In whose session a request is made: a program's by its access token, else a browser's by its cookie.
 * Whoever sends a token means it: one that does not count leaves no session. Other schemes are not ours,
 * such as the password of a proxy in front.
 */
async function sessionOf(req: CookieRequest): Promise<Pick<Context, 'sessionId' | 'tokenAal'>> {
  const bearer = BEARER.exec(req.headers.authorization ?? '')
  if (!bearer) return { sessionId: await requestSessionId(req), tokenAal: null }
  const verified = await verifyAccessToken(getServices(), bearer[1] ?? '')
  return { sessionId: verified?.sessionId ?? null, tokenAal: verified?.aal ?? null }
}

/** The context of a call that came by HTTP; its id goes back in `x-request-id` and into every log line. */
export async function createRequestContext({ req, res }: { req: CookieRequest; res: ServerResponse }): Promise<Context> {
  const requestId = currentRequestId() ?? requestIdOf(req.headers)
  res.setHeader('X-Request-Id', requestId)
  return createInnerTRPCContext({ ...(await sessionOf(req)), requestId, client: clientInfo(req) })
}
