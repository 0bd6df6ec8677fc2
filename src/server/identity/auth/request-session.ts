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

/** Does not keep an administrator's session alive (docs/decisions/010); a program that claims this only ends its own session. */
export const isBackground = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean => headers[BACKGROUND_HEADER] !== undefined

const tokenSchema = z.object({ sessionId: z.guid(), cookieVersion: z.int().default(0) })

export type SessionCookie = z.output<typeof tokenSchema>

export function cookieOf(token: unknown): SessionCookie | null {
  const parsed = tokenSchema.safeParse(token)
  return parsed.success ? parsed.data : null
}

export type CookieRequest = IncomingMessage & { cookies?: Partial<Record<string, string>> }

const withCookies = (req: CookieRequest) =>
  Object.assign(req, req.cookies ? { cookies: req.cookies } : { cookies: parseCookie(req.headers.cookie ?? '') })

/** Cookies' content never changes, and NextAuth derives its key again for each. The last used comes last. */
const decoded = new Map<string, { secret: JWTDecodeParams['secret']; payload: JWT }>()
const MOST_DECODED = 1_000
const NUMBER = z.number()

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

export async function requestCookie(req: CookieRequest): Promise<SessionCookie | null> {
  const { secret, siteUrl } = getServices()
  return cookieOf(await getToken({ req: withCookies(req), secret, decode: decodeOnce, cookieName: sessionCookie(siteUrl) }))
}

export const sessionOfCookie = (
  services: SessionDeps,
  cookie: SessionCookie | null,
  options: { counts?: boolean } = {},
): Promise<Viewer | null> =>
  cookie ? readSession(services, cookie.sessionId, { ...options, cookieVersion: cookie.cookieVersion }) : Promise.resolve(null)

export const requestSession = async (req: CookieRequest): Promise<Viewer | null> =>
  sessionOfCookie(getServices(), await requestCookie(req), { counts: !isBackground(req) })

export async function setSessionCookie(cookies: CookieJar, { sessionId, cookieVersion }: SessionCookie): Promise<void> {
  const token: SessionCookie = { sessionId, cookieVersion }
  cookies.set(SESSION_COOKIE, await encode({ token, secret: getServices().secret, maxAge: SESSION_SECONDS }), SESSION_SECONDS)
}
