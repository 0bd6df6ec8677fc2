import { useCallback } from 'react'
import type { Control } from 'react-hook-form'
import type * as z from 'zod'
import { HistoryDisclosure, HistoryRows } from '~/components/admin-list/history-list'
import { DescribedFields } from '~/components/form/described-fields'
import { FormDialog } from '~/components/form/form-dialog'
import { NumberField } from '~/components/form/number-field'
import { SelectField } from '~/components/form/select-field'
import { failureToast } from '~/components/form/use-action'
import { TextField } from '~/components/form/text-field'
import { AddRecordDialog, EditRecordById, EditRecordDialog, type RecordDefinition } from '~/components/record-form/record-dialogs'
import { partTypeFields } from '~/contracts/stock/part-fields'
import { countPartsInput } from '~/contracts/stock/parts'
import { partKindLabels, partKinds, partTypeInput, type PartType, type PartTypeInput } from '~/contracts/stock/part-types'
import type { HistoryEntry } from '~/contracts/audit'
import { comparedFields, draftOf, historyFields, newDraft } from '~/lib/field-values'
import { historyLines } from '~/lib/history-lines'
import { trpc } from '~/trpc/client'
import { useHistory } from '~/trpc/use-history'
import { useSubmission } from '~/trpc/use-submission'
import { partTypeMessages, typeValues, usePartChanges } from './use-part-changes'

type Draft = z.input<typeof partTypeInput>

const kinds = partKinds.map((value) => ({ value, label: partKindLabels[value] }))

function TypeFields({ control }: { control: Control<Draft, unknown, PartTypeInput> }) {
  const fields = { control, fields: partTypeFields }
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <DescribedFields {...fields} part="identity" />
        <SelectField control={control} name="kind" label="Kind" options={kinds} />
      </div>
      <fieldset className="grid grid-cols-2 gap-x-4 gap-y-5 border-t border-line pt-4 sm:grid-cols-4">
        <legend className="sr-only">Prices in euro and stock</legend>
        <DescribedFields {...fields} part="levels" />
      </fieldset>
      <div className="border-t border-line pt-4">
        <DescribedFields {...fields} part="offer" />
      </div>
    </div>
  )
}

const typeForm: RecordDefinition<PartType, Draft, PartTypeInput> = {
  one: 'part type',
  of: 'parts',
  schema: partTypeInput,
  draft: newDraft<Draft>(partTypeFields),
  toDraft: (values) => draftOf<Draft>(partTypeFields, values),
  valuesOf: typeValues,
  compared: comparedFields(partTypeFields),
  messages: partTypeMessages,
  Fields: TypeFields,
  saveNeeds: ['name'],
  sayFailure: failureToast(partTypeMessages.saveFailed),
}

export function AddTypeDialog({ onClose }: { onClose: () => void }) {
  const submit = useSubmission()
  const create = trpc.parts.createType.useMutation()
  const { reread } = usePartChanges()
  return (
    <AddRecordDialog
      definition={typeForm}
      saving={create.isPending}
      onSave={async (values) => {
        await submit((idempotencyKey) => create.mutateAsync({ ...values, idempotencyKey }))
        void reread()
      }}
      onClose={onClose}
    />
  )
}

const fields = historyFields(partTypeFields)
const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function tell(entry: HistoryEntry) {
  const { id, at, actor, action, before, after } = entry
  if (action !== 'part_type.counted')
    return historyLines(entry, action === 'part_type.created' ? 'Part type added' : 'Part type updated', fields)
  return [{ id, at, actor, what: 'Counted', before: textOf(before?.counted), after: textOf(after?.counted), text: textOf(after?.reason) }]
}

function History({ id }: { id: string }) {
  return <HistoryRows {...useHistory('part_type', id, tell)} />
}

function EditTypeDialog({ type, onClose }: { type: PartType; onClose: () => void }) {
  const utils = trpc.useUtils()
  const update = trpc.parts.updateType.useMutation()
  const { reread } = usePartChanges()
  const actions = {
    save: (values: PartTypeInput, version: number) => update.mutateAsync({ ...values, id: type.id, version }),
    reload: () => utils.parts.type.fetch({ id: type.id }, { staleTime: 0 }),
    onStored: useCallback(() => void reread(), [reread]),
    saving: update.isPending,
  }
  return (
    <EditRecordDialog definition={typeForm} row={type} actions={actions} onClose={onClose}>
      <HistoryDisclosure>
        <History id={type.id} />
      </HistoryDisclosure>
    </EditRecordDialog>
  )
}

export function EditTypeById({ id, onClose }: { id: string; onClose: () => void }) {
  const query = trpc.parts.type.useQuery({ id })
  return (
    <EditRecordById definition={typeForm} query={query} onClose={onClose}>
      {(type) => <EditTypeDialog type={type} onClose={onClose} />}
    </EditRecordById>
  )
}

const countSchema = countPartsInput.pick({ counted: true, reason: true })

export function CountDialog({ type, onClose }: { type: PartType; onClose: () => void }) {
  const count = trpc.parts.count.useMutation()
  const { done, failed } = usePartChanges()
  const expected = type.inStock + type.reserved
  return (
    <FormDialog
      title={`Count ${type.name}`}
      className="max-w-md"
      bodyClassName="flex flex-col gap-5"
      schema={countSchema}
      defaultValues={{ counted: '', reason: '' } satisfies z.input<typeof countSchema>}
      submitLabel="Book count"
      onClose={onClose}
      onSubmit={async (values) => {
        const { received, writtenOff } = await count.mutateAsync({ ...values, typeId: type.id, expected })
        const text = [
          received.length > 0 ? `${received.length} more than on record: received.` : '',
          writtenOff.length > 0 ? `${writtenOff.length} missing: written off.` : '',
        ].join(' ')
        done(text.trim() || 'Counted as on record', type.name)
        onClose()
      }}
      onFailure={(error) => failed(error, type.name)}
    >
      {({ control }) => (
        <>
          <p className="text-sm text-ink-muted">
            The record says {expected.toLocaleString('en-GB')}: {type.inStock.toLocaleString('en-GB')} free and{' '}
            {type.reserved.toLocaleString('en-GB')} reserved. What is more is received without a serial number; what is missing is written
            off.
          </p>
          <NumberField control={control} name="counted" label="Counted on the shelf" step="1" min={0} required />
          <TextField control={control} name="reason" label="Reason" hint="Kept in the history" required autoComplete="off" />
        </>
      )}
    </FormDialog>
  )
}
