import * as z from 'zod'

/**
 * A backup is a gzipped text, one JSON value a line (docs/decisions/022): the header; for each table a line that names
 * it and its columns, then its rows as arrays of what PostgreSQL itself writes for each value, or null; the end,
 * with the number of rows and the digest of all lines before. Without its end a file is not a backup.
 */

/** Raised when an older program could not read what is written. */
export const FORMAT = 1

const header = z.object({
  shopBackup: z.literal(FORMAT),
  /** ISO 8601, UTC. */
  madeAt: z.string(),
  /** The version of the shop that wrote it; 0.1.0 did not say so. */
  version: z.string().default('0.1.0'),
  engine: z.enum(['embedded', 'postgres']),
  /** The migrations that the database had, by name. */
  migrations: z.array(z.string()),
  /** The next number of each sequence. */
  sequences: z.record(z.string(), z.string().regex(/^\d+$/)),
})

const table = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })

const end = z.object({ rows: z.number(), sha256: z.string() })

export type Header = z.output<typeof header>
export type TableLine = z.output<typeof table>

/** Something that the operator can mend or must know; its message is one line. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export const damaged = (file: string, cause?: unknown) =>
  new BackupError(`${file} is not a whole backup: it is damaged or was cut short. Nothing was changed.`, { cause })

/** A line of JSON as one of the kinds that are not rows. @throws {BackupError} */
function parseLine<T>(schema: z.ZodType<T>, line: string, file: string): T {
  try {
    return schema.parse(JSON.parse(line))
  } catch (error) {
    throw damaged(file, error)
  }
}

/** Reads the first line, which is there before the file is known to be whole. @throws {BackupError} */
export function parseHeader(line: string, file: string): Header {
  const known = parseLine(z.object({ shopBackup: z.number() }), line, file)
  if (known.shopBackup > FORMAT) throw new BackupError(`${file} was written by a newer version of the shop. Nothing was changed.`)
  return parseLine(header, line, file)
}

export const parseTable = (line: string, file: string): TableLine => parseLine(table, line, file)

export const parseEnd = (line: string, file: string) => parseLine(z.object({ end }), line, file).end

/** Rows are arrays, everything else is an object: the first letter tells. */
export const isRow = (line: string): boolean => line.startsWith('[')
export const isEnd = (line: string): boolean => line.startsWith('{"end":')
