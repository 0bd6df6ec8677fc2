import type { SignedInCall } from '~/server/call'
import type * as z from 'zod'
import type { AccountProfile, AccountSession, updateProfileInput } from '~/contracts/identity/account'
import { changedFields, recordAudit } from '~/server/platform/audit/record-audit'
import { TRPCError } from '@trpc/server'
import { endSessions } from '~/server/identity/auth/sessions'
import type { SessionDeps, Viewer } from '~/server/identity/auth/read-session'

export async function readProfile({ db, viewer: { userId } }: Pick<SignedInCall<'db'>, 'db' | 'viewer'>): Promise<AccountProfile> {
  const { email, createdAt, profile } = await db.prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, createdAt: true, profile: { select: { fullName: true, phone: true, role: true } } },
  })
  return { email, createdAt, fullName: profile?.fullName ?? null, phone: profile?.phone ?? null, role: profile?.role ?? 'customer' }
}

export async function updateProfile(
  call: SignedInCall<'db'>,
  { fullName, phone }: z.output<typeof updateProfileInput>,
): Promise<AccountProfile> {
  const { viewer, actor } = call
  const { userId, email } = viewer
  await call.db.prisma.$transaction(async (tx) => {
    const was = await tx.profile.findUnique({ where: { userId }, select: { fullName: true, phone: true } })
    const changes = changedFields({ fullName: was?.fullName ?? null, phone: was?.phone ?? null }, { fullName, phone })
    if (!changes) return
    await tx.profile.upsert({ where: { userId }, create: { userId, email, fullName, phone }, update: { fullName, phone } })
    await recordAudit(tx, actor, { action: 'account.updated', subjectType: 'user', subjectId: userId, ...changes })
  })
  return readProfile(call)
}

const MOST_SESSIONS = 200

export async function activeSessions({ db, now, sessionRules }: SessionDeps, { userId, role }: Pick<Viewer, 'userId' | 'role'>) {
  const before = (seconds: number) => new Date(now().getTime() - seconds * 1000)
  const { adminSeconds, adminIdleSeconds } = sessionRules
  const ofAdmin = role === 'admin' ? { createdAt: { gt: before(adminSeconds) }, lastSeenAt: { gt: before(adminIdleSeconds) } } : {}
  return db.prisma.session.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: now() }, ...ofAdmin },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
    take: MOST_SESSIONS,
    select: { id: true, createdAt: true, lastSeenAt: true, expiresAt: true, userAgent: true, ip: true, aal: true },
  })
}

export async function listSessions({ viewer, ...deps }: SignedInCall<keyof SessionDeps>): Promise<AccountSession[]> {
  return (await activeSessions(deps, viewer))
    .map((session) => ({ ...session, isCurrent: session.id === viewer.sessionId }))
    .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

/** @throws NOT_FOUND, also for an ended session and another user's */
export async function endOwnSession(
  { db, now, actor, viewer: { userId } }: SignedInCall<'db' | 'now'>,
  { sessionId: id }: { sessionId: string },
): Promise<{ id: string }> {
  await db.prisma.$transaction(async (tx) => {
    const { count } = await tx.session.updateMany({
      where: { id, userId, revokedAt: null, expiresAt: { gt: now() } },
      data: { revokedAt: now() },
    })
    if (count === 0) throw new TRPCError({ code: 'NOT_FOUND', message: 'That session has already ended.' })
    await recordAudit(tx, actor, { action: 'account.session_ended', subjectType: 'user', subjectId: userId, after: { sessionId: id } })
  })
  return { id }
}

export async function endOtherSessions({
  db,
  now,
  actor,
  viewer: { userId, sessionId },
}: SignedInCall<'db' | 'now'>): Promise<{ ended: number }> {
  return db.prisma.$transaction(async (tx) => {
    const ended = await endSessions(tx, userId, { except: sessionId, at: now() })
    if (ended > 0) {
      await recordAudit(tx, actor, { action: 'account.other_sessions_ended', subjectType: 'user', subjectId: userId, after: { ended } })
    }
    return { ended }
  })
}
