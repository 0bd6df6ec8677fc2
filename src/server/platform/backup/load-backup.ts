import type { Prisma } from '~/generated/prisma/client'
import { quoted, readTables, type Table, writeTextsAlike } from './backup-tables'
import { BackupError, damaged, isRow, parseHeader, parseTable, type Header } from './backup-format'
import { readBackup } from './read-file'

const PART_ROWS = 500
const PART_LENGTH = 1_000_000

async function filledTables(tx: Prisma.TransactionClient, tables: Table[]): Promise<string[]> {
  const filled: string[] = []
  for (const { name, rows = 'true', initial = 'false' } of tables) {
    const made = `SELECT EXISTS (SELECT FROM ${quoted(name)} WHERE ${rows} AND NOT (${initial})) AS filled`
    const [found] = await tx.$queryRawUnsafe<{ filled: boolean }[]>(made)
    if (found?.filled) filled.push(name)
  }
  return filled
}

/** Values are text parameters, read by their types' input functions. */
async function loadRows(tx: Prisma.TransactionClient, tables: Table[], file: string): Promise<Header> {
  let header: Header | undefined
  let insert = ''
  let part: string[] = []
  let length = 0
  const flush = async () => {
    if (part.length > 0) await tx.$executeRawUnsafe(insert, `[${part.join(',')}]`)
    part = []
    length = 0
  }
  for await (const line of readBackup(file)) {
    if (!header) header = parseHeader(line, file)
    else if (!isRow(line)) {
      await flush()
      insert = insertInto(tables, parseTable(line, file))
    } else {
      if (insert === '') throw damaged(file)
      part.push(line)
      length += line.length
      if (part.length >= PART_ROWS || length >= PART_LENGTH) await flush()
    }
  }
  await flush()
  if (!header) throw damaged(file)
  return header
}

/** Names come from the database; the file only chooses among them. */
function insertInto(tables: Table[], { table, columns }: { table: string; columns: string[] }): string {
  const known = tables.find(({ name }) => name === table)
  const types = columns.map((name) => known?.columns.find((column) => column.name === name)?.type)
  const missing = columns.filter((_name, index) => types[index] === undefined)
  if (!known || missing.length > 0) {
    throw new BackupError(
      `The database has no place for ${known ? `the columns ${missing.join(', ')} of ` : ''}the table ${table}. Nothing was changed.`,
    )
  }
  const values = types.map((type, index) => `(r->>${index})::${type}`)
  return (
    `INSERT INTO ${quoted(known.name)} (${columns.map(quoted).join(', ')}) OVERRIDING SYSTEM VALUE ` +
    `SELECT ${values.join(', ')} FROM json_array_elements($1::text::json) AS r`
  )
}

/** Triggers are off, since the backup has what they wrote. @throws {BackupError} if the database is not empty, unless `replace` */
export async function loadBackup(tx: Prisma.TransactionClient, file: string, { replace }: { replace: boolean }): Promise<void> {
  await writeTextsAlike(tx)
  const tables = await readTables(tx)
  const names = tables.map(({ name }) => quoted(name))
  const setTriggers = async (verb: 'DISABLE' | 'ENABLE') => {
    for (const name of names) await tx.$executeRawUnsafe(`ALTER TABLE ${name} ${verb} TRIGGER USER`)
  }
  await tx.$executeRawUnsafe(`LOCK TABLE ${names.join(', ')} IN ACCESS EXCLUSIVE MODE`)
  const filled = await filledTables(tx, tables)
  if (filled.length > 0 && !replace) {
    throw new BackupError(
      `The database is not empty (${filled.join(', ')}). Nothing was changed. To put the backup in its place: npm run db:restore FILE -- --replace`,
    )
  }
  await setTriggers('DISABLE')
  if (filled.length > 0) await tx.$executeRawUnsafe(`TRUNCATE ${names.join(', ')}`)
  else for (const { name, initial } of tables) if (initial) await tx.$executeRawUnsafe(`DELETE FROM ${quoted(name)}`)
  // A row may refer to a later row of its own table.
  await tx.$executeRaw`SET CONSTRAINTS ALL DEFERRED`
  const { sequences } = await loadRows(tx, tables, file)
  await tx.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`
  // Unlike setval, this is undone with the transaction.
  for (const [name, next] of Object.entries(sequences)) await tx.$executeRawUnsafe(`ALTER SEQUENCE ${quoted(name)} RESTART WITH ${next}`)
  await setTriggers('ENABLE')
  for (const { name } of tables) await tx.$queryRaw`SELECT pg_notify('shop_changes', ${JSON.stringify({ table: name, id: null })})::text`
}
