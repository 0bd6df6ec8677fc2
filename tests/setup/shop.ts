import type { TRPCError } from '@trpc/server'
import { createInnerTRPCContext, type InnerContextOptions } from '~/server/api/trpc'
import { createCaller } from '~/server/api/root'
import { startSession } from '~/server/identity/auth/sessions'
import { makeFactories } from '~/server/demo/factories'
import { createLogger } from '~/server/platform/log'
import type { Email } from '~/server/platform/mail/email'
import type { Services } from '~/server/services'
import { createServices, type ServiceOptions } from '~/server/create-services'
import type { Database } from '~/server/platform/database/database'
import { openTestDatabase } from './database'
import { refuseUndeclared } from './declared-errors'

/** The time at which tests happen, unless they say otherwise. */
export const TEST_NOW = new Date('2026-11-20T12:00:00Z')

/** The secret of tests: nothing is written for it. */
export const TEST_SECRET = 'a secret that only the tests know and use'

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

const onError = ({ path, error }: { path?: string | undefined; error: TRPCError }) => {
  if (path !== undefined) refuseUndeclared(path, error)
}

/** A caller whose answers come when the emails of its calls have gone out too. */
function settling<T extends object>(services: Services, target: T): T {
  return new Proxy(target, {
    get(of, key) {
      const found: unknown = Reflect.get(of, key)
      return typeof found === 'function' ? settling(services, found) : found
    },
    async apply(of, self, args) {
      try {
        return await Promise.resolve(Reflect.apply(of as (...given: unknown[]) => unknown, self, args))
      } finally {
        await services.jobs.settled()
      }
    },
  })
}

const TO_ACCOUNT = /https?:\/\/[^/\s]+\/account\b/

/** A link to the account opens nothing for a guest. @param sent subject by recipient @throws of the emails of all tests of a shop */
async function mustHaveAccounts(db: Database, sent: ReadonlyMap<string, string>): Promise<void> {
  if (sent.size === 0) return
  const where = { email: { in: [...sent.keys()] }, emailVerifiedAt: null }
  const guests = await db.prisma.user.findMany({ where, select: { email: true } })
  if (guests.length === 0) return
  const [{ email } = { email: '' }] = guests
  throw new Error(`'${sent.get(email) ?? ''}' leads ${email} to an account, who has none`)
}

/**
 * A shop on an empty database, called as the router is: `visitor`, and `signIn` for a caller with a
 * session in the database.
 */
export async function openTestShop({ db: given, ...options }: Partial<ServiceOptions> = {}) {
  const db = given ?? (await openTestDatabase())
  const now = options.now ?? (() => TEST_NOW)
  const emails: Email[] = []
  const toAccounts = new Map<string, string>()
  const services = await createServices({
    db,
    log: createLogger('silent'),
    businessTimeZone: 'Europe/London',
    secret: TEST_SECRET,
    siteUrl: 'http://localhost:3000',
    mail: {
      send: (email) => {
        emails.push(email)
        if (TO_ACCOUNT.test(email.text)) toAccounts.set(email.to, email.subject)
        return Promise.resolve()
      },
    },
    sms: null,
    // Tests of what waits say so.
    holdSeconds: 0,
    ...options,
    now,
  })
  const factories = makeFactories({ seed: 7, now: now() })

  const callerOf = (sessionId: string | null, options: InnerContextOptions = {}) =>
    settling(services, createCaller(createInnerTRPCContext({ services, sessionId, ...options }), { onError }))

  /** Registers a person of a role and signs them in; an administrator has been one for a year. */
  const signIn = async (role: 'admin' | 'customer', person: { passwordHash?: string } = {}) => {
    const { user, profile } = factories.person({ role, ...(role === 'admin' && { createdAt: new Date(now().getTime() - YEAR_MS) }) })
    await db.prisma.user.create({ data: { ...user, ...person }, select: { id: true } })
    await db.prisma.profile.create({ data: profile, select: { userId: true } })
    const sessionId = await startSession(services, user.id)
    return { caller: callerOf(sessionId), sessionId, userId: user.id, email: user.email }
  }

  return {
    db,
    services,
    factories,
    callerOf,
    signIn,
    /** The sent emails, unless a mailer was given. */
    emails,
    visitor: callerOf(null),
    close: async () => {
      await mustHaveAccounts(db, toAccounts)
      await services.hub.stop()
      await db.close()
    },
  }
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

/**
 * All administrators but these become customers, so that those of earlier tests are not emailed of what administrators have to know:
 * in a file of sixty tests those emails were half of all statements.
 */
export const retireAdministrators = ({ db }: Pick<TestShop, 'db'>, kept: readonly string[] = []) =>
  db.prisma.profile.updateMany({ where: { role: 'admin', userId: { notIn: [...kept] } }, data: { role: 'customer' } })
