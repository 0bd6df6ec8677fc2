import type { IncomingMessage } from 'node:http'
import { parseCookie } from 'cookie'
import { encode, getToken } from 'next-auth/jwt'
import * as z from 'zod'
import { getServices } from '~/server/services'
import { isBackground } from './background'
import type { CookieJar } from './cookie-jar'
import { SESSION_COOKIE, sessionCookie } from './cookies'
import { readSession, SESSION_SECONDS, type SessionDeps, type Viewer } from './sessions'

const tokenSchema = z.object({ sessionId: z.guid(), cookieVersion: z.int().default(0) })

/** What a browser's cookie says: which session, and which of its cookies this is. */
export type SessionCookie = z.output<typeof tokenSchema>

/** What a decoded cookie says of a session, null if it says nothing. */
export function cookieOf(token: unknown): SessionCookie | null {
  const parsed = tokenSchema.safeParse(token)
  return parsed.success ? parsed.data : null
}

/** A request as Node has it, or as Next hands it on with its cookies read. */
export type CookieRequest = IncomingMessage & { cookies?: Partial<Record<string, string>> }

const withCookies = (req: CookieRequest) =>
  Object.assign(req, req.cookies ? { cookies: req.cookies } : { cookies: parseCookie(req.headers.cookie ?? '') })

/** The session that a request's cookie names; null without one, or when it is not signed by this site. */
export async function requestCookie(req: CookieRequest): Promise<SessionCookie | null> {
  const { secret, siteUrl } = getServices()
  return cookieOf(await getToken({ req: withCookies(req), secret, cookieName: sessionCookie(siteUrl) }))
}

/** Whose session a cookie names; null when it has ended, or has a later cookie. */
export const sessionOfCookie = (
  services: SessionDeps,
  cookie: SessionCookie | null,
  options: { counts?: boolean } = {},
): Promise<Viewer | null> =>
  cookie ? readSession(services, cookie.sessionId, { ...options, cookieVersion: cookie.cookieVersion }) : Promise.resolve(null)

/** Whose session a request is made in by its cookie. */
export const requestSession = async (req: CookieRequest): Promise<Viewer | null> =>
  sessionOfCookie(getServices(), await requestCookie(req), { counts: !isBackground(req) })

/** Gives the browser the cookie of a session as it is now, in place of the one it has. */
export async function giveCookie(cookies: CookieJar, { sessionId, cookieVersion }: SessionCookie): Promise<void> {
  const token: SessionCookie = { sessionId, cookieVersion }
  cookies.set(SESSION_COOKIE, await encode({ token, secret: getServices().secret, maxAge: SESSION_SECONDS }), SESSION_SECONDS)
}
