import type { Call } from '~/server/auth/call'
import type * as z from 'zod'
import type { updateRoleInput, User } from '~/contracts/users'
import { records } from '~/contracts/records'
import type { Profile } from '~/generated/prisma/client'
import { changedFields, recordAudit } from '~/server/platform/audit/record'
import { adminsOnly } from '~/server/auth/refusals'
import { conflict, notFound } from '~/server/platform/database/conflict'
import { toUser } from './read'

/**
 * Makes somebody a customer or an administrator, oneself too (spec §6); it holds from their next call on.
 * With `version`, only if nobody has changed the profile since.
 * @throws NOT_FOUND for a user without a profile, CONFLICT, FORBIDDEN where the actor has just lost the role
 */
export async function updateRole(
  { db: { prisma }, actor }: Call<'db'>,
  { userId, role, version }: z.output<typeof updateRoleInput>,
): Promise<User> {
  return prisma.$transaction(async (tx) => {
    // Of two administrators who demote each other in the same moment, the second is none any more: both
    // profiles are locked, in one order, and the actor's role is read again behind the lock.
    const locked = await tx.$queryRaw<Pick<Profile, 'userId' | 'version' | 'role'>[]>`
      SELECT user_id AS "userId", version, role::text AS role FROM profiles
      WHERE user_id IN (${userId}::uuid, ${actor.userId}::uuid) ORDER BY user_id FOR UPDATE`
    if (locked.find((row) => row.userId === actor.userId)?.role !== 'admin') throw adminsOnly()
    // Ids are given in either case.
    const was = locked.find((row) => row.userId === userId.toLowerCase())
    if (!was) throw notFound(records.users)
    if (version !== undefined && version !== was.version) throw conflict(records.users)
    const row = await tx.profile.update({ where: { userId }, data: { role } })
    const changed = changedFields({ role: was.role }, { role })
    if (changed) await recordAudit(tx, actor, { action: 'role.changed', subjectType: 'user', subjectId: userId, ...changed })
    return toUser(row)
  })
}
