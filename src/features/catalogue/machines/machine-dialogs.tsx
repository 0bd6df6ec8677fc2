import { HistoryDisclosure, HistoryRows } from '~/components/admin-list/history-list'
import { AddRecordDialog, EditRecordById, EditRecordDialog } from '~/components/record-form/record-dialogs'
import type { HistoryEntry } from '~/contracts/office/audit'
import { machineFields } from '~/contracts/catalogue/machine-fields'
import type { Machine } from '~/contracts/catalogue/machines'
import { historyFields } from '~/lib/field-values'
import { historyLines } from '~/lib/history-lines'
import { trpc } from '~/trpc/client'
import { useNewRecord, useRecordActions } from '~/trpc/use-record-actions'
import { useHistory } from '~/trpc/use-history'
import { machineForm } from './machine-fields'

/** The dialog behind 'Add Machine'. */
export function AddMachineDialog({ onClose }: { onClose: () => void }) {
  return <AddRecordDialog definition={machineForm} {...useNewRecord('machines')} onClose={onClose} />
}

/** The dialog behind a row's 'Edit …'. */
export function EditMachineDialog({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  return (
    <EditRecordDialog definition={machineForm} row={machine} actions={useRecordActions('machines', machine.id)} onClose={onClose}>
      <HistoryDisclosure>
        <History id={machine.id} />
      </HistoryDisclosure>
    </EditRecordDialog>
  )
}

/** The dialog of a machine that an address names. */
export function EditMachineById({ id, onClose }: { id: string; onClose: () => void }) {
  const query = trpc.machines.byId.useQuery({ id })
  return (
    <EditRecordById definition={machineForm} query={query} onClose={onClose}>
      {(machine) => <EditMachineDialog machine={machine} onClose={onClose} />}
    </EditRecordById>
  )
}

const actions: Record<string, string> = { 'machine.created': 'Machine added', 'machine.updated': 'Machine updated' }
const fields = historyFields(machineFields)
const tell = (entry: HistoryEntry) => historyLines(entry, actions[entry.action] ?? entry.action, fields)

/** Who changed what of a machine; not read before it is opened. */
function History({ id }: { id: string }) {
  return <HistoryRows {...useHistory('machine', id, tell)} />
}
