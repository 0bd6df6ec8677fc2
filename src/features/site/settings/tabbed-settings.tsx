import { useRouter } from 'next/router'
import { useCallback, useState } from 'react'
import { Tabs } from '~/components/ui/tabs'
import { settingsTabs, type SettingsTab } from '~/contracts/site/settings'
import { changeQuery } from '~/lib/change-query'
import { settingsMessages, type StoredSettings } from './use-settings-tab'
import { SettingsTabForm } from './settings-tab-form'

/** The address names the open tab. */
export function TabbedSettings({ all }: { all: StoredSettings }) {
  const router = useRouter()
  const [selected, setSelected] = useState<SettingsTab>(() => settingsTabs.find((tab) => tab === router.query.tab) ?? 'general')
  const [dirty, setDirty] = useState<Partial<Record<SettingsTab, boolean>>>({})
  const onDirty = useCallback((tab: SettingsTab, isDirty: boolean) => setDirty((known) => ({ ...known, [tab]: isDirty })), [])

  const select = (tab: SettingsTab) => {
    setSelected(tab)
    // Kept in the address, so that a reload or a shared link opens the same tab.
    void changeQuery(router, 'replace', () => (tab === 'general' ? {} : { tab }))
  }

  return (
    <Tabs
      label="Website settings"
      selected={selected}
      onSelect={select}
      items={settingsTabs.map((id) => ({
        id,
        label: settingsMessages[id].label,
        note: dirty[id] ? 'Unsaved changes' : undefined,
        panel: <SettingsTabForm tab={id} all={all} onDirty={onDirty} />,
      }))}
    />
  )
}
