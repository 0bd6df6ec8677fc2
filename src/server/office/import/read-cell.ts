import { columnKey, unitOfColumn } from '~/contracts/office/import-columns'
import { importFields, isRowId, type ImportField } from '~/contracts/office/import-fields'
import { partKindLabels, partKinds } from '~/contracts/stock/part-types'
import type { FieldKind } from '~/contracts/field-description'
import type { ImportedNoun } from '~/contracts/records'
import { plainTextOf } from '~/lib/plain-text'
import type { DotMeaning } from '~/contracts/written-figure'
import { namedCurrency, readWrittenDecimal } from '~/lib/written-decimal'

export type ReadCell = { value: unknown } | { message: string } | { nothing: true }

export interface DotsSeen {
  decimal: boolean
  group: boolean
  doubts: number
}

export interface CellReader {
  field: string
  read: (cell: string) => ReadCell
  dots: DotsSeen
}

const flags: Readonly<Record<string, boolean>> = {
  ...{
    true: true,
    yes: true,
    y: true,
    '1': true,
    on: true,
    active: true,
    enabled: true,
    published: true,
    visible: true,
    ja: true,
    oui: true,
  },
  ...{ false: false, no: false, n: false, '0': false, '-1': false, off: false, inactive: false, disabled: false, draft: false },
  ...{ archived: false, unlisted: false, hidden: false, unpublished: false, nein: false, non: false },
}

/** Magento's status is 1 or 2. */
const MAGENTO_STATUS = columnKey('product_online')

const numbers: readonly FieldKind[] = ['euro', 'count', 'decimal']
const NO_NUMBER = 'Must be a plain number, such as 1300.50'

const PATHS = new Set(['categories', 'categoriesxyz', 'productcategory', 'facets', 'productcategories', 'itemcategory'].map(columnKey))

/** PrestaShop lists them from the root. */
const FROM_ROOT = columnKey('categories (x,y,z...)')

/** 'Electronics > Miners, New' → 'Miners'; of Vendure's facets the last category. */
function lastCategory(cell: string, isFromRoot: boolean): string {
  const facets = [...cell.matchAll(/(?:^|\|)\s*category:([^|]{1,200})/gi)].at(-1)?.[1]
  if (facets !== undefined) return facets.trim()
  const paths = cell.split(cell.includes('|') ? '|' : /,\s*/)
  const first = (isFromRoot ? paths.at(-1) : paths[0]) ?? ''
  return first.split(/[>/]/).at(-1)?.trim() ?? ''
}

/** A single address is left as it is. */
function firstAddress(cell: string): string {
  const parts = cell.split(/[,;|]\s*/)
  return parts.length === 1 ? cell : (parts.find((part) => /^https?:\/\//i.test(part.trim()))?.trim() ?? '')
}

const KIND_WORDS: readonly [pattern: RegExp, kind: (typeof partKinds)[number]][] = [
  [/hash[\s-]{0,3}board/i, 'hashboard'],
  [/control|\bcb\b/i, 'control_board'],
  [/psu|power ?suppl/i, 'psu'],
  [/\bfan/i, 'fan'],
]

function partKind(cell: string): string {
  const text = cell.trim().toLowerCase()
  if (text === '') return 'other'
  const known = partKinds.find((kind) => kind === text || partKindLabels[kind].toLowerCase() === text)
  return known ?? KIND_WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
}

const owners: Readonly<Record<string, string>> = {
  company: 'company',
  us: 'company',
  own: 'company',
  stock: 'company',
  customer: 'customer',
  client: 'customer',
}

const WITH_UNIT = new Set(['hashrate', 'power', 'powerConsumption', 'efficiency', 'noise', 'voltage'])

function readNumber(kind: FieldKind, cell: string, dots: DotsSeen, meaning: DotMeaning | null, currency: string | null): ReadCell {
  const text = cell.trim()
  if (text === '') return kind === 'count' ? { nothing: true } : { value: '' }
  const read = readWrittenDecimal(text, meaning)
  if (read === null) return { message: NO_NUMBER }
  const foreign = read.currency ?? currency
  if (foreign !== null && foreign !== 'EUR') return { message: `Is in ${foreign}; amounts here are in EUR` }
  if ('doubt' in read) {
    // Pieces are whole.
    if (kind === 'count' && !read.doubt[1].endsWith('.000')) return { value: read.doubt[0] }
    dots.doubts++
    return { message: `Can be ${read.doubt[0]} or ${Number(read.doubt[1])}: write it without dots between thousands` }
  }
  if (read.says !== null) dots[read.says] = true
  if (kind !== 'count') return { value: read.digits }
  const [whole = '', decimals = ''] = read.digits.split('.')
  return /^0*$/.test(decimals) ? { value: whole } : { message: 'Must be a whole number' }
}

/** @param name null for a value of every row @param dot its meaning in numbers */
export function cellReader(noun: ImportedNoun, field: string, name: string | null, dot: DotMeaning | null): CellReader {
  const kind = Object.entries<ImportField>(importFields[noun]).find(([each]) => each === field)?.[1].kind ?? 'line'
  const dots: DotsSeen = { decimal: false, group: false, doubts: 0 }
  const reader = (read: (cell: string) => ReadCell): CellReader => ({ field, dots, read })
  if (kind === 'flag')
    return reader((cell) => {
      const text = cell.trim().toLowerCase()
      if (text === '') return { nothing: true }
      const value = text === '2' && columnKey(name ?? '') === MAGENTO_STATUS ? false : flags[text]
      return value === undefined ? { message: 'Must be true or false' } : { value }
    })
  if (numbers.includes(kind)) {
    const currency = kind === 'euro' && name !== null ? namedCurrency(name) : null
    return reader((cell) => readNumber(kind, cell, dots, dot, currency))
  }
  if (field === 'kind' && noun === 'parts') return reader((cell) => ({ value: partKind(cell) }))
  if (field === 'owner') return reader((cell) => ({ value: owners[cell.trim().toLowerCase()] ?? cell.trim() }))
  if (field === 'category' && name !== null && PATHS.has(columnKey(name))) {
    const isFromRoot = columnKey(name) === FROM_ROOT
    return reader((cell) => ({ value: lastCategory(cell, isFromRoot) }))
  }
  if (field === 'imageUrl') return reader((cell) => ({ value: firstAddress(cell) }))
  if (kind === 'text') return reader((cell) => ({ value: plainTextOf(cell) }))
  const unit = name !== null && WITH_UNIT.has(field) ? unitOfColumn(name) : null
  if (unit !== null) return reader((cell) => ({ value: /^\s*[\d.,]+\s*$/.test(cell) ? `${cell.trim()} ${unit}` : cell }))
  return reader((cell) => ({ value: cell }))
}

/** Row types are no categories. */
const ROW_TYPES = new Set([
  ...['simple', 'variable', 'variation', 'grouped', 'configurable', 'bundle', 'virtual', 'downloadable', 'external', 'product', 'variant'],
  ...['goods', 'service', 'consumable', 'consu', 'storable product', 'physical', 'digital', 'p', 'd', 'stockable', 'inventory', ''],
])
const isRowType = (cell: string) => cell.split(',').every((each) => ROW_TYPES.has(each.trim().toLowerCase()))

interface NamedField {
  field: string
  name: string
  isOurs: boolean
}

/** True if a column's first cells fit. Unreadable amounts are reported by row, since a skipped price would be missed. */
export function fitsField(noun: ImportedNoun, { field, name, isOurs }: NamedField, cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  // Numbers are another program's ids.
  if (field === 'id') return filled.some((cell) => isRowId(cell.trim())) || filled.some((cell) => !/^\s*\d+\s*$/.test(cell))
  if (field === 'imageUrl') return isOurs || filled.length === 0 || filled.some((cell) => /^\s*(?:https?:\/)?\//i.test(firstAddress(cell)))
  if (field === 'category') return filled.length > 0 && !filled.every((cell) => isRowType(cell) || /^[\d\s,;|]+$/.test(cell))
  const kind = Object.entries<ImportField>(importFields[noun]).find(([each]) => each === field)?.[1].kind
  if (kind === 'euro') return [null, 'EUR'].includes(namedCurrency(name))
  if (isOurs || kind === undefined || (kind !== 'flag' && !numbers.includes(kind))) return true
  const { read } = cellReader(noun, field, name, 'decimal')
  return filled.length === 0 || filled.some((cell) => 'value' in read(cell))
}
