import { useRouter } from 'next/router'
import { useCallback, useState, type ComponentType } from 'react'
import { serverMessage } from '~/components/form/server-errors'
import { PageHeader } from '~/components/layouts/page-header'
import { LoadFailure } from '~/components/ui/load-failure'
import { Spinner } from '~/components/ui/spinner'
import { Tabs } from '~/components/ui/tabs'
import { useFailureNotice } from '~/components/ui/use-failure-notice'
import { settingsTabs, type SettingsTab } from '~/contracts/settings'
import { trpc } from '~/trpc/client'
import { AboutTab, ContactTab, GeneralTab, HomepageTab, SeoTab, SocialTab, type SettingsTabProps } from './settings-tabs'
import { LOAD_FAILED, settingsWords } from './settings-words'

const panels: Record<SettingsTab, ComponentType<SettingsTabProps>> = {
  general: GeneralTab,
  contact: ContactTab,
  homepage: HomepageTab,
  about: AboutTab,
  seo: SeoTab,
  social: SocialTab,
}

/** Website Settings (spec §2): the site's texts in six tabs. */
export function SettingsScreen() {
  const settings = trpc.settings.all.useQuery(undefined, { refetchOnWindowFocus: 'always' })
  useFailureNotice(settings.error, LOAD_FAILED)

  return (
    <>
      <PageHeader title="Website Settings" subtitle="Manage your website content and configuration" />
      {settings.data ? (
        <SettingsTabs all={settings.data} />
      ) : settings.isError ? (
        <LoadFailure
          message={LOAD_FAILED}
          reason={serverMessage(settings.error)}
          onRetry={() => void settings.refetch()}
          retrying={settings.isFetching}
        />
      ) : (
        <p role="status" className="flex items-center justify-center gap-3 py-24 text-ink-muted">
          <Spinner />
          Loading settings…
        </p>
      )}
    </>
  )
}

function SettingsTabs({ all }: { all: SettingsTabProps['all'] }) {
  const router = useRouter()
  const [selected, setSelected] = useState<SettingsTab>(() => settingsTabs.find((tab) => tab === router.query.tab) ?? 'general')
  const [dirty, setDirty] = useState<Partial<Record<SettingsTab, boolean>>>({})
  const onDirty = useCallback((tab: SettingsTab, isDirty: boolean) => setDirty((known) => ({ ...known, [tab]: isDirty })), [])

  const select = (tab: SettingsTab) => {
    setSelected(tab)
    // The address follows, so that a reload or a shared link shows the same tab.
    void router.replace({ pathname: router.pathname, query: tab === 'general' ? {} : { tab } }, undefined, { shallow: true, scroll: false })
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
