import { Prisma } from '~/generated/prisma/client'
import { notFound, updateRefusal, type Noun } from './conflict'

const tables = {
  order: Prisma.sql`orders`,
  product: Prisma.sql`products`,
  machine: Prisma.sql`trade_in_machines`,
  repair: Prisma.sql`repairs`,
  'trade-in': Prisma.sql`trade_ins`,
} satisfies Partial<Record<Noun, Prisma.Sql>>

/**
 * Keeps others from changing a row until the transaction ends: what is read of it next is what the
 * change replaces, and what the audit log may say of it.
 * @param version what the change was made on; undefined changes whatever is there
 * @throws NOT_FOUND, CONFLICT for a stale version
 */
export async function lockRow(tx: Prisma.TransactionClient, noun: keyof typeof tables, id: string, version?: number): Promise<void> {
  const [row] = await tx.$queryRaw<{ version: number }[]>`SELECT version FROM ${tables[noun]} WHERE id = ${id}::uuid FOR UPDATE`
  if (!row) throw notFound(noun)
  if (version !== undefined && version !== row.version) throw updateRefusal(noun, 1)
}
