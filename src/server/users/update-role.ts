import type * as z from 'zod'
import type { updateRoleInput, User } from '~/contracts/users'
import type { PrismaClient } from '~/generated/prisma/client'
import { asItWas, updateRefusal } from '~/server/db/stale'
import { toUser } from './read'

/**
 * Makes somebody a customer or an administrator, oneself too (spec §6); it holds from their next call on.
 * With `version`, only if nobody has changed the profile since.
 * @throws NOT_FOUND for a user without a profile, CONFLICT
 */
export async function updateRole(prisma: PrismaClient, { userId, role, version }: z.output<typeof updateRoleInput>): Promise<User> {
  const [row] = await prisma.profile.updateManyAndReturn({ where: asItWas({ userId }, version), data: { role } })
  if (!row) throw updateRefusal('user', await prisma.profile.count({ where: { userId } }))
  return toUser(row)
}
