import { useState } from 'react'
import { type Stored, useVersionedSave } from '~/components/form/conflict'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { recordOf } from '~/contracts/keys'
import { settingsTabs, type SettingsTab, type TabValues } from '~/contracts/site/settings'
import { trpc, type RouterOutputs } from '~/trpc/client'

interface TabMessages {
  label: string
  saved: string
  failed: string
}

export const settingsMessages: Record<SettingsTab, TabMessages> = {
  general: { label: 'General', saved: 'General settings updated successfully', failed: 'Failed to update general settings' },
  contact: { label: 'Contact', saved: 'Contact settings updated successfully', failed: 'Failed to update contact settings' },
  homepage: { label: 'Homepage', saved: 'Homepage settings updated successfully', failed: 'Failed to update homepage settings' },
  about: { label: 'About', saved: 'About page settings updated successfully', failed: 'Failed to update about page settings' },
  seo: { label: 'SEO', saved: 'SEO settings updated successfully', failed: 'Failed to update SEO settings' },
  social: { label: 'Social', saved: 'Social media settings updated successfully', failed: 'Failed to update social media settings' },
}

export const LOAD_FAILED = 'Failed to load settings'

export type StoredSettings = RouterOutputs['settings']['all']

type Saves = { readonly [T in SettingsTab]: (input: { tab: T; values: TabValues<T>; version: number }) => Promise<{ version: number }> }

/** A tab's base values, and a save that does not overwrite other edits. @param all as last read */
export function useSettingsTab<T extends SettingsTab>(tab: T, all: StoredSettings) {
  const messages = settingsMessages[tab]
  const utils = trpc.useUtils()
  const mutation = trpc.settings.save.useMutation()
  const saves: Saves = recordOf(settingsTabs, () => mutation.mutateAsync)
  const stored: Stored<TabValues<T>> = all.tabs[tab]
  const [{ base, typed }, stand] = useState<{ base: Stored<TabValues<T>>; typed: 'kept' | 'dropped' }>({ base: stored, typed: 'dropped' })
  const [dirty, setDirty] = useState(false)

  // Other people's changes appear at once, unless that would lose something typed.
  if (!dirty && base !== stored) stand({ base: stored, typed: 'dropped' })

  const saving = useVersionedSave<TabValues<T>>({
    save: async (values, version) => {
      const saved = await saves[tab]({ tab, values, version })
      return { values, version: saved.version }
    },
    reload: async () => (await utils.settings.all.fetch(undefined, { staleTime: 0 })).tabs[tab],
    onStored: (now, how) => {
      utils.settings.all.setData(undefined, (known) => known && { tabs: { ...known.tabs, [tab]: now } })
      stand({ base: now, typed: how === 'saved' ? 'kept' : 'dropped' })
      if (how === 'taken over') return
      notifySuccess(messages.saved)
      void utils.settings.all.invalidate()
      void utils.audit.history.invalidate({ subjectType: 'settings', subjectId: tab })
    },
  })

  const sayFailure = (error: unknown) => {
    notifyError(messages.failed, error)
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
