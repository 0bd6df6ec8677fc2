import type { ServerResponse } from 'node:http'
import { CHANGE_EMAILS_HEADER } from '~/contracts/change-emails'
import { verifyAccessToken } from '~/server/identity/auth/tokens'
import { type CookieRequest, setSessionCookie, isBackground, requestCookie } from '~/server/identity/auth/request-session'
import { requestCookies, type CookieJar } from '~/server/identity/auth/cookie-jar'
import { KEY_PREFIX } from '~/contracts/identity/api-keys'
import { mfaPending, readSession, type Viewer } from '~/server/identity/auth/read-session'
import { readKey } from '~/server/identity/keys/read-key'
import { clientInfo } from '~/server/platform/network/client-info'
import { currentRequestId, requestIdOf } from '~/server/platform/request-scope'
import { getServices } from '~/server/services'
import { asTokenSays, createInnerTRPCContext, type Context, type TokenProof } from './trpc'

/** Linear on a header of any length: no two parts match the same characters. */
const BEARER = /^Bearer(?: +(\S*))?$/i

interface Credential {
  apiKey: string | null
  sessionId: string | null
  token: TokenProof | null
  cookieVersion: number | undefined
}

/** A token goes before the cookie, and an invalid one leaves no session. Other schemes, such as a proxy's password, are ignored. */
async function credentialOf(req: CookieRequest): Promise<Credential> {
  const bearer = BEARER.exec((req.headers.authorization ?? '').trimEnd())
  if (bearer) {
    const given = bearer[1] ?? ''
    if (given.startsWith(KEY_PREFIX)) return { apiKey: given, sessionId: null, token: null, cookieVersion: undefined }
    const token = await verifyAccessToken(getServices(), given)
    return { apiKey: null, sessionId: token?.sessionId ?? null, token, cookieVersion: undefined }
  }
  const cookie = await requestCookie(req)
  return { apiKey: null, sessionId: cookie?.sessionId ?? null, token: null, cookieVersion: cookie?.cookieVersion }
}

/** Null without a valid token, API key or cookie. @throws FORBIDDEN for a key from a network that it does not name */
export async function requestViewer(req: CookieRequest, { counts = !isBackground(req) } = {}): Promise<Viewer | null> {
  const { apiKey, sessionId, cookieVersion, token } = await credentialOf(req)
  if (apiKey !== null) return readKey(getServices(), apiKey, clientInfo(req))
  const session = await readSession(getServices(), sessionId, { cookieVersion, keyId: token?.keyId, counts })
  return session && asTokenSays(session, token)
}

/** Ignores API keys, which have no account, orders or statements of their own. */
export async function requestPerson(req: CookieRequest): Promise<Viewer | null> {
  const viewer = await requestViewer(req)
  return viewer?.apiKey ? null : viewer
}

/** Decides the size of the body alone; the procedure checks the rights. */
export async function mayAdminister(req: CookieRequest): Promise<boolean> {
  const viewer = await requestViewer(req, { counts: false })
  return viewer?.role === 'admin' && !mfaPending(viewer) && !viewer.mustEnroll
}

const callCookie = ({ sessionId, cookieVersion }: Credential, cookies: CookieJar, res: ServerResponse): Context['cookie'] =>
  cookieVersion === undefined
    ? null
    : {
        version: cookieVersion,
        renew: async () => {
          const session = await readSession(getServices(), sessionId, { counts: false })
          if (session && !res.headersSent) await setSessionCookie(cookies, session)
        },
      }

export async function createRequestContext({ req, res }: { req: CookieRequest; res: ServerResponse }): Promise<Context> {
  const requestId = currentRequestId() ?? requestIdOf(req.headers)
  res.setHeader('X-Request-Id', requestId)
  const client = clientInfo(req)
  const cookies = requestCookies(req, res, getServices().siteUrl)
  const credential = await credentialOf(req)
  const { apiKey, sessionId, token } = credential
  const cookie = callCookie(credential, cookies, res)
  const namesLetters = req.headers[CHANGE_EMAILS_HEADER] !== undefined
  return createInnerTRPCContext({
    apiKey,
    sessionId,
    token,
    cookie,
    isBackground: isBackground(req),
    namesLetters,
    requestId,
    client,
    cookies,
  })
}
