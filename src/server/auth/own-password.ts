import { TRPCError } from '@trpc/server'
import type { Prisma } from '~/generated/prisma/client'
import type { Services } from '~/server/services'
import { codedError } from '~/server/platform/errors'
import { passwordMatches } from './passwords'
import type { Viewer } from './sessions'

/**
 * Holds what somebody signed in has typed against the password of their account, within the limit on tries.
 * @returns the hash that it was held against
 * @throws BAD_REQUEST (`invalid_credentials`), TOO_MANY_REQUESTS
 */
export async function checkOwnPassword(
  { db, limits }: Pick<Services, 'db' | 'limits'>,
  { userId: id }: Pick<Viewer, 'userId'>,
  password: string,
): Promise<string | null> {
  const limited = `own password ${id}`
  await limits.take('signIn', limited)
  const { passwordHash } = await db.prisma.user.findUniqueOrThrow({ where: { id }, select: { passwordHash: true } })
  if (!(await passwordMatches(passwordHash, password))) {
    throw codedError('BAD_REQUEST', 'invalid_credentials', 'The current password is not right.')
  }
  await limits.reset('signIn', limited)
  return passwordHash
}

/**
 * Makes sure, in a transaction, that the password is still the one that was checked.
 * @throws CONFLICT when it has just been changed elsewhere
 */
export async function requireSamePassword(tx: Pick<Prisma.TransactionClient, 'user'>, id: string, passwordHash: string | null) {
  if ((await tx.user.count({ where: { id, passwordHash } })) === 0) throw passwordChanged()
}

export const passwordChanged = () => new TRPCError({ code: 'CONFLICT', message: 'Your password has just been changed elsewhere.' })
