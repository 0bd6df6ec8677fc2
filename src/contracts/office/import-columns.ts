import type { ImportedNoun } from '~/contracts/records'
import { importFields, type ImportField } from './import-fields'
import { ignoredColumns } from './imports'
import { otherNames } from './import-column-names'

const LONGEST_NAME = 200

/** Without case, accents, blanks and signs; `?` stays, since 'In stock?' and 'In stock' differ. */
export const columnKey = (name: string): string =>
  name
    .slice(0, LONGEST_NAME)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}?#]/gu, '')

const bareKey = (name: string): string => columnKey(name.slice(0, LONGEST_NAME).replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ''))

/** The bracketed unit at the end of a name: 'TH/s'. */
export const unitOfColumn = (name: string): string | null =>
  /[([]([^()[\]]{1,24})[)\]]$/.exec(name.slice(0, LONGEST_NAME).trim())?.[1]?.trim() ?? null

const ownKeys = (field: string, { label }: ImportField): string[] => [columnKey(field), columnKey(label)]

/** By key; a lower rank is preferred. */
type KnownNames = ReadonlyMap<string, readonly { field: string; rank: number }[]>

const tables = new Map<ImportedNoun, KnownNames>()

function knownNames(noun: ImportedNoun): KnownNames {
  const made = tables.get(noun)
  if (made) return made
  const byKey = new Map<string, { field: string; rank: number }[]>()
  for (const [field, description] of Object.entries<ImportField>(importFields[noun])) {
    const names = [...ownKeys(field, description), ...(otherNames[noun][field] ?? []).map(columnKey)]
    names.forEach((key, rank) => {
      const before = byKey.get(key) ?? []
      if (!before.some((each) => each.field === field)) byKey.set(key, [...before, { field, rank }])
    })
  }
  byKey.set('id', [{ field: 'id', rank: 0 }])
  tables.set(noun, byKey)
  return byKey
}

/** Column names for prices without VAT; the shop's prices include it, so people decide. */
const WITHOUT_TAX = /\b(?:ex(?:cl|cluded|cluding)?\.? ?(?:of )?(?:vat|tax)|(?:vat|tax) excluded|net\b|netto)/i

/** Stock by place, as in Square and Lightspeed; used if there is only one place. */
const STOCK_OF_PLACE = /^(?:current quantity .|inventory_.)/i
const LAST_RANK = 1_000
const OWN_NAMES = 2

function meanings(noun: ImportedNoun, name: string): readonly { field: string; rank: number }[] {
  const byKey = knownNames(noun)
  const found = byKey.get(columnKey(name)) ?? byKey.get(bareKey(name)) ?? []
  if (noun === 'products' && STOCK_OF_PLACE.test(name)) return [{ field: 'stockQuantity', rank: LAST_RANK }]
  return WITHOUT_TAX.test(name.slice(0, LONGEST_NAME)) ? found.filter(({ field }) => field !== 'price') : found
}

const ignoredKeys = new Set(ignoredColumns.map(columnKey))

function isOwnName(noun: ImportedNoun, name: string): boolean {
  const key = columnKey(name)
  return key === 'id' || ignoredKeys.has(key) || Object.keys(importFields[noun]).some((field) => columnKey(field) === key)
}

export const isKnownColumn = (noun: ImportedNoun, name: string): boolean => meanings(noun, name).length > 0

/**
 * Null for a skipped column. Of several columns for one field the best name wins, and equal names get none. @param fits judges a column's
 * first cells
 */
export function matchColumns(
  noun: ImportedNoun,
  header: readonly string[],
  fits: (column: number, field: string, isOurs: boolean) => boolean,
): (string | null)[] {
  const matched: (string | null)[] = header.map(() => null)
  // Ids of other programs are not ours, even if they look alike.
  const isOurs = header.every((name) => name === '' || isOwnName(noun, name))
  const wanted = header.flatMap((name, column) =>
    meanings(noun, name)
      .filter(({ field, rank }) => (field !== 'id' || isOurs) && fits(column, field, rank < OWN_NAMES))
      .map((meaning) => ({ ...meaning, column })),
  )
  const taken = new Set<string>()
  for (const { field, rank, column } of wanted.toSorted((one, other) => one.rank - other.rank || one.column - other.column)) {
    if (matched[column] !== null || taken.has(field)) continue
    taken.add(field)
    const sameName = wanted.filter((each) => each.field === field && each.rank === rank)
    if (sameName.length > 1) continue
    matched[column] = field
  }
  return matched
}
