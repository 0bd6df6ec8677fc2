import { useState } from 'react'
import { keepMine, type Conflict, type Stored } from './conflict'
import { isConflict } from './server-errors'

interface VersionedSaveOptions<Values> {
  /** Saves over `version`; throws CONFLICT when the row has a newer one. */
  save: (values: Values, version: number) => Promise<Stored<Values>>
  /** Reads what is stored now. */
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
