import type * as z from 'zod'
import type { updateRoleInput, User } from '~/contracts/users'
import type { PrismaClient, Profile } from '~/generated/prisma/client'
import { changedFields, recordAudit, type Actor } from '~/server/audit/record'
import { notFound, updateRefusal } from '~/server/db/stale'
import { toUser } from './read'

/**
 * Makes somebody a customer or an administrator, oneself too (spec §6); it holds from their next call on.
 * With `version`, only if nobody has changed the profile since.
 * @throws NOT_FOUND for a user without a profile, CONFLICT
 */
export async function updateRole(
  prisma: PrismaClient,
  actor: Actor,
  { userId, role, version }: z.output<typeof updateRoleInput>,
): Promise<User> {
  return prisma.$transaction(async (tx) => {
    const [was] = await tx.$queryRaw<
      Pick<Profile, 'version' | 'role'>[]
    >`SELECT version, role::text AS role FROM profiles WHERE user_id = ${userId}::uuid FOR UPDATE`
    if (!was) throw notFound('user')
    if (version !== undefined && version !== was.version) throw updateRefusal('user', 1)
    const row = await tx.profile.update({ where: { userId }, data: { role } })
    const changed = changedFields({ role: was.role }, { role })
    if (changed) await recordAudit(tx, actor, { action: 'role.changed', subjectType: 'user', subjectId: userId, ...changed })
    return toUser(row)
  })
}
