import { HistoryDisclosure } from '~/components/admin-list/history-disclosure'
import { HistoryRows } from '~/components/admin-list/history-list'
import type { HistoryEntry } from '~/contracts/audit'
import { historyLines, type HistoryField } from '~/lib/history-lines'
import { formatEuro } from '~/lib/money'
import { useHistory } from '~/trpc/use-history'
import { machineStatusLabels } from './machine-words'

const actions: Record<string, string> = { 'machine.created': 'Machine added', 'machine.updated': 'Machine updated' }

const amount = (label: string): HistoryField => ({ label, write: (value) => formatEuro(Number(value)) })

const fields: Record<string, HistoryField> = {
  manufacturer: { label: 'Manufacturer' },
  model: { label: 'Model' },
  category: { label: 'Category' },
  hashrate: { label: 'Hashrate' },
  powerConsumption: { label: 'Power consumption' },
  baseValueExcellent: amount('Excellent value'),
  baseValueGood: amount('Good value'),
  baseValueFair: amount('Fair value'),
  baseValuePoor: amount('Poor value'),
  isActive: { label: 'Status', write: (isActive) => machineStatusLabels[isActive === true ? 'active' : 'inactive'] },
  notes: { label: 'Notes' },
}

const tell = (entry: HistoryEntry) => historyLines(entry, actions[entry.action] ?? entry.action, fields)

function Lines({ id }: { id: string }) {
  return <HistoryRows {...useHistory('machine', id, tell)} />
}

/** Who changed what of a machine, behind 'History' in its dialog. */
export function MachineHistory({ id }: { id: string }) {
  return (
    <HistoryDisclosure>
      <Lines id={id} />
    </HistoryDisclosure>
  )
}
