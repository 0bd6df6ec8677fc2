import { TRPCError } from '@trpc/server'
import { Prisma } from '~/generated/prisma/client'

export interface Named {
  one: string
}

export const notFound = ({ one }: Named) => new TRPCError({ code: 'NOT_FOUND', message: `There is no such ${one}.` })

export const conflict = ({ one }: Named) =>
  new TRPCError({ code: 'CONFLICT', message: `Someone else has changed this ${one} in the meantime.` })

/** Before a change reads it. @param version undefined accepts any @throws NOT_FOUND, CONFLICT for a stale version */
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
