import { Prisma } from '~/generated/prisma/client'
import type { FileTarget } from './target'

type Tx = Prisma.TransactionClient

/** Below this the entries are as quick one by one. */
const MANY_ROWS = 2_000

/** More than a file of the largest size has entries for (kB); they stand on disk, not in memory. */
const LIST_LIMIT_KB = 1_000_000

const SORT_MEMORY = '128MB'

/**
 * Runs work that writes many rows of a table. Its search index usually takes every row at once, so that no
 * search has to read a list of what is not indexed yet; for a whole file it takes them together at the end, which
 * needs a quarter of the time. All within the transaction: it fails with the work, and nobody waits for it but others
 * who alter the index.
 */
export async function withDeferredIndex(tx: Tx, { searchIndex }: FileTarget, rows: number, work: () => Promise<void>): Promise<void> {
  if (rows < MANY_ROWS) return work()
  const index = Prisma.raw(`"${searchIndex}"`)
  await tx.$executeRaw`ALTER INDEX ${index} SET (fastupdate = on, gin_pending_list_limit = ${Prisma.raw(String(LIST_LIMIT_KB))})`
  await work()
  await tx.$executeRaw`SET LOCAL maintenance_work_mem = ${Prisma.raw(`'${SORT_MEMORY}'`)}`
  await tx.$queryRaw`SELECT gin_clean_pending_list(${searchIndex}::text::regclass)::int`
  await tx.$executeRaw`ALTER INDEX ${index} RESET (gin_pending_list_limit)`
  await tx.$executeRaw`ALTER INDEX ${index} SET (fastupdate = off)`
}
