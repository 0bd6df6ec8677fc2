import { useEffect } from 'react'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { LoadFailure } from '~/components/ui/load-failure'
import { onDemand } from '~/components/ui/on-demand'
import { Spinner } from '~/components/ui/loading'
import { useFailureNotice } from '~/components/ui/notify'
import { trpc } from '~/trpc/client'
import { LOAD_FAILED } from './use-settings-tab'

const TabbedSettings = onDemand(() => import('./tabbed-settings').then((module) => module.TabbedSettings), Loading)

/** (requirements §2) */
export function SettingsScreen() {
  const settings = trpc.settings.all.useQuery(undefined, { refetchOnWindowFocus: 'always' })
  useFailureNotice(settings.error, LOAD_FAILED)
  // Loads the forms while their data load.
  useEffect(() => void TabbedSettings.prepare().catch(() => undefined), [])

  return (
    <>
      <ScreenHeader title="Website Settings" subtitle="Manage your website content and configuration" />
      {settings.data ? (
        <TabbedSettings all={settings.data} />
      ) : settings.isError ? (
        <LoadFailure message={LOAD_FAILED} query={settings} />
      ) : (
        <Loading />
      )}
    </>
  )
}

function Loading() {
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-24 text-ink-muted">
      <Spinner />
      Loading settings…
    </p>
  )
}
