import * as z from 'zod'

/**
 * Gzipped text, one JSON value a line (docs/decisions/028): the header; for each table its name and columns, then rows as arrays of
 * PostgreSQL's text or null; the end with the number of rows and the digest of all lines before. A file without its end is invalid.
 */

/** Raised when an older program could not read the file. */
export const FORMAT = 1

const header = z.object({
  shopBackup: z.literal(FORMAT),
  /** ISO 8601, UTC. */
  madeAt: z.string(),
  /** Absent in 0.1.0. */
  version: z.string().default('0.1.0'),
  engine: z.enum(['embedded', 'postgres']),
  /** The names of the database's migrations. */
  migrations: z.array(z.string()),
  sequences: z.record(z.string(), z.string().regex(/^\d+$/)),
})

const table = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })

const end = z.object({ rows: z.number(), sha256: z.string() })

export type Header = z.output<typeof header>
export type TableLine = z.output<typeof table>

/** A fault for the operator; one line. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export const damaged = (file: string, cause?: unknown) =>
  new BackupError(`${file} is not a whole backup: it is damaged or was cut short. Nothing was changed.`, { cause })

/** @throws {BackupError} */
function parseLine<T>(schema: z.ZodType<T>, line: string, file: string): T {
  try {
    return schema.parse(JSON.parse(line))
  } catch (error) {
    throw damaged(file, error)
  }
}

/** Read before the rest is checked. @throws {BackupError} */
export function parseHeader(line: string, file: string): Header {
  const known = parseLine(z.object({ shopBackup: z.number() }), line, file)
  if (known.shopBackup > FORMAT) throw new BackupError(`${file} was written by a newer version of the shop. Nothing was changed.`)
  return parseLine(header, line, file)
}

export const parseTable = (line: string, file: string): TableLine => parseLine(table, line, file)

export const parseEnd = (line: string, file: string) => parseLine(z.object({ end }), line, file).end

/** Rows are arrays, other lines objects. */
export const isRow = (line: string): boolean => line.startsWith('[')
export const isEnd = (line: string): boolean => line.startsWith('{"end":')
