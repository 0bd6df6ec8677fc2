/** What is said of a record's field in one place: its form, its history, the comparison of two versions and its CSV column read it. */

/**
 * How a field is typed, written and stored: a line or several lines of text, an amount in EUR, whole pieces, a decimal, yes or no,
 * a list of names.
 */
export type FieldKind = 'line' | 'text' | 'euro' | 'count' | 'decimal' | 'flag' | 'names'

export interface FieldDescription {
  /** The visible label, which is the accessible name. */
  label: string
  kind: FieldKind
  /** What its history and a comparison call it, where that is not its label. */
  told?: string
  /** Said of a value that is not there. */
  none?: string
  /** What a flag's values are called. */
  words?: { yes: string; no: string }
  /** Stands behind a count: 'units'. */
  unit?: string
  /** The part of its form that it stands in; a field without one has no place of its own in the form. */
  part?: string
  /** A record cannot be without it. */
  required?: boolean
  /** What a new record starts with, where that is not an empty field. */
  initial?: string | boolean
  placeholder?: string
  /** A line below the field: an example or a limit. */
  hint?: string
  type?: 'email' | 'tel' | 'url'
  /** Says of a text that may be saved why it will not have its effect; null where there is nothing to say. */
  doubt?: (text: string) => string | null
  rows?: number
  max?: number
  /** A length in characters that is recommended, not enforced. */
  advised?: number
  /** Takes a whole row where others stand beside each other. */
  wide?: boolean
}

/** The description of each field of a record, in the order of its form. */
export type FieldDescriptions<Values> = { readonly [Field in keyof Values]-?: FieldDescription }
