import { createHash } from 'node:crypto'
import type { SqlDriverAdapterFactory, SqlQueryable } from '@prisma/driver-adapter-utils'
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg'
import * as z from 'zod'

export class FormerVersionError extends Error {
  override name = 'FormerVersionError'

  constructor(what: string) {
    super(
      `${what} is of version 1 of the shop, and version 2 begins anew: keep running 1.x with it, or export there what you need as CSV and start version 2 with an empty database. Nothing was changed.`,
    )
  }
}

/** Migrations of version 1 are older than the first one now. */
export const isOfFormerVersion = (names: readonly string[], [first]: readonly { path: string }[]): boolean =>
  first !== undefined && names.some((name) => name < first.path)

const tableAnswer = z.tuple([z.tuple([z.boolean()])])
const historyAnswer = z.array(z.tuple([z.string(), z.string(), z.boolean(), z.boolean()]))

/** True once the first migration has run. The names are Prisma Migrate's. */
export const HAS_HISTORY = `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there`

export const FINISHED_MIGRATIONS = `
  SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`

const HISTORY = `
  SELECT migration_name, checksum, finished_at IS NOT NULL, rolled_back_at IS NOT NULL
  FROM _prisma_migrations`

const ask = async (connection: SqlQueryable, sql: string) => (await connection.queryRaw({ sql, args: [], argTypes: [] })).rows

/** Every start asks; the schema engine takes a third of a second to load. @throws {FormerVersionError} for a database of version 1 */
export async function isUpToDate(adapter: SqlDriverAdapterFactory, { migrationDirectories }: MigrationList): Promise<boolean> {
  const connection = await adapter.connect()
  try {
    const [[hasHistory]] = tableAnswer.parse(await ask(connection, HAS_HISTORY))
    if (!hasHistory) return false
    const rows = historyAnswer.parse(await ask(connection, HISTORY))
    if (
      isOfFormerVersion(
        rows.map(([name]) => name),
        migrationDirectories,
      )
    )
      throw new FormerVersionError('The database')
    const standing = rows.filter(([, , , rolledBack]) => !rolledBack)
    const applied = new Map(standing.map(([name, checksum, finished]) => [name, finished ? checksum : null]))
    return (
      standing.length === migrationDirectories.length &&
      migrationDirectories.every(({ path, migrationFile: { content } }) => {
        const script = content.tag === 'ok' ? content.value : null
        return script !== null && applied.get(path) === createHash('sha256').update(script).digest('hex')
      })
    )
  } finally {
    await connection.dispose()
  }
}
