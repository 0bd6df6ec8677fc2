import type { FieldDescription, FieldDescriptions } from '~/contracts/field-description'
import type { HistoryField } from './history-lines'
import { formatEuro } from './money'

/** Builds drafts, history lines and comparisons from field descriptions (contracts/field-description). */

type Fields = Readonly<Record<string, FieldDescription>>

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

export const historyFields = (fields: Fields): Record<string, HistoryField> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]): [string, HistoryField] => {
      const label = field.historyLabel ?? field.label
      return [key, isText(field) ? { label } : { label, write: (value) => writtenValue(field, value) }]
    }),
  )

export const comparedFields = (fields: Fields) =>
  Object.entries(fields).map(([key, field]) => ({
    label: field.historyLabel ?? field.label,
    write: (values: object) => writtenValue(field, new Map<string, unknown>(Object.entries(values)).get(key)),
  }))

/** A value as a form holds it: numbers as digits, lists joined by commas, null as ''. */
function typed({ kind }: FieldDescription, value: unknown) {
  if (kind === 'flag') return value === true
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A field that was changed and changed back equals its initial value. */
export const draftOf = <Draft extends object>(fields: FieldDescriptions<Draft>, values: { readonly [Field in keyof Draft]?: unknown }) =>
  Object.fromEntries(
    Object.entries<FieldDescription>(fields).map(([key, field]) => [key, typed(field, new Map(Object.entries(values)).get(key))]),
  ) as Draft

export const newDraft = <Draft extends object>(fields: FieldDescriptions<Draft>) =>
  Object.fromEntries(
    Object.entries<FieldDescription>(fields).map(([key, field]) => [key, field.initial ?? (field.kind === 'flag' ? false : '')]),
  ) as Draft
