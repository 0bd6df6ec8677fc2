import type { Prisma } from '~/generated/prisma/client'

/**
 * Removes the oldest entries of the audit log that are older than so many days, by the database's clock. The database's own
 * function is the only way, and keeps what is younger than 90 days whatever it is asked (docs/decisions/034).
 * @param most in one go
 */
export async function removeOldAudit(tx: Prisma.TransactionClient, days: number, most: number): Promise<{ count: number }> {
  const [removed] = await tx.$queryRaw<{ count: number }[]>`SELECT remove_old_audit(${days}::int, ${most}::int) AS count`
  return { count: removed?.count ?? 0 }
}
