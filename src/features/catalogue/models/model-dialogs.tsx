import type { Control } from 'react-hook-form'
import type * as z from 'zod'
import { HistoryDisclosure, HistoryRows } from '~/components/admin-list/history-list'
import { DescribedFields } from '~/components/form/described-fields'
import { serverMessage } from '~/components/form/server-errors'
import { AddRecordDialog, EditRecordById, EditRecordDialog, type RecordDefinition } from '~/components/record-form/record-dialogs'
import { notifyError } from '~/components/ui/notify'
import { modelFields } from '~/contracts/catalogue/model-fields'
import { modelInput, type Model, type ModelInput, type ModelUses } from '~/contracts/catalogue/models'
import type { HistoryEntry } from '~/contracts/audit'
import { comparedFields, draftOf, historyFields, newDraft } from '~/lib/field-values'
import { historyLines } from '~/lib/history-lines'
import { trpc } from '~/trpc/client'
import { useHistory } from '~/trpc/use-history'
import { useNewRecord, useRecordActions } from '~/trpc/use-record-actions'
import { modelMessages } from './model-columns'

export function AddModelDialog({ onClose }: { onClose: () => void }) {
  return <AddRecordDialog definition={modelForm} {...useNewRecord('models')} onClose={onClose} />
}

export function EditModelDialog({ model, onClose }: { model: Model; onClose: () => void }) {
  return (
    <EditRecordDialog definition={modelForm} row={model} actions={useRecordActions('models', model.id)} onClose={onClose}>
      <Uses id={model.id} />
      <HistoryDisclosure>
        <History id={model.id} />
      </HistoryDisclosure>
    </EditRecordDialog>
  )
}

export function EditModelById({ id, onClose }: { id: string; onClose: () => void }) {
  const query = trpc.models.byId.useQuery({ id })
  return (
    <EditRecordById definition={modelForm} query={query} onClose={onClose}>
      {(model) => <EditModelDialog model={model} onClose={onClose} />}
    </EditRecordById>
  )
}

const counted = (number: number, one: string) => `${number.toLocaleString('en-GB')} ${one}${number === 1 ? '' : 's'}`

/** 'Used by 2 products, 1 trade-in machine and 3 units.' */
export const writtenUses = ({ products, machines, units }: ModelUses) =>
  `Used by ${counted(products, 'product')}, ${counted(machines, 'trade-in machine')} and ${counted(units, 'unit')}.`

function Uses({ id }: { id: string }) {
  const { data } = trpc.models.uses.useQuery({ id })
  if (!data) return null
  return (
    <p className="px-5 pb-4 text-sm wrap-anywhere text-ink-muted sm:px-6">
      {writtenUses(data)}
      {data.spellings.length > 0 && ` Also written ${data.spellings.join(', ')}.`}
    </p>
  )
}

const actions: Record<string, string> = {
  'model.created': 'Model added',
  'model.updated': 'Model updated',
  'model.merged': 'Another spelling merged into it',
}
const fields = historyFields(modelFields)
const tell = (entry: HistoryEntry) => historyLines(entry, actions[entry.action] ?? entry.action, fields)

function History({ id }: { id: string }) {
  return <HistoryRows {...useHistory('model', id, tell)} />
}

type ModelDraft = z.input<typeof modelInput>

function ModelFields({ control }: { control: Control<ModelDraft, unknown, ModelInput> }) {
  const fields = { control, fields: modelFields }
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <DescribedFields {...fields} part="identity" />
      </div>
      <fieldset className="grid grid-cols-2 gap-x-4 gap-y-5 border-t border-line pt-4 sm:grid-cols-4">
        <legend className="sr-only">Nominal figures of the manufacturer</legend>
        <DescribedFields {...fields} part="figures" />
      </fieldset>
      <fieldset className="grid gap-x-4 gap-y-5 border-t border-line pt-4 sm:grid-cols-2">
        <legend className="sr-only">Refurbishing</legend>
        <DescribedFields {...fields} part="refurbishing" />
      </fieldset>
      <div className="border-t border-line pt-4">
        <DescribedFields {...fields} part="offer" />
      </div>
    </div>
  )
}

const modelForm: RecordDefinition<Model, ModelDraft, ModelInput> = {
  one: 'model',
  of: 'models',
  schema: modelInput,
  draft: newDraft<ModelDraft>(modelFields),
  toDraft: (values) => draftOf<ModelDraft>(modelFields, values),
  valuesOf: ({ id: _id, version: _version, createdAt: _createdAt, updatedAt: _updatedAt, ...values }) => values,
  compared: comparedFields(modelFields),
  messages: modelMessages,
  Fields: ModelFields,
  saveNeeds: ['manufacturer', 'model'],
  sayFailure: (error) => notifyError(serverMessage(error) ?? modelMessages.saveFailed, error),
}
