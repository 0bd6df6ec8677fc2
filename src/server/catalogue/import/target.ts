import type { FieldDescription, FieldKind } from '~/contracts/field-description'
import { importFields, requiredColumns } from '~/contracts/catalogue/imports'
import { records, type ImportedNoun } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { columnName } from '~/server/platform/lists/json-row'

/** The table that an import writes. */
export interface ImportTarget {
  /** The index of its search. */
  searchIndex: string
  /** The column and type of each field. */
  columns: Record<string, { column: Prisma.Sql; type: Prisma.Sql }>
  /** The fields that identify a row without an id. */
  key: readonly string[]
}

const types: Record<FieldKind, Prisma.Sql> = {
  line: Prisma.sql`text`,
  text: Prisma.sql`text`,
  euro: Prisma.sql`numeric`,
  count: Prisma.sql`integer`,
  decimal: Prisma.sql`numeric`,
  flag: Prisma.sql`boolean`,
  names: Prisma.sql`text[]`,
}

const columnsOf = (noun: ImportedNoun): ImportTarget['columns'] =>
  Object.fromEntries(
    Object.entries<FieldDescription>(importFields[noun]).map(([field, { kind }]) => [
      field,
      { column: Prisma.raw(columnName(field)), type: types[kind] },
    ]),
  )

export const importTargets: Record<ImportedNoun, ImportTarget> = {
  products: {
    searchIndex: 'products_search_idx',
    columns: columnsOf('products'),
    key: ['name', 'manufacturer', 'model'],
  },
  machines: {
    searchIndex: 'trade_in_machines_search_idx',
    columns: columnsOf('machines'),
    key: ['manufacturer', 'model'],
  },
}

/** A target with the fields that a file has columns for, in the target's order. */
export interface FileTarget extends ImportTarget {
  table: Prisma.Sql
  /** Its name in the audit log, and for people. */
  subjectType: string
  noun: ImportedNoun
  fields: { field: string; column: Prisma.Sql; type: Prisma.Sql }[]
}

/** @param header the file's field names, null for columns that are not read */
export function fileTarget(noun: ImportedNoun, header: readonly (string | null)[]): FileTarget {
  const target = importTargets[noun]
  const fields = Object.entries(target.columns).flatMap(([field, column]) => (header.includes(field) ? [{ field, ...column }] : []))
  const { table, auditSubject: subjectType } = records[noun]
  return { ...target, noun, table: Prisma.raw(table), subjectType, fields }
}

/** The fields of the table's row `t` as JSON, under their own names. */
export const asJson = ({ fields }: FileTarget): Prisma.Sql =>
  Prisma.sql`jsonb_build_object(${Prisma.join(fields.map(({ field, column }) => Prisma.sql`${field}::text, t.${column}`))})`

/** The names and types of the fields, to read JSON as a row. */
export const asRow = ({ fields }: FileTarget): Prisma.Sql =>
  Prisma.join(fields.map(({ field, type }) => Prisma.sql`${Prisma.raw(`"${field}"`)} ${type}`))

/** The condition that the row `t` has the key fields of a row's `data`; finds required ones by index. */
export function sameKey({ noun, key, fields }: FileTarget, data: Prisma.Sql): Prisma.Sql {
  const named = fields.filter(({ field }) => key.includes(field))
  return Prisma.join(
    named.map(({ field, column }) =>
      requiredColumns[noun].includes(field)
        ? Prisma.sql`t.${column} = ${data} ->> ${field}::text`
        : Prisma.sql`coalesce(t.${column}, '') = coalesce(${data} ->> ${field}::text, '')`,
    ),
    ' AND ',
  )
}

/** The key fields of a row's `data`, as one text. */
export const keyText = ({ key }: FileTarget, data: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`jsonb_build_array(${Prisma.join(key.map((field) => Prisma.sql`coalesce(${data} ->> ${field}::text, '')`))})::text`
