import { Prisma } from '~/generated/prisma/client'
import type { CheckedRow } from './check-row'
import type { Mapping } from './column-mapping'

/** The texts of a file's row are staged beside its fields only where these do not say them: half of what is sent for most files. */

type Columns = Mapping['columns']
type SentRow = [line: number, cells: string[] | null, data: CheckedRow['data'], ...unknown[]]

const textOf = (value: unknown): string | null => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** A row as it is sent to `stageRows`: line, cells, data, given_id, faults, skipped, unreadable; what is at its end and not said is left out. */
export function sentRow({ line, cells, data, given_id, faults, skipped, unreadable }: CheckedRow, columns: Columns): SentRow {
  const isSaid =
    data !== null &&
    cells.length === columns.length &&
    columns.every((field, column) => (field === null || field === 'id' ? '' : textOf(data[field])) === cells[column])
  const row: SentRow = [line, isSaid ? null : cells, data]
  return given_id === null && faults === null && !skipped && unreadable === null ? row : [...row, given_id, faults, skipped, unreadable]
}

/** The texts of a staged row as they stand in its file. @param columns as they were matched when it was staged */
export const cellsOf = ({ cells, data }: { cells: string[] | null; data: Record<string, unknown> | null }, columns: Columns): string[] =>
  cells ?? columns.map((field) => (field === null || data === null ? '' : (textOf(data[field]) ?? '')))

/** The same of the row `g` while its fields are as they were sent: jsonb. */
export const cellsInSql = (columns: Columns): Prisma.Sql =>
  Prisma.sql`coalesce(g.cells, to_jsonb(ARRAY[${Prisma.join(
    columns.map((field) => (field === null ? Prisma.sql`''` : Prisma.sql`coalesce(g.data ->> ${field}::text, '')`)),
  )}]::text[]))`
