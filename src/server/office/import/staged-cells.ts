import { Prisma } from '~/generated/prisma/client'
import type { CheckedRow } from './check-row'
import type { Mapping } from './column-mapping'

/** A row's texts are staged only if its fields do not show them, which halves what is sent. */

type Columns = Mapping['columns']
type SentRow = [line: number, cells: string[] | null, data: CheckedRow['data'], ...unknown[]]

const textOf = (value: unknown): string | null => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

export function sentRow({ line, cells, data, given_id, faults, skipped, unreadable }: CheckedRow, columns: Columns): SentRow {
  const isSaid =
    data !== null &&
    cells.length === columns.length &&
    columns.every((field, column) => (field === null || field === 'id' ? '' : textOf(data[field])) === cells[column])
  const row: SentRow = [line, isSaid ? null : cells, data]
  return given_id === null && faults === null && !skipped && unreadable === null ? row : [...row, given_id, faults, skipped, unreadable]
}

/** @param columns as matched when it was staged */
export const cellsOf = ({ cells, data }: { cells: string[] | null; data: Record<string, unknown> | null }, columns: Columns): string[] =>
  cells ?? columns.map((field) => (field === null || data === null ? '' : (textOf(data[field]) ?? '')))

/** For the row `g` with unchanged fields; jsonb. */
export const cellsInSql = (columns: Columns): Prisma.Sql =>
  Prisma.sql`coalesce(g.cells, to_jsonb(ARRAY[${Prisma.join(
    columns.map((field) => (field === null ? Prisma.sql`''` : Prisma.sql`coalesce(g.data ->> ${field}::text, '')`)),
  )}]::text[]))`
