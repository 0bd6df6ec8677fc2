import type { AuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import * as z from 'zod'
import { paths } from '~/lib/paths'
import { getServices } from '~/server/services'
import { endSession, readSession, SESSION_SECONDS, startSession } from './sessions'
import { identify } from './sign-in'

const tokenSchema = z.object({ sessionId: z.guid() })

/**
 * NextAuth carries our own session: its signed cookie holds the session's id and nothing else;
 * whose it is and whether it still counts is read from the database (docs/decisions/004).
 */
export function authOptions(): AuthOptions {
  const services = getServices()
  return {
    secret: services.secret,
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: paths.auth, error: paths.auth },
    providers: [
      CredentialsProvider({
        id: 'credentials',
        credentials: { email: { type: 'email' }, password: { type: 'password' } },
        // Null makes NextAuth answer 401; a thrown message would end up in the address.
        authorize: async (credentials, request) => {
          const user = await identify(services, credentials)
          if (!user) return null
          const agent: unknown = request.headers?.['user-agent']
          const userAgent = typeof agent === 'string' ? agent : null
          const sessionId = await startSession(services, user.id, { client: { ip: null, userAgent } })
          return { id: sessionId }
        },
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
        // NextAuth answers a throw here by removing the cookie and an empty session.
        if (!viewer) throw new Error('The session has ended')
        return { expires: session.expires, user: { email: viewer.email }, isAdmin: viewer.role === 'admin' }
      },
    },
    events: {
      signOut: async ({ token }) => {
        const id = sessionIdOf(token)
        if (id) await endSession(services, id)
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

/** The session id that a decoded cookie carries, null if it carries none. */
export function sessionIdOf(token: unknown): string | null {
  const parsed = tokenSchema.safeParse(token)
  return parsed.success ? parsed.data.sessionId : null
}
