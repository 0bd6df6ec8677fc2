import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'

type Tx = Prisma.TransactionClient

/** The repair or order of a payment or an invoice. */
export interface Of {
  noun: string | null
  nounId: string | null
}

/**
 * Locks the repairs and orders that money is moved for, in a fixed order and before everything else. Those that are deleted meanwhile are
 * not there to be locked, and need not be.
 */
export async function lockSubjects(tx: Tx, subjects: readonly Of[]): Promise<void> {
  for (const noun of ['orders', 'repairs'] as const) {
    const ids = [...new Set(subjects.flatMap((one) => (one.noun === noun && one.nounId !== null ? one.nounId : [])))]
    if (ids.length > 0)
      await tx.$queryRaw`
        SELECT id FROM ${Prisma.raw(records[noun].table)} WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`
  }
}
