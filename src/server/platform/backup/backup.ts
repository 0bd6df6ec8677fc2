import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { BackupError, FORMAT, type Header, isRow } from './backup-format'
import type { Prisma } from '~/generated/prisma/client'
import { VERSION } from '~/lib/version'
import type { Database } from '~/server/platform/database/database'
import { type Table, quoted, readLevel, readSequences, readTables, writeTextsAlike } from './backup-tables'

/** Whole or not at all. @returns the number of rows @throws {BackupError} if the file exists */
export async function writeBackup(file: string, lines: AsyncIterable<string>): Promise<number> {
  if (existsSync(file)) throw new BackupError(`${file} is there already; choose another name.`)
  mkdirSync(path.dirname(file), { recursive: true })
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.part`
  let rows = 0
  async function* sealed() {
    const hash = createHash('sha256')
    for await (const line of lines) {
      if (isRow(line)) rows += 1
      hash.update(line).update('\n')
      yield `${line}\n`
    }
    yield `${JSON.stringify({ end: { rows, sha256: hash.digest('hex') } })}\n`
  }
  try {
    await pipeline(Readable.from(sealed()), createGzip(), createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }))
    const written = await open(unfinished, 'r+')
    await written.sync()
    await written.close()
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
  return rows
}

const PART = 500

/** The longest that a timer takes. */
export const WHOLE_DATABASE = { maxWait: 60_000, timeout: 2 ** 31 - 1 } as const

/** As of one moment, while others read and write. @returns the rows @throws {BackupError} without a shop, or if the file exists */
export function backupDatabase(db: Database, file: string, madeAt = new Date()): Promise<number> {
  return db.prisma.$transaction(
    async (tx) => {
      await tx.$executeRaw`SET TRANSACTION READ ONLY`
      await writeTextsAlike(tx)
      const migrations = await readLevel(tx)
      if (!migrations) throw new BackupError('There is no shop in the database: nothing to back up.')
      const sequences = await readSequences(tx)
      return writeBackup(
        file,
        linesOf(tx, { shopBackup: FORMAT, version: VERSION, madeAt: madeAt.toISOString(), engine: db.engine, migrations, sequences }),
      )
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
