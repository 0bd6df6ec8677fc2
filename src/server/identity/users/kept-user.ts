import type { Prisma } from '~/generated/prisma/client'

/**
 * The customer whom a user was merged into; the user themselves if they were not. A merge that is under way is waited for.
 * @returns in lower case, also for an unknown id
 */
export async function keptUser(tx: Pick<Prisma.TransactionClient, '$queryRaw'>, userId: string): Promise<string> {
  const [found] = await tx.$queryRaw<{ id: string }[]>`
    SELECT coalesce(merged_into, id)::text AS id FROM users WHERE id = ${userId}::uuid FOR KEY SHARE`
  return found?.id ?? userId.toLowerCase()
}
