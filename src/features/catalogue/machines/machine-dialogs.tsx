import type { Control } from 'react-hook-form'
import type * as z from 'zod'
import { HistoryDisclosure, HistoryRows } from '~/components/admin-list/history-list'
import { DescribedFields } from '~/components/form/described-fields'
import { serverMessage } from '~/components/form/server-errors'
import { AddRecordDialog, EditRecordById, EditRecordDialog, type RecordDefinition } from '~/components/record-form/record-dialogs'
import { notifyError } from '~/components/ui/notify'
import { machineFields } from '~/contracts/catalogue/machine-fields'
import { machineInput, type Machine, type MachineInput } from '~/contracts/catalogue/machines'
import type { HistoryEntry } from '~/contracts/audit'
import { historyFields, comparedFields, draftOf, newDraft } from '~/lib/field-values'
import { historyLines } from '~/lib/history-lines'
import { trpc } from '~/trpc/client'
import { useHistory } from '~/trpc/use-history'
import { useNewRecord, useRecordActions } from '~/trpc/use-record-actions'
import { FillFromModel } from '../models/model-finder'
import { machineMessages } from './machine-columns'

export function AddMachineDialog({ onClose }: { onClose: () => void }) {
  return <AddRecordDialog definition={machineForm} {...useNewRecord('machines')} onClose={onClose} />
}

export function EditMachineDialog({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  return (
    <EditRecordDialog definition={machineForm} row={machine} actions={useRecordActions('machines', machine.id)} onClose={onClose}>
      <HistoryDisclosure>
        <History id={machine.id} />
      </HistoryDisclosure>
    </EditRecordDialog>
  )
}

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

/** Loaded when opened. */
function History({ id }: { id: string }) {
  return <HistoryRows {...useHistory('machine', id, tell)} />
}

/** Form values: amounts are texts. */
type MachineDraft = z.input<typeof machineInput>

function MachineFields({ control }: { control: Control<MachineDraft, unknown, MachineInput> }) {
  const fields = { control, fields: machineFields }
  return (
    <div className="flex flex-col gap-5">
      <FillFromModel fieldsOf={({ category, hashrate, power }) => ({ category, hashrate, powerConsumption: power })} />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <DescribedFields {...fields} part="identity" />
      </div>
      <fieldset className="grid grid-cols-2 gap-x-4 gap-y-5 border-t border-line pt-4 sm:grid-cols-4">
        <legend className="sr-only">Trade-in values in euro</legend>
        <DescribedFields {...fields} part="values" />
      </fieldset>
      <div className="border-t border-line pt-4">
        <DescribedFields {...fields} part="offer" />
      </div>
      <DescribedFields {...fields} part="notes" />
    </div>
  )
}

const machineForm: RecordDefinition<Machine, MachineDraft, MachineInput> = {
  one: 'machine',
  of: 'machines',
  schema: machineInput,
  draft: newDraft<MachineDraft>(machineFields),
  toDraft: (values) => draftOf<MachineDraft>(machineFields, values),
  valuesOf: ({ id: _id, version: _version, createdAt: _createdAt, updatedAt: _updatedAt, ...values }) => values,
  compared: comparedFields(machineFields),
  messages: machineMessages,
  Fields: MachineFields,
  saveNeeds: ['manufacturer', 'model'],
  /** Shows the server's own message (requirements §8). */
  sayFailure: (error) => notifyError(serverMessage(error) ?? machineMessages.saveFailed, error),
}
