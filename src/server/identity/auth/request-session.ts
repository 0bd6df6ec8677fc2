import type { IncomingMessage } from 'node:http'
import { BACKGROUND_HEADER } from '~/lib/background-calls'
import { parseCookie } from 'cookie'
import { decode, encode, getToken, type JWT, type JWTDecodeParams } from 'next-auth/jwt'
import * as z from 'zod'
import { getServices } from '~/server/services'
import type { CookieJar } from './cookie-jar'
import { SESSION_COOKIE, sessionCookie } from './cookies'
import { SESSION_SECONDS } from './sessions'
import { type SessionDeps, type Viewer, readSession } from './read-session'

/**
 * Whether a page makes a request by itself, as after a change of a list that it shows: nobody has touched it
 * since its last call. It does not keep an administrator's session from ending (docs/decisions/032); a program
 * that says so of itself only ends its own session.
 */
export const isBackground = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean => headers[BACKGROUND_HEADER] !== undefined

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

/** Cookies that have been decoded, the last used last; what a cookie says never changes, and NextAuth makes its key anew for each. */
const decoded = new Map<string, { secret: JWTDecodeParams['secret']; payload: JWT }>()
const MOST_DECODED = 1_000
const NUMBER = z.number()

/** As NextAuth decodes a cookie. Whether the session is still there is asked of the database at each call, whatever this remembers. */
async function decodeOnce({ token = '', secret }: JWTDecodeParams): Promise<JWT | null> {
  const known = decoded.get(token)
  if (known?.secret === secret && Date.now() / 1000 < NUMBER.parse(known.payload.exp)) {
    decoded.delete(token)
    decoded.set(token, known)
    return known.payload
  }
  const payload = await decode({ token, secret })
  if (payload && NUMBER.safeParse(payload.exp).success) {
    const [oldest] = decoded.keys()
    if (decoded.size >= MOST_DECODED && oldest !== undefined) decoded.delete(oldest)
    decoded.set(token, { secret, payload })
  }
  return payload
}

/** The session that a request's cookie names; null without one, or when it is not signed by this site. */
export async function requestCookie(req: CookieRequest): Promise<SessionCookie | null> {
  const { secret, siteUrl } = getServices()
  return cookieOf(await getToken({ req: withCookies(req), secret, decode: decodeOnce, cookieName: sessionCookie(siteUrl) }))
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
