import { createInnerTRPCContext } from '~/server/api/trpc'
import { createCaller } from '~/server/api/root'
import { startSession } from '~/server/auth/sessions'
import type { Database } from '~/server/db/database'
import { makeFactories } from '~/server/demo/factories'
import { createLogger } from '~/server/log'
import { createServices } from '~/server/services'
import type { Shop } from '~/server/shop/source'
import { openTestDatabase } from './database'

/** The time at which tests happen, unless they say otherwise. */
export const TEST_NOW = new Date('2026-11-20T12:00:00Z')

/**
 * A shop on an empty database, called as the router is: `visitor`, and `signIn` for a caller with a
 * session in the database.
 */
export async function openTestShop(options: { db?: Database; now?: () => Date; businessTimeZone?: string; shop?: Shop } = {}) {
  const db = options.db ?? (await openTestDatabase())
  const now = options.now ?? (() => TEST_NOW)
  const services = await createServices({
    db,
    log: createLogger('silent'),
    now,
    businessTimeZone: options.businessTimeZone ?? 'Europe/London',
    ...(options.shop && { shop: options.shop }),
  })
  const factories = makeFactories({ seed: 7, now: now() })

  const callerOf = (sessionId: string | null) => createCaller(createInnerTRPCContext({ services, sessionId }))

  /** Registers a person of a role and signs them in. */
  const signIn = async (role: 'admin' | 'customer', person: { passwordHash?: string } = {}) => {
    const { user, profile } = factories.person({ role })
    await db.prisma.user.create({ data: { ...user, ...person } })
    await db.prisma.profile.create({ data: profile })
    const sessionId = await startSession(services, user.id)
    return { caller: callerOf(sessionId), sessionId, userId: user.id, email: user.email }
  }

  return {
    db,
    services,
    factories,
    callerOf,
    signIn,
    visitor: callerOf(null),
    close: async () => {
      await services.hub.stop()
      await db.close()
    },
  }
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>
