import { useState } from 'react'
import { isConflict } from './server-errors'

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
 * The values that 'Keep mine' saves: the other version, with the fields changed here on top. A field not touched here keeps the
 * newer value, so that nobody overwrites work that they never saw.
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

/**
 * Saves a part of a row whose version counts all of it: where only other parts have become newer, saving goes on over that.
 * @throws what `save` throws; CONFLICT where this part was changed too
 */
export async function saveOverOtherFields<Values>(
  { save, reload }: Pick<VersionedSaveOptions<Values>, 'save' | 'reload'>,
  values: Values,
  base: Stored<Values>,
): Promise<Stored<Values>> {
  try {
    return await save(values, base.version)
  } catch (error) {
    if (!isConflict(error)) throw error
    const now = await reload()
    if (now.version === base.version || !isSame(now.values, base.values)) throw error
    return save(values, now.version)
  }
}

interface VersionedSaveOptions<Values> {
  /** Saves over `version`; throws CONFLICT when the row has a newer one. */
  save: (values: Values, version: number) => Promise<Stored<Values>>
  reload: () => Promise<Stored<Values>>
  /** Called with what is stored now: what was submitted, 'Keep mine' joined with their changes, or theirs. */
  onStored: (stored: Stored<Values>, how: 'saved' | 'joined' | 'taken over') => void
}

/**
 * Saving without overwriting someone else's edit: a stale version leads to `conflict`, both versions
 * to choose from. `saveOver` and `keepMine` throw every other failure.
 */
export function useVersionedSave<Values extends object>({ save, reload, onStored }: VersionedSaveOptions<Values>) {
  const [conflict, setConflict] = useState<Conflict<Values>>()

  /** Saves what was typed over what it was typed on; a lost update becomes `conflict`. */
  const saveOver = async (mine: Values, base: Stored<Values>, how: 'saved' | 'joined' = 'saved') => {
    try {
      const stored = await save(mine, base.version)
      setConflict(undefined)
      onStored(stored, how)
    } catch (error) {
      if (!isConflict(error)) throw error
      setConflict({ base: base.values, mine, theirs: await reload() })
    }
  }

  return {
    saveOver,
    conflict,
    /** Leaves the comparison; what was typed stays in the form. */
    dismiss: () => setConflict(undefined),
    keepMine: async () => {
      if (conflict) await saveOver(keepMine(conflict), conflict.theirs, 'joined')
    },
    useTheirs: () => {
      if (!conflict) return
      setConflict(undefined)
      onStored(conflict.theirs, 'taken over')
    },
  }
}
