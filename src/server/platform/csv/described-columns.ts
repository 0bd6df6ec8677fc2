import type { FieldDescription, FieldKind } from '~/contracts/field-description'
import { amountCell, type Columns, type CsvRow } from './write-csv'

/** A column for each field, between the record's id and its times. */
export function describedColumns<Row extends { id: string; createdAt: Date; updatedAt: Date }>(
  fields: Readonly<Record<Exclude<keyof Row, 'id' | 'version' | 'createdAt' | 'updatedAt'>, FieldDescription>>,
): Columns<Row> {
  const described = Object.entries<FieldDescription>(fields).map(([key, { kind }]): [string, Columns<Row>[string]] => [
    key,
    (row) => fieldCell(kind, new Map<string, unknown>(Object.entries(row)).get(key)),
  ])
  return {
    id: (row) => row.id,
    ...Object.fromEntries(described),
    createdAt: (row) => row.createdAt,
    updatedAt: (row) => row.updatedAt,
  }
}

function fieldCell(kind: FieldKind, value: unknown): CsvRow[number] {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'number') return kind === 'euro' ? amountCell(value) : value
  return typeof value === 'string' || typeof value === 'boolean' ? value : null
}
