import type { AuditValues, HistoryEntry } from '~/contracts/audit'

type Value = NonNullable<AuditValues>[string] | undefined

export interface HistoryField {
  label: string
  write?: (value: Value) => string
}

/** Characters; longer texts are cut. */
const LONGEST = 160

const asText = (value: Value) => {
  if (value === undefined || value === null || value === '') return 'Empty'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text
}

/** One line for each changed field, in the order of `fields`. @param words for an entry without fields, such as 'Product updated' */
export function historyLines(entry: HistoryEntry, words: string, fields: Readonly<Record<string, HistoryField>>) {
  const { id, at, actor, before, after } = entry
  const changed = before === null || after === null ? [] : Object.entries(fields).filter(([key]) => key in after)
  if (before === null || after === null || changed.length === 0) return [{ id, at, actor, what: words }]
  return changed.map(([key, { label, write = asText }]) => ({
    id: `${id}-${key}`,
    at,
    actor,
    what: `${label} changed`,
    before: write(before[key]),
    after: write(after[key]),
  }))
}
