import type { NextApiRequest, NextApiResponse } from 'next'
import type { AuthOptions, User } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { refreshInput } from '~/contracts/identity/account'
import { signInInput } from '~/contracts/identity/auth'
import { cookieName } from '~/server/identity/auth/cookie-jar'
import { authCookies, leaveSessionCookie } from '~/server/identity/auth/cookies'
import { paths } from '~/lib/paths'
import { clientInfo } from '~/server/platform/network/client-info'
import { type Services, getServices } from '~/server/services'
import { isRefusal } from '~/server/platform/errors'
import { type SessionCookie, cookieOf, isBackground, requestCookie, sessionOfCookie } from '~/server/identity/auth/request-session'
import { sessionForBrowser } from '~/server/identity/auth/refresh'
import { SESSION_SECONDS } from '~/server/identity/auth/sessions'
import { mfaPending, readSession } from '~/server/identity/auth/read-session'
import { signIn, signOut } from '~/server/identity/auth/sign-in'

interface FailureWatch {
  watch: <T>(work: Promise<T>) => Promise<T>
  /** Throws a remembered failure at NextAuth's next use of the response. */
  answer: NextApiResponse
}

/**
 * NextAuth takes a callback's error for 'nobody is signed in': it removes the session's cookie, or writes the message into a URL. So
 * nothing of its answer to a failure reaches the response, and the surrounding handler gets the failure itself (`whileReachable`).
 */
export function watchFailures(res: NextApiResponse): FailureWatch {
  let failure: { error: unknown } | undefined
  const watch = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      failure ??= { error }
      throw error
    }
  }
  const answer = new Proxy(res, {
    get(target, name): unknown {
      if (failure) throw failure.error
      const value: unknown = Reflect.get(target, name, target)
      // A response's methods need the response as `this`.
      return typeof value === 'function' ? (...args: unknown[]): unknown => Reflect.apply(value, target, args) : value
    },
  })
  return { watch, answer }
}

/** A readable cookie beside the HttpOnly one: without it public pages do not ask for the session (src/lib/browser-session.ts). */
function markBrowser(res: NextApiResponse, siteUrl: string, isSignedIn: boolean): void {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  const name = cookieName('signed-in', siteUrl)
  res.appendHeader('Set-Cookie', `${name}=1; Path=/; Max-Age=${isSignedIn ? SESSION_SECONDS : 0}; SameSite=Lax${secure}`)
}

/**
 * `{email, password}` signs in. `{refreshToken}` moves a session from `auth.signIn` (which reports refusals and waits) into the cookie and
 * uses the token up. Null becomes a 401; a thrown message would appear in the URL.
 */
async function authorize(services: Services, req: NextApiRequest, credentials: unknown): Promise<User | null> {
  const origin = { client: clientInfo(req) }
  try {
    const handedOver = refreshInput.safeParse(credentials)
    if (handedOver.success) return { id: await sessionForBrowser(services, handedOver.data.refreshToken, origin) }
    const typed = signInInput.safeParse(credentials)
    return typed.success ? { id: await signIn(services, typed.data, origin) } : null
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

async function replaceSession(services: Services, req: NextApiRequest, credentials: unknown): Promise<User | null> {
  const user = await authorize(services, req, credentials)
  const before = user && (await requestCookie(req))
  if (before && before.sessionId !== user.id) await endSessionOf(services, req, before)
  return user
}

async function endSessionOf(services: Services, req: NextApiRequest, cookie: SessionCookie | null): Promise<void> {
  const viewer = await sessionOfCookie(services, cookie)
  if (viewer)
    await signOut({ ...services, viewer, actor: { userId: viewer.userId, email: viewer.email, ...clientInfo(req) } }, { scope: 'local' })
}

/** The cookie holds only the session's id (docs/decisions/010). @param watch wraps all work that may fail (`watchFailures`) */
export function authOptions(req: NextApiRequest, res: NextApiResponse, watch: FailureWatch['watch']): AuthOptions {
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
        authorize: (credentials) => watch(replaceSession(services, req, credentials)),
      }),
    ],
    callbacks: {
      jwt: async ({ token, user, trigger }) => {
        if (trigger !== 'signIn') return { ...cookieOf(token) }
        // At sign-in the user's id is the session's (see authorize); later calls have only the cookie's token.
        const viewer = await watch(readSession(services, user.id))
        return viewer ? { sessionId: viewer.sessionId, cookieVersion: viewer.cookieVersion } : {}
      },
      session: async ({ session, token }) => {
        const cookie = cookieOf(token)
        const viewer = await watch(sessionOfCookie(services, cookie, { counts: !isBackground(req) }))
        // An answer to an earlier cookie must not replace a newer one.
        const goesOn = viewer !== null || (await watch(readSession(services, cookie?.sessionId, { counts: false }))) !== null
        if (goesOn) leaveSessionCookie(res, services.siteUrl)
        if (viewer || !goesOn) mark(goesOn)
        // NextAuth removes the cookie on a throw and returns an empty session.
        if (!viewer) throw new Error('The session has ended')
        const { email, role } = viewer
        return { expires: session.expires, user: { email }, isAdmin: role === 'admin', needsCode: mfaPending(viewer) }
      },
    },
    events: {
      signIn: () => mark(true),
      signOut: async ({ token }) => {
        await watch(endSessionOf(services, req, cookieOf(token)))
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
