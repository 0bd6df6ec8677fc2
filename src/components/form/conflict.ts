/** A row's values and the version that they were loaded with. */
export interface Stored<Values> {
  values: Values
  version: number
}

/** Two edits of the same row: what both started from, what was typed here, what was saved meanwhile. */
export interface Conflict<Values> {
  base: Values
  mine: Values
  theirs: Stored<Values>
}

export interface ConflictRow {
  label: string
  mine: string
  theirs: string
  /** False where only the other edit changed the field. */
  touched: boolean
}

/** One field of the comparison: its label, and its value as a person reads it. */
export interface ConflictField<Values> {
  label: string
  write: (values: Values) => string
}

/** Lists come anew with each answer: they are compared by what is in them. */
const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)

/**
 * What 'Keep mine' saves: the fields changed here over the other version. A field that was not
 * touched here keeps the newer value, so that nobody's work is undone by someone who never saw it.
 */
export function keepMine<Values extends object>({ base, mine, theirs }: Conflict<Values>): Values {
  const changed: Partial<Values> = {}
  for (const key in mine) if (!isSame(mine[key], base[key])) changed[key] = mine[key]
  return { ...theirs.values, ...changed }
}

/** The fields in which the two versions differ, in the order of `fields`. */
export function conflictRows<Values>({ base, mine, theirs }: Conflict<Values>, fields: readonly ConflictField<Values>[]): ConflictRow[] {
  return fields
    .map(({ label, write }) => ({ label, mine: write(mine), theirs: write(theirs.values), touched: write(mine) !== write(base) }))
    .filter((row) => row.mine !== row.theirs)
}
