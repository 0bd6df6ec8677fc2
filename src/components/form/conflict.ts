import { useState } from 'react'
import { isConflict } from './server-errors'

/** The version is the one that the values were loaded with. */
export interface Stored<Values> {
  values: Values
  version: number
}

/** The common base, what was typed here, and what was saved meanwhile. */
export interface Conflict<Values> {
  base: Values
  mine: Values
  theirs: Stored<Values>
}

export interface ConflictRow {
  label: string
  mine: string
  theirs: string
  /** False if only the other edit changed the field. */
  touched: boolean
}

/** `show` writes a value for people. */
export interface ConflictField<Values> {
  label: string
  write: (values: Values) => string
}

/** Lists are new objects in each answer, so their contents are compared. */
const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)

/** The values that 'Keep mine' saves: the other version with the fields changed here on top, so that no unseen work is overwritten. */
export function keepMine<Values extends object>({ base, mine, theirs }: Conflict<Values>): Values {
  const changed: Partial<Values> = {}
  for (const key in mine) if (!isSame(mine[key], base[key])) changed[key] = mine[key]
  return { ...theirs.values, ...changed }
}

/** The fields that differ, in the order of `fields`. */
export function conflictRows<Values>({ base, mine, theirs }: Conflict<Values>, fields: readonly ConflictField<Values>[]): ConflictRow[] {
  return fields
    .map(({ label, write }) => ({ label, mine: write(mine), theirs: write(theirs.values), touched: write(mine) !== write(base) }))
    .filter((row) => row.mine !== row.theirs)
}

/** Saves a part of a row whose version counts the whole row. @throws what `save` throws; CONFLICT if this part was changed too */
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
  save: (values: Values, version: number) => Promise<Stored<Values>>
  reload: () => Promise<Stored<Values>>
  /** Called with what is stored: the submitted values, 'Keep mine' joined with the other changes, or the other version. */
  onStored: (stored: Stored<Values>, how: 'saved' | 'joined' | 'taken over') => void
}

/** Saves without overwriting another edit: a stale version sets `conflict`. `saveOver` and `keepMine` throw every other failure. */
export function useVersionedSave<Values extends object>({ save, reload, onStored }: VersionedSaveOptions<Values>) {
  const [conflict, setConflict] = useState<Conflict<Values>>()

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
