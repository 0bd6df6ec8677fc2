import type { NextApiRequest, NextApiResponse } from 'next'
import type { AuthOptions, User } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { TRPCError } from '@trpc/server'
import { refreshInput } from '~/contracts/account'
import { signInInput } from '~/contracts/auth'
import { cookieName } from '~/lib/cookie-name'
import { paths } from '~/lib/paths'
import { clientInfo } from '~/server/http/client-info'
import { getServices, type Services } from '~/server/services'
import { authCookies } from './cookies'
import { sessionForBrowser } from './refresh'
import { requestSessionId, sessionIdOf } from './request-session'
import { owesFactor, readSession, SESSION_SECONDS } from './sessions'
import { signIn } from './sign-in'
import { signOut } from './sign-out'

/**
 * Says beside the HttpOnly cookie that asking for the session is worth it, and nothing else: public
 * pages without it make no request (src/lib/browser-session.ts).
 */
function markBrowser(res: NextApiResponse, siteUrl: string, isSignedIn: boolean): void {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  const name = cookieName('signed-in', siteUrl)
  res.appendHeader('Set-Cookie', `${name}=1; Path=/; Max-Age=${isSignedIn ? SESSION_SECONDS : 0}; SameSite=Lax${secure}`)
}

/**
 * The one provider, with two ways in. `{email, password}` signs in. `{refreshToken}` moves a session
 * that the page has just got from `auth.signIn` (which has the words for a refusal and the time to
 * wait) into the cookie: the token is used up by it, so that the page has nothing to keep.
 * Null makes NextAuth answer 401; a thrown message would end up in the address.
 */
async function authorize(services: Services, req: NextApiRequest, credentials: unknown): Promise<User | null> {
  const origin = { client: clientInfo(req) }
  try {
    const handedOver = refreshInput.safeParse(credentials)
    if (handedOver.success) return { id: await sessionForBrowser(services, handedOver.data.refreshToken, origin) }
    const typed = signInInput.safeParse(credentials)
    return typed.success ? { id: await signIn(services, typed.data, origin) } : null
  } catch (error) {
    if (error instanceof TRPCError) return null
    throw error
  }
}

/** Signs in, and ends the session that the browser had until now. */
async function replaceSession(services: Services, req: NextApiRequest, credentials: unknown): Promise<User | null> {
  const user = await authorize(services, req, credentials)
  const before = user && (await requestSessionId(req))
  if (before && before !== user.id) await endSessionOf(services, req, before)
  return user
}

async function endSessionOf(services: Services, req: NextApiRequest, id: string | null): Promise<void> {
  const viewer = await readSession(services, id)
  if (viewer) await signOut(services, { userId: viewer.userId, email: viewer.email, ...clientInfo(req) }, viewer, 'local')
}

/**
 * NextAuth carries our own session: its encrypted cookie holds the session's id and nothing else;
 * whose it is and whether it still counts is read from the database (docs/decisions/004).
 */
export function authOptions(req: NextApiRequest, res: NextApiResponse): AuthOptions {
  const services = getServices()
  const mark = (isSignedIn: boolean) => markBrowser(res, services.siteUrl, isSignedIn)
  return {
    secret: services.secret,
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    useSecureCookies: services.siteUrl.startsWith('https:'),
    cookies: authCookies(services.siteUrl),
    pages: { signIn: paths.auth, error: paths.auth },
    providers: [
      CredentialsProvider({
        id: 'credentials',
        credentials: { email: { type: 'email' }, password: { type: 'password' }, refreshToken: { type: 'password' } },
        authorize: (credentials) => replaceSession(services, req, credentials),
      }),
    ],
    callbacks: {
      jwt: ({ token, user, trigger }) => {
        // At sign-in the user's id is the session's (see authorize); later calls bring the cookie's token alone.
        const sessionId: unknown = trigger === 'signIn' ? user.id : token.sessionId
        return { sessionId }
      },
      session: async ({ session, token }) => {
        const viewer = await readSession(services, sessionIdOf(token))
        mark(viewer !== null)
        // NextAuth answers a throw here by removing the cookie and an empty session.
        if (!viewer) throw new Error('The session has ended')
        const { email, role } = viewer
        return { expires: session.expires, user: { email }, isAdmin: role === 'admin', needsCode: owesFactor(viewer) }
      },
    },
    events: {
      signIn: () => mark(true),
      signOut: async ({ token }) => {
        await endSessionOf(services, req, sessionIdOf(token))
        mark(false)
      },
    },
    logger: {
      error: (code, metadata) => {
        const level = code === 'JWT_SESSION_ERROR' ? 'debug' : 'error'
        services.log[level]({ event: code, err: metadata instanceof Error ? metadata : undefined }, 'Sign-in service')
      },
      warn: (code) => {
        services.log.debug({ event: code }, 'Sign-in service')
      },
      debug: () => undefined,
    },
  }
}
