import { useRouter } from 'next/router'
import { useCallback, useState, type ComponentType } from 'react'
import { Tabs } from '~/components/ui/tabs'
import { settingsTabs, type SettingsTab } from '~/contracts/settings'
import { changeQuery } from '~/lib/change-query'
import { AboutTab, ContactTab, GeneralTab, HomepageTab, SeoTab, SocialTab, type SettingsTabProps } from './settings-tabs'
import { settingsWords } from './settings-words'

const panels: Record<SettingsTab, ComponentType<SettingsTabProps>> = {
  general: GeneralTab,
  contact: ContactTab,
  homepage: HomepageTab,
  about: AboutTab,
  seo: SeoTab,
  social: SocialTab,
}

/** The six tabs; which one is shown stands in the address. */
export function TabbedSettings({ all }: { all: SettingsTabProps['all'] }) {
  const router = useRouter()
  const [selected, setSelected] = useState<SettingsTab>(() => settingsTabs.find((tab) => tab === router.query.tab) ?? 'general')
  const [dirty, setDirty] = useState<Partial<Record<SettingsTab, boolean>>>({})
  const onDirty = useCallback((tab: SettingsTab, isDirty: boolean) => setDirty((known) => ({ ...known, [tab]: isDirty })), [])

  const select = (tab: SettingsTab) => {
    setSelected(tab)
    // The address follows, so that a reload or a shared link shows the same tab.
    void changeQuery(router, 'replace', () => (tab === 'general' ? {} : { tab }))
  }

  return (
    <Tabs
      label="Website settings"
      selected={selected}
      onSelect={select}
      items={settingsTabs.map((id) => {
        const Panel = panels[id]
        return {
          id,
          label: settingsWords[id].label,
          note: dirty[id] ? 'Unsaved changes' : undefined,
          panel: <Panel all={all} onDirty={onDirty} />,
        }
      })}
    />
  )
}
