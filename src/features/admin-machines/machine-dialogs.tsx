import { DetailsDialog } from '~/components/admin-list/details-dialog'
import { HistoryDisclosure, HistoryRows } from '~/components/admin-list/history-list'
import type { Stored } from '~/components/form/conflict'
import { AddRecordDialog, EditRecordDialog } from '~/components/record-form/record-dialogs'
import { notifySuccess } from '~/components/ui/notify'
import type { HistoryEntry } from '~/contracts/audit'
import { machineFields } from '~/contracts/machine-fields'
import type { Machine, MachineInput } from '~/contracts/machines'
import { comparedFields, draftOf, historyFields, newDraft } from '~/lib/field-values'
import { historyLines } from '~/lib/history-lines'
import { trpc } from '~/trpc/client'
import { useHistory } from '~/trpc/use-history'
import { useSubmission } from '~/trpc/use-submission'
import { machineForm, type MachineDraft } from './machine-fields'
import { machineMessages } from './machine-messages'

const newMachine = newDraft<MachineDraft>(machineFields)

/** The dialog behind 'Add Machine'. */
export function AddMachineDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const create = trpc.machines.create.useMutation({
    onSuccess: () => {
      void utils.machines.list.invalidate()
      notifySuccess(machineMessages.added)
      onClose()
    },
  })
  return (
    <AddRecordDialog
      title="Add Machine"
      definition={machineForm}
      draft={newMachine}
      onSave={async (machine) => {
        await submit((idempotencyKey) => create.mutateAsync({ ...machine, idempotencyKey }))
      }}
      saving={create.isPending}
      onClose={onClose}
    />
  )
}

/** What the form edits, apart from what the server keeps. */
function toStored({ id: _id, version, createdAt: _createdAt, updatedAt: _updatedAt, ...values }: Machine): Stored<MachineInput> {
  return { values, version }
}
const toDraft = (machine: MachineInput) => draftOf<MachineDraft>(machineFields, machine)
const compared = comparedFields(machineFields)

/** The dialog behind a row's 'Edit …'. */
export function EditMachineDialog({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const { id } = machine
  const utils = trpc.useUtils()
  const update = trpc.machines.update.useMutation()
  return (
    <EditRecordDialog
      title="Edit Machine"
      subject="this machine"
      definition={machineForm}
      stored={toStored(machine)}
      toDraft={toDraft}
      compared={compared}
      save={async (values, version) => toStored(await update.mutateAsync({ ...values, id, version }))}
      reload={async () => toStored(await utils.machines.byId.fetch({ id }, { staleTime: 0 }))}
      onStored={() => {
        void utils.machines.list.invalidate()
        void utils.audit.history.invalidate({ subjectType: 'machine', subjectId: id })
      }}
      onSaved={() => notifySuccess(machineMessages.updated)}
      saving={update.isPending}
      onClose={onClose}
    >
      <HistoryDisclosure>
        <History id={id} />
      </HistoryDisclosure>
    </EditRecordDialog>
  )
}

/** The dialog of a machine that an address names, whatever rows the list shows. */
export function EditMachineById({ id, onClose }: { id: string; onClose: () => void }) {
  const machine = trpc.machines.byId.useQuery({ id })
  if (machine.data) return <EditMachineDialog machine={machine.data} onClose={onClose} />
  return (
    <DetailsDialog
      title="Edit Machine"
      record={machine}
      missing={machineMessages.missing}
      failed={machineMessages.loadFailed}
      onClose={onClose}
    >
      {() => null}
    </DetailsDialog>
  )
}

const actions: Record<string, string> = { 'machine.created': 'Machine added', 'machine.updated': 'Machine updated' }
const fields = historyFields(machineFields)
const tell = (entry: HistoryEntry) => historyLines(entry, actions[entry.action] ?? entry.action, fields)

/** Who changed what of a machine; not read before it is opened. */
function History({ id }: { id: string }) {
  return <HistoryRows {...useHistory('machine', id, tell)} />
}
