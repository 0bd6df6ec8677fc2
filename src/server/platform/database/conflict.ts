import { TRPCError } from '@trpc/server'
import { Prisma } from '~/generated/prisma/client'

/** A record's name, for the words of a refusal. */
export interface Named {
  one: string
}

export const notFound = ({ one }: Named) => new TRPCError({ code: 'NOT_FOUND', message: `There is no such ${one}.` })

/** Refuses a change that was made on an earlier version. */
export const conflict = ({ one }: Named) =>
  new TRPCError({ code: 'CONFLICT', message: `Someone else has changed this ${one} in the meantime.` })

/**
 * Locks a row until the transaction ends, so that what is read next is what the change replaces and the audit log may report.
 * @param record whose table has `id` and `version`
 * @param version that the change was made on; undefined accepts any
 * @throws NOT_FOUND, CONFLICT for a stale version
 */
export async function lockRow(
  tx: Prisma.TransactionClient,
  record: Named & { table: string },
  id: string,
  version?: number,
): Promise<void> {
  const [row] = await tx.$queryRaw<{ version: number }[]>`
    SELECT version FROM ${Prisma.raw(record.table)} WHERE id = ${id}::uuid FOR UPDATE`
  if (!row) throw notFound(record)
  if (version !== undefined && version !== row.version) throw conflict(record)
}
