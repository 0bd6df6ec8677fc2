import { requiredColumns } from '~/contracts/imports'
import { records, type ImportedNoun } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'

/** Where imported rows go. */
export interface ImportTarget {
  /** The index that its search reads. */
  searchIndex: string
  /** The column and type of each field. */
  columns: Record<string, { column: Prisma.Sql; type: Prisma.Sql }>
  /** The fields that tell which row is meant where no id is given. */
  key: readonly string[]
}

const text = (column: string) => ({ column: Prisma.raw(column), type: Prisma.sql`text` })
const typed = (column: string, type: string) => ({ column: Prisma.raw(column), type: Prisma.raw(type) })

export const importTargets: Record<ImportedNoun, ImportTarget> = {
  products: {
    searchIndex: 'products_search_idx',
    columns: {
      name: text('name'),
      category: text('category'),
      manufacturer: text('manufacturer'),
      model: text('model'),
      price: typed('price', 'numeric'),
      stockQuantity: typed('stock_quantity', 'integer'),
      description: text('description'),
      imageUrl: text('image_url'),
      isActive: typed('is_active', 'boolean'),
      isPreOrder: typed('is_pre_order', 'boolean'),
      condition: text('condition'),
      rating: typed('rating', 'numeric'),
      hashrate: text('hashrate'),
      power: text('power'),
      efficiency: text('efficiency'),
      collections: typed('collections', 'text[]'),
      shopUrl: text('shop_url'),
    },
    key: ['name', 'manufacturer', 'model'],
  },
  machines: {
    searchIndex: 'trade_in_machines_search_idx',
    columns: {
      manufacturer: text('manufacturer'),
      model: text('model'),
      category: text('category'),
      hashrate: text('hashrate'),
      powerConsumption: text('power_consumption'),
      baseValueExcellent: typed('base_value_excellent', 'numeric'),
      baseValueGood: typed('base_value_good', 'numeric'),
      baseValueFair: typed('base_value_fair', 'numeric'),
      baseValuePoor: typed('base_value_poor', 'numeric'),
      isActive: typed('is_active', 'boolean'),
      notes: text('notes'),
    },
    key: ['manufacturer', 'model'],
  },
}

/** A target with the fields that a file has columns for, in the target's order. */
export interface FileTarget extends ImportTarget {
  table: Prisma.Sql
  /** What it is called in the audit log, and in what people read. */
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

/** Whether the row `t` is the one that a row's `data` means by its names; what must be there is found by index. */
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

/** What names a row's `data` has, as one text. */
export const keyText = ({ key }: FileTarget, data: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`jsonb_build_array(${Prisma.join(key.map((field) => Prisma.sql`coalesce(${data} ->> ${field}::text, '')`))})::text`
