import type { Prisma } from '~/generated/prisma/client'

/** The user that this one was merged into, or itself; waits for a merge under way. @returns lower case, also for an unknown id */
export async function keptUser(tx: Pick<Prisma.TransactionClient, '$queryRaw'>, userId: string): Promise<string> {
  const [found] = await tx.$queryRaw<{ id: string }[]>`
    SELECT coalesce(merged_into, id)::text AS id FROM users WHERE id = ${userId}::uuid FOR KEY SHARE`
  return found?.id ?? userId.toLowerCase()
}
