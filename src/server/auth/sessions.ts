import * as z from 'zod'
import type { UserRole } from '~/contracts/statuses'
import type { Services } from '~/server/services'

/** How long a browser stays signed in (seconds). */
export const SESSION_SECONDS = 30 * 24 * 60 * 60

/** A session as a guarded call sees it, read from the database each time. */
export interface Viewer {
  sessionId: string
  userId: string
  email: string
  role: UserRole
}

type Deps = Pick<Services, 'db' | 'now'>

const sessionId = z.guid()

/** Starts a session and answers its id. */
export async function startSession({ db, now }: Deps, userId: string, userAgent?: string): Promise<string> {
  const expiresAt = new Date(now().getTime() + SESSION_SECONDS * 1000)
  const session = await db.prisma.session.create({
    data: { userId, expiresAt, userAgent: userAgent?.slice(0, 400) ?? null },
    select: { id: true },
  })
  return session.id
}

/** Whose session this is; null when it is unknown, revoked or expired. A user without a profile is a customer. */
export async function readSession({ db, now }: Deps, id: string | null | undefined): Promise<Viewer | null> {
  if (!sessionId.safeParse(id).success || typeof id !== 'string') return null
  const session = await db.prisma.session.findUnique({
    where: { id, revokedAt: null, expiresAt: { gt: now() } },
    select: { id: true, userId: true, user: { select: { email: true, profile: { select: { role: true } } } } },
  })
  if (!session) return null
  const { email, profile } = session.user
  return { sessionId: session.id, userId: session.userId, email, role: profile?.role ?? 'customer' }
}

/** Ends a session; ending one that has ended changes nothing. */
export async function endSession({ db, now }: Deps, id: string): Promise<void> {
  await db.prisma.session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now() } })
}
