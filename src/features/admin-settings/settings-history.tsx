import { HistoryDisclosure } from '~/components/admin-list/history-disclosure'
import { HistoryRows } from '~/components/admin-list/history-list'
import type { HistoryEntry } from '~/contracts/audit'
import { settingLabel, type SettingsTab } from '~/contracts/settings'
import { historyLines } from '~/lib/history-lines'
import { useHistory } from '~/trpc/use-history'

const tell = (entry: HistoryEntry) =>
  historyLines(
    entry,
    'Settings saved',
    Object.fromEntries(Object.keys(entry.after ?? {}).map((key) => [key, { label: settingLabel(key) }])),
  )

function Lines({ tab }: { tab: SettingsTab }) {
  return <HistoryRows {...useHistory('settings', tab, tell)} />
}

/** Who changed which text of a tab, behind 'History' below its form. */
export function SettingsHistory({ tab }: { tab: SettingsTab }) {
  return (
    <HistoryDisclosure>
      <Lines tab={tab} />
    </HistoryDisclosure>
  )
}
