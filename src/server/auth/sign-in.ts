import { signInInput } from '~/contracts/auth'
import type { Services } from '~/server/services'
import { passwordMatches } from './passwords'

/**
 * Whose address and password these are; null for any that do not fit, whichever part is wrong,
 * in the same time.
 */
export async function identify({ db }: Pick<Services, 'db'>, credentials: unknown): Promise<{ id: string; email: string } | null> {
  const input = signInInput.safeParse(credentials)
  if (!input.success) return null
  const user = await db.prisma.user.findUnique({
    where: { email: input.data.email },
    select: { id: true, email: true, passwordHash: true },
  })
  const matches = await passwordMatches(user?.passwordHash, input.data.password)
  return user && matches ? { id: user.id, email: user.email } : null
}
