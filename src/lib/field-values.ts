import type { FieldDescription, FieldDescriptions } from '~/contracts/field-description'
import type { HistoryField } from './history-lines'
import { formatEuro } from './money'

/** Builds drafts, history lines and comparisons from field descriptions (contracts/field-description). */

type Fields = Readonly<Record<string, FieldDescription>>

/** A value as people read it. */
export function writtenValue({ kind, none, words, unit }: FieldDescription, value: unknown): string {
  switch (kind) {
    case 'line':
    case 'text':
      return typeof value === 'string' ? value : ''
    case 'euro':
      return none !== undefined && typeof value !== 'number' ? none : formatEuro(Number(value))
    case 'count':
      if (none !== undefined && typeof value !== 'number') return none
      return unit === undefined ? String(value) : `${String(value)} ${unit}`
    case 'decimal':
      return typeof value === 'number' ? value.toFixed(1) : (none ?? '')
    case 'flag':
      return (value === true ? words?.yes : words?.no) ?? ''
    case 'names':
      return Array.isArray(value) && value.length > 0 ? value.join(', ') : (none ?? '')
  }
}

const isText = ({ kind }: FieldDescription) => kind === 'line' || kind === 'text'

/** Fields for a record's history; a text is shown as it is. */
export const historyFields = (fields: Fields): Record<string, HistoryField> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]): [string, HistoryField] => {
      const label = field.historyLabel ?? field.label
      return [key, isText(field) ? { label } : { label, write: (value) => writtenValue(field, value) }]
    }),
  )

/** Fields for the comparison of two versions. */
export const comparedFields = (fields: Fields) =>
  Object.entries(fields).map(([key, field]) => ({
    label: field.historyLabel ?? field.label,
    write: (values: object) => writtenValue(field, new Map<string, unknown>(Object.entries(values)).get(key)),
  }))

/** A value as it is typed: a number's digits, names with commas between them, nothing as empty text. */
function typed({ kind }: FieldDescription, value: unknown) {
  if (kind === 'flag') return value === true
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Initial form values of a record, so that a field that was changed and changed back counts as unchanged. */
export const draftOf = <Draft extends object>(fields: FieldDescriptions<Draft>, values: { readonly [Field in keyof Draft]?: unknown }) =>
  // Each kind is typed as its schema takes it: a flag as it is, all else as text.
  Object.fromEntries(
    Object.entries<FieldDescription>(fields).map(([key, field]) => [key, typed(field, new Map(Object.entries(values)).get(key))]),
  ) as Draft

/** Initial form values of a new record. */
export const newDraft = <Draft extends object>(fields: FieldDescriptions<Draft>) =>
  Object.fromEntries(
    Object.entries<FieldDescription>(fields).map(([key, field]) => [key, field.initial ?? (field.kind === 'flag' ? false : '')]),
  ) as Draft
