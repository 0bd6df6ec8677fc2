import type { SignOutScope } from '~/contracts/account'
import { recordAudit } from '~/server/platform/audit/record'
import type { SignedInCall } from './call'
import type { Viewer } from './sessions'

/** The sessions that a sign-out ends: this one, all others, or all. */
const sessionsOf = ({ userId, sessionId }: Viewer, scope: SignOutScope) => {
  if (scope === 'local') return { id: sessionId }
  return scope === 'others' ? { userId, id: { not: sessionId } } : { userId }
}

/** Ends sessions of a user, and writes it down together with it. */
export async function signOut({ db, now, actor, viewer }: SignedInCall<'db' | 'now'>, { scope }: { scope: SignOutScope }): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    const { count } = await tx.session.updateMany({ where: { ...sessionsOf(viewer, scope), revokedAt: null }, data: { revokedAt: now() } })
    await recordAudit(tx, actor, {
      action: 'auth.signed_out',
      subjectType: 'user',
      subjectId: viewer.userId,
      after: { scope, sessionId: viewer.sessionId, ended: count },
    })
  })
}
