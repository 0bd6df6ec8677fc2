import type { IncomingMessage } from 'node:http'
import { parseCookie } from 'cookie'
import { getToken } from 'next-auth/jwt'
import * as z from 'zod'
import { getServices } from '~/server/services'
import { sessionCookie } from './cookies'

const tokenSchema = z.object({ sessionId: z.guid() })

/** The session id that a decoded cookie carries, null if it carries none. */
export function sessionIdOf(token: unknown): string | null {
  const parsed = tokenSchema.safeParse(token)
  return parsed.success ? parsed.data.sessionId : null
}

/** A request as Node has it, or as Next hands it on with its cookies read. */
export type CookieRequest = IncomingMessage & { cookies?: Partial<Record<string, string>> }

const withCookies = (req: CookieRequest) =>
  Object.assign(req, req.cookies ? { cookies: req.cookies } : { cookies: parseCookie(req.headers.cookie ?? '') })

/** The session id in a request's cookie; null without one, or when it is not signed by this site. */
export async function requestSessionId(req: CookieRequest): Promise<string | null> {
  const { secret, siteUrl } = getServices()
  const token = await getToken({ req: withCookies(req), secret, cookieName: sessionCookie(siteUrl) })
  return sessionIdOf(token)
}
