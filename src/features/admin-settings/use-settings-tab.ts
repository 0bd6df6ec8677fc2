import { useState } from 'react'
import type { Stored } from '~/components/form/conflict'
import { useVersionedSave } from '~/components/form/use-versioned-save'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import type { SaveSettingsInput, SettingsTab } from '~/contracts/settings'
import { trpc, type RouterOutputs } from '~/trpc/client'
import { settingsWords } from './settings-words'

export type StoredSettings = RouterOutputs['settings']['all']
export type TabValues = Record<string, string>

export interface SettingsTabOptions<Values extends TabValues> {
  tab: SettingsTab
  /** All tabs as they were last read from the server. */
  all: StoredSettings
  /** This tab's part of them. */
  pick: (all: StoredSettings) => Stored<Values>
  toInput: (values: Values, version: number) => SaveSettingsInput
}

/** One tab: what its form stands on, and saving it without overwriting someone else's edit. */
export function useSettingsTab<Values extends TabValues>({ tab, all, pick, toInput }: SettingsTabOptions<Values>) {
  const words = settingsWords[tab]
  const utils = trpc.useUtils()
  const mutation = trpc.settings.save.useMutation()
  const stored = pick(all)
  const [{ base, typed }, stand] = useState<{ base: Stored<Values>; typed: 'kept' | 'dropped' }>({ base: stored, typed: 'dropped' })
  const [dirty, setDirty] = useState(false)

  // What others saved meanwhile appears by itself, unless something typed here would be lost.
  if (!dirty && base !== stored) stand({ base: stored, typed: 'dropped' })

  const saving = useVersionedSave<Values>({
    save: async (values, version) => {
      const saved = await mutation.mutateAsync(toInput(values, version))
      return { values, version: saved.version }
    },
    reload: async () => pick(await utils.settings.all.fetch(undefined, { staleTime: 0 })),
    onStored: (now, how) => {
      utils.settings.all.setData(undefined, (known) => known && { tabs: { ...known.tabs, [tab]: now } })
      stand({ base: now, typed: how === 'saved' ? 'kept' : 'dropped' })
      if (how === 'taken over') return
      notifySuccess(words.saved)
      void utils.settings.all.invalidate()
      void utils.audit.history.invalidate({ subjectType: 'settings', subjectId: tab })
    },
  })

  const sayFailure = (error: unknown) => {
    notifyError(words.failed, error)
  }

  return {
    ...saving,
    base,
    typed,
    setDirty,
    sayFailure,
    keepMine: () => void saving.keepMine().catch(sayFailure),
    isSaving: mutation.isPending,
  }
}
