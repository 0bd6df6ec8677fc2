import type { Prisma } from '~/generated/prisma/client'
import type { Database } from '~/server/platform/database/database'
import { quoted, readLevel, readSequences, readTables, type Table, writeTextsAlike } from './tables'
import { BackupFault, FORMAT, type Header } from './format'
import { writeBackup } from './write-file'

/** Rows that are in memory at a time. */
const PART = 500

/** No transaction of a backup is too long; the longest that a timer can wait for. */
export const WHOLE_DATABASE = { maxWait: 60_000, timeout: 2 ** 31 - 1 } as const

/**
 * Writes the whole database to a file, as it is at one moment, while others go on reading and writing.
 * @returns how many rows it has
 * @throws {BackupFault} where there is no shop in the database, or a file of this name
 */
export function backupDatabase(db: Database, file: string, madeAt = new Date()): Promise<number> {
  return db.prisma.$transaction(
    async (tx) => {
      await tx.$executeRaw`SET TRANSACTION READ ONLY`
      await writeTextsAlike(tx)
      const migrations = await readLevel(tx)
      if (!migrations) throw new BackupFault('There is no shop in the database: nothing to back up.')
      const sequences = await readSequences(tx)
      return writeBackup(file, linesOf(tx, { shopBackup: FORMAT, madeAt: madeAt.toISOString(), engine: db.engine, migrations, sequences }))
    },
    { ...WHOLE_DATABASE, isolationLevel: 'RepeatableRead' },
  )
}

async function* linesOf(tx: Prisma.TransactionClient, header: Header): AsyncGenerator<string> {
  yield JSON.stringify(header)
  for (const table of await readTables(tx)) {
    yield JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) })
    yield* rowsOf(tx, table)
  }
}

async function* rowsOf(tx: Prisma.TransactionClient, { name, columns, rows: wanted = 'true' }: Table): AsyncGenerator<string> {
  const values = columns.map((column) => `${quoted(column.name)}::text`).join(', ')
  const rows = `SELECT to_json(ARRAY[${values}])::text AS row FROM ${quoted(name)} WHERE ${wanted}`
  await tx.$executeRawUnsafe(`DECLARE part NO SCROLL CURSOR FOR ${rows}`)
  for (;;) {
    const part = await tx.$queryRawUnsafe<{ row: string }[]>(`FETCH ${PART} FROM part`)
    for (const { row } of part) yield row
    if (part.length < PART) break
  }
  await tx.$executeRaw`CLOSE part`
}
