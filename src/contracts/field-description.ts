/** Describes a record's field once, for its form, its history, the comparison of two versions and its CSV column. */

/** How a field is typed, written and stored: one line or several, an amount in EUR, whole pieces, a decimal, yes or no, a list of names. */
export type FieldKind = 'line' | 'text' | 'euro' | 'count' | 'decimal' | 'flag' | 'names'

export interface FieldDescription {
  /** The visible label, which is the accessible name. */
  label: string
  kind: FieldKind
  /** Name in histories and comparisons, where it differs from the label. */
  historyLabel?: string
  /** Said of a value that is not there. */
  none?: string
  words?: { yes: string; no: string }
  /** Stands behind a count: 'units'. */
  unit?: string
  /** The part of its form that it stands in; a field without one has no place of its own in the form. */
  part?: string
  required?: boolean
  /** Initial value of a new record, where it is not empty. */
  initial?: string | boolean
  placeholder?: string
  /** A line below the field: an example or a limit. */
  hint?: string
  type?: 'email' | 'tel' | 'url'
  /** The values of a line that is chosen from a list. */
  options?: () => readonly { value: string; label: string }[]
  /**
   * Says of a text that may be saved why it will not have its effect; null where there is nothing to say. `form` has the form's fields as
   * they are typed.
   */
  doubt?: (text: string, form: Readonly<Record<string, unknown>>) => string | null
  rows?: number
  max?: number
  /** A length in characters that is recommended, not enforced. */
  advised?: number
  /** Takes a whole row where others stand beside each other. */
  wide?: boolean
}

/** The description of each field of a record, in the order of its form. */
export type FieldDescriptions<Values> = { readonly [Field in keyof Values]-?: FieldDescription }

/** The flag of a record that is offered or not. @param hint says where */
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
