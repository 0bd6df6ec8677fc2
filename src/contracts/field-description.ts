/** Describes a record's field once, for its form, history, comparison of versions and CSV column. */

/** `euro` is an amount in EUR, `count` whole pieces, `names` a list. */
export type FieldKind = 'line' | 'text' | 'euro' | 'count' | 'decimal' | 'flag' | 'names'

export interface FieldDescription {
  label: string
  kind: FieldKind
  historyLabel?: string
  none?: string
  words?: { yes: string; no: string }
  unit?: string
  /** The form's part; a field without one is not placed by the form. */
  part?: string
  required?: boolean
  initial?: string | boolean
  placeholder?: string
  hint?: string
  type?: 'email' | 'tel' | 'url'
  options?: () => readonly { value: string; label: string }[]
  /** Warns about a text that has no effect but can be saved; null otherwise. `form` holds the other fields as typed. */
  doubt?: (text: string, form: Readonly<Record<string, unknown>>) => string | null
  rows?: number
  max?: number
  /** Recommended length in characters, not enforced. */
  advised?: number
  wide?: boolean
}

export type FieldDescriptions<Values> = { readonly [Field in keyof Values]-?: FieldDescription }

/** @param hint where the record is offered */
export const activeField = (hint: string) =>
  ({
    label: 'Active',
    historyLabel: 'Status',
    kind: 'flag',
    words: { yes: 'Active', no: 'Inactive' },
    part: 'offer',
    initial: true,
    hint,
  }) as const satisfies FieldDescription
