import type { FieldKind } from '~/contracts/field-description'
import { importFields, requiredFields, type ImportField } from '~/contracts/office/import-fields'
import { records, type ImportedNoun } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { columnName } from '~/server/platform/lists/json-row'
import { filledFields, type Mapping } from './column-mapping'

/** `t` is the record, `g` the file's row with its `data`. */
interface TargetField {
  field: string
  column: Prisma.Sql
  type: Prisma.Sql
  /** Compared with the file's value; the column by default. */
  now?: Prisma.Sql
  isOnce?: boolean
  initial?: Prisma.Sql
}

interface ImportTarget {
  table: Prisma.Sql
  subjectType: string
  searchIndex: string | null
  fields: TargetField[]
  /** Fields that identify a row without an id; the first list that the file has counts. */
  key: readonly string[]
  /** A query of `line`, `id` and `is_exact` for the records that the row `g` means. @param given the CTE's name */
  hits: (given: Prisma.Sql, named: readonly string[]) => Prisma.Sql
  /** Why a readable row `g` is refused: jsonb of faults, or null. */
  fault?: Prisma.Sql
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

const columnsOf = (noun: ImportedNoun): TargetField[] =>
  Object.entries<ImportField>(importFields[noun]).map(([field, { kind, required, initial }]) => ({
    field,
    column: Prisma.raw(columnName(field)),
    type: types[kind],
    ...(kind === 'flag' ? { initial: Prisma.sql`${initial === true}` } : {}),
    ...(kind === 'count' && required ? { initial: Prisma.sql`0` } : {}),
  }))

const dataOf = (field: string) => Prisma.sql`(g.data ->> ${field}::text)`
const given = (field: string) => Prisma.sql`g.data -> ${field}::text`
const fault = (field: string | null, message: Prisma.Sql) =>
  Prisma.sql`jsonb_build_array(jsonb_build_object('field', ${field}::text, 'message', ${message}))`

/** Ignores case: 'ANTMINER S19' is no other machine. */
const byTexts =
  (table: Prisma.Sql, key: readonly string[]) =>
  (from: Prisma.Sql, named: readonly string[]): Prisma.Sql => {
    const fields = key.filter((field) => named.includes(field))
    if (fields.length === 0) return Prisma.sql`SELECT g.line, NULL::uuid AS id, FALSE AS is_exact FROM ${from} AS g WHERE FALSE`
    const column = (field: string) => Prisma.raw(columnName(field))
    const same = (field: string, fold: (text: Prisma.Sql) => Prisma.Sql) =>
      requiredOrFirst(field)
        ? Prisma.sql`${fold(Prisma.sql`t.${column(field)}`)} = ${fold(dataOf(field))}`
        : Prisma.sql`coalesce(${fold(Prisma.sql`t.${column(field)}`)}, '') = coalesce(${fold(dataOf(field))}, '')`
    const requiredOrFirst = (field: string) => field === fields[0] || (field === 'model' && !key.includes('name'))
    const lower = (text: Prisma.Sql) => Prisma.sql`lower(${text})`
    const exact = fields.map((field) => Prisma.sql`coalesce(t.${column(field)}, '') = coalesce(${dataOf(field)}, '')`)
    return Prisma.sql`
      SELECT g.line, t.id, ${Prisma.join(exact, ' AND ')} AS is_exact
      FROM ${from} AS g JOIN ${table} AS t ON ${Prisma.join(
        fields.map((field) => same(field, lower)),
        ' AND ',
      )} WHERE g.given_id IS NULL AND g.data IS NOT NULL`
  }

const digits = (text: Prisma.Sql) => Prisma.sql`regexp_replace(${text}, '[^0-9]', '', 'g')`
const units = Prisma.sql`units`
const partTypes = Prisma.sql`part_types`

export const importTargets: Record<ImportedNoun, ImportTarget> = {
  products: {
    table: Prisma.sql`products`,
    subjectType: records.products.auditSubject,
    searchIndex: 'products_search_idx',
    fields: columnsOf('products'),
    key: ['name', 'manufacturer', 'model'],
    hits: byTexts(Prisma.sql`products`, ['name', 'manufacturer', 'model']),
  },
  machines: {
    table: Prisma.sql`trade_in_machines`,
    subjectType: records.machines.auditSubject,
    searchIndex: 'trade_in_machines_search_idx',
    fields: columnsOf('machines'),
    key: ['manufacturer', 'model'],
    hits: byTexts(Prisma.sql`trade_in_machines`, ['manufacturer', 'model']),
  },
  // Known people stay unchanged: their accounts are theirs.
  users: {
    table: Prisma.sql`profiles`,
    subjectType: records.users.auditSubject,
    searchIndex: null,
    fields: ['email', 'fullName', 'phone', 'language'].map((field) => ({
      field,
      column: Prisma.raw(columnName(field)),
      type: types.line,
      now: given(field),
      isOnce: true,
    })),
    key: ['email', 'phone', 'fullName'],
    hits: (from) => Prisma.sql`
      SELECT g.line, t.id, u.email = ${dataOf('email')} AS is_exact
      FROM ${from} AS g JOIN users AS u ON lower(u.email) = ${dataOf('email')} JOIN profiles AS t ON t.user_id = u.id
      WHERE g.given_id IS NULL
      UNION ALL
      SELECT g.line, t.id, TRUE FROM ${from} AS g
      JOIN profiles AS t ON t.email = '' AND ${digits(Prisma.sql`t.phone`)} = ${digits(dataOf('phone'))}
        AND lower(coalesce(t.full_name, '')) = lower(coalesce(${dataOf('fullName')}, ''))
      WHERE g.given_id IS NULL AND ${dataOf('email')} IS NULL AND ${dataOf('phone')} IS NOT NULL`,
    fault: Prisma.sql`
      CASE WHEN ${dataOf('email')} IS NOT NULL AND g.given_id IS NULL AND EXISTS (
          SELECT FROM users AS u WHERE lower(u.email) = ${dataOf('email')}
            AND (u.email <> ${dataOf('email')} OR NOT EXISTS (SELECT FROM profiles AS p WHERE p.user_id = u.id)))
        THEN ${fault('email', Prisma.sql`'Another account has this address, in other letters'`)} END`,
  },
  units: {
    table: units,
    subjectType: records.units.auditSubject,
    searchIndex: 'units_search_idx',
    fields: [
      ...columnsOf('units').filter(({ field }) => field !== 'owner' && field !== 'serialNumber'),
      // Found by it in any spelling.
      { field: 'serialNumber', column: Prisma.sql`serial_number`, type: types.line, isOnce: true, now: given('serialNumber') },
      { field: 'owner', column: Prisma.sql`owner`, type: Prisma.sql`unit_owner`, isOnce: true, now: given('owner') },
      { field: 'state', column: Prisma.sql`state`, type: Prisma.sql`unit_state`, isOnce: true, now: given('state') },
    ],
    key: ['manufacturer', 'serialNumber'],
    hits: (from, named) => Prisma.sql`
      SELECT DISTINCT g.line, kept_unit(t.id) AS id, TRUE AS is_exact
      FROM ${from} AS g JOIN ${units} AS t ON t.serial_key = serial_key(${dataOf('serialNumber')})
        ${named.includes('manufacturer') ? Prisma.sql`AND t.maker_key = maker_key(coalesce(${dataOf('manufacturer')}, ''))` : Prisma.empty}
      WHERE g.given_id IS NULL`,
  },
  parts: {
    table: partTypes,
    subjectType: 'part_type',
    searchIndex: null,
    fields: [
      ...columnsOf('parts')
        .filter(({ field }) => !['quantity', 'serialNumber', 'location', 'notes', 'kind'].includes(field))
        .map((each) => (each.field === 'fits' ? { ...each, type: Prisma.sql`text[]` } : each)),
      { field: 'kind', column: Prisma.sql`kind`, type: Prisma.sql`part_kind` },
      {
        field: 'quantity',
        column: Prisma.sql`in_stock`,
        type: types.count,
        isOnce: true,
        now: Prisma.sql`to_jsonb(t.in_stock + t.reserved)`,
      },
      {
        field: 'serialNumber',
        column: Prisma.sql`in_stock`,
        type: types.line,
        isOnce: true,
        now: Prisma.sql`CASE WHEN EXISTS (SELECT FROM parts AS p WHERE p.type_id = t.id AND p.serial_key = serial_key(${dataOf('serialNumber')}))
          THEN ${given('serialNumber')} ELSE 'null'::jsonb END`,
      },
      ...['location', 'notes'].map((field) => ({
        field,
        column: Prisma.sql`in_stock`,
        type: types.line,
        isOnce: true,
        now: given(field),
      })),
    ],
    key: ['sku', 'name', 'serialNumber'],
    hits: (from, named) => {
      const bySku = Prisma.sql`SELECT g.line, t.id, t.sku = ${dataOf('sku')} AS is_exact
        FROM ${from} AS g JOIN ${partTypes} AS t ON lower(t.sku) = lower(${dataOf('sku')}) WHERE g.given_id IS NULL`
      const byName = Prisma.sql`SELECT g.line, t.id, ${dataOf('sku')} IS NULL AND t.name = ${dataOf('name')} AS is_exact
        FROM ${from} AS g JOIN ${partTypes} AS t ON lower(t.name) = lower(${dataOf('name')})
        WHERE g.given_id IS NULL AND (${dataOf('sku')} IS NULL OR t.sku IS NULL)`
      const ways = [...(named.includes('sku') ? [bySku] : []), ...(named.includes('name') ? [byName] : [])]
      return ways.length === 0
        ? Prisma.sql`SELECT g.line, NULL::uuid AS id, FALSE AS is_exact FROM ${from} AS g WHERE FALSE`
        : Prisma.sql`SELECT w.line, w.id, bool_or(w.is_exact) AS is_exact FROM (${Prisma.join(ways, ' UNION ALL ')}) AS w GROUP BY w.line, w.id`
    },
    fault: Prisma.sql`
      CASE WHEN t.id IS NOT NULL AND ${dataOf('serialNumber')} IS NULL AND ${dataOf('quantity')}::int < t.in_stock + t.reserved
        THEN ${fault('quantity', Prisma.sql`'The record has ' || (t.in_stock + t.reserved) || ': count the parts to write some off'`)} END`,
  },
}

export interface FileTarget extends Omit<ImportTarget, 'fields'> {
  columns: Mapping['columns']
  noun: ImportedNoun
  fields: TargetField[]
  required: readonly string[]
}

export function fileTarget(noun: ImportedNoun, mapping: Mapping): FileTarget {
  const target = importTargets[noun]
  const filled = filledFields(mapping)
  if (noun === 'products' && filled.has('model')) filled.add('name')
  if (noun === 'units' && filled.has('owner')) filled.add('state')
  if (noun === 'users') for (const field of ['email', 'fullName', 'phone']) filled.add(field)
  const fields = target.fields.filter(({ field }) => filled.has(field))
  return { ...target, noun, fields, columns: mapping.columns, required: noun === 'units' ? [] : requiredFields[noun] }
}

export const namedFields = ({ fields }: FileTarget): string[] => fields.map(({ field }) => field)

/** The row `t` as JSON, to compare with the file's row `g`. */
export const asJson = ({ fields }: FileTarget): Prisma.Sql =>
  fields.length === 0
    ? Prisma.sql`'{}'::jsonb`
    : Prisma.sql`jsonb_build_object(${Prisma.join(
        fields.map(({ field, column, now }) => Prisma.sql`${field}::text, ${now ?? Prisma.sql`t.${column}`}`),
      )})`

export const asRow = (fields: readonly TargetField[]): Prisma.Sql =>
  Prisma.join(fields.map(({ field, type }) => Prisma.sql`${Prisma.raw(`"${field}"`)} ${type}`))

/** Keeps the record's spelling of key fields that differ in case alone. */
export function keptKey({ key, fields }: FileTarget): Prisma.Sql {
  const kept = fields.filter(({ field, now }) => key.includes(field) && !now)
  if (kept.length === 0) return Prisma.sql`'{}'::jsonb`
  return Prisma.sql`jsonb_build_object(${Prisma.join(
    kept.map(
      ({ field, column }) =>
        Prisma.sql`${field}::text, CASE WHEN lower(${dataOf(field)}) = lower(t.${column}) THEN to_jsonb(t.${column}) ELSE ${given(field)} END`,
    ),
  )})`
}

/** Identifies a staged row `r`: its record's id, or its key fields without case. */
export function meaning({ key, noun }: FileTarget): Prisma.Sql {
  const text = (field: string) => Prisma.sql`coalesce(r.data ->> ${field}::text, '')`
  if (noun === 'users')
    return Prisma.sql`coalesce(r.target_id::text, r.data ->> 'email', ${digits(text('phone'))} || ' ' || lower(${text('fullName')}))`
  const serial = Prisma.sql`coalesce(serial_key(${text('serialNumber')}), '')`
  const texts = key.map((field) =>
    field === 'serialNumber' ? serial : noun === 'units' ? Prisma.sql`maker_key(${text(field)})` : Prisma.sql`lower(${text(field)})`,
  )
  const own = Prisma.sql`coalesce(r.target_id::text, jsonb_build_array(${Prisma.join(texts)})::text)`
  // Serial numbers distinguish parts of one type.
  return noun === 'parts' ? Prisma.sql`${own} || ' ' || ${serial}` : own
}
