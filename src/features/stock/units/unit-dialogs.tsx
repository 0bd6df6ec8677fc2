import { useEffect, useState } from 'react'
import { type Control, useController, useFormState, useWatch } from 'react-hook-form'
import type * as z from 'zod'
import { DescribedFields } from '~/components/form/described-fields'
import { SelectField } from '~/components/form/select-field'
import { serverMessage } from '~/components/form/server-errors'
import { AddRecordDialog, EditRecordDialog, type RecordDefinition } from '~/components/record-form/record-dialogs'
import { notifyError } from '~/components/ui/notify'
import { unitFields } from '~/contracts/stock/unit-fields'
import { createUnitInput, type Unit } from '~/contracts/stock/units'
import { comparedFields, draftOf } from '~/lib/field-values'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { CustomerField, type KnownCustomer } from './customer-field'
import { unitMessages } from './unit-columns'

type UnitDraft = z.input<typeof createUnitInput>
type UnitValues = z.output<typeof createUnitInput>

const owners = [
  { value: 'customer', label: 'A customer' },
  { value: 'company', label: 'The company' },
]

function OwnerFields({ control, known }: { control: Control<UnitDraft, unknown, UnitValues>; known: KnownCustomer | undefined }) {
  const owner = useWatch({ control, name: 'owner' })
  const { field } = useController({ control, name: 'userId' })
  const { errors } = useFormState({ control })
  const { onChange } = field
  useEffect(() => {
    // The company's machine has no customer, even if one was chosen before.
    if (owner === 'company') onChange(null)
  }, [owner, onChange])
  return (
    <div className="grid gap-x-4 gap-y-5 border-t border-line pt-4 sm:grid-cols-2">
      <SelectField control={control} name="owner" label="Owner" options={owners} />
      {owner === 'company' ? (
        <DescribedFields control={control} fields={unitFields} part="company" />
      ) : (
        <CustomerField known={known} userId={field.value ?? null} message={errors.userId?.message} onChoose={field.onChange} />
      )}
    </div>
  )
}

const typedFields = { ...unitFields, owner: { label: 'Owner', kind: 'line' } } as const

function ownerText({ owner, userId }: UnitValues, known: KnownCustomer | undefined): string {
  if (owner === 'company') return 'The company'
  if (userId === null) return 'Nobody who is known'
  return known?.userId === userId ? known.name : 'Another customer'
}

/** @param known the customer when the form opens */
const unitForm = (known?: KnownCustomer): RecordDefinition<Unit, UnitDraft, UnitValues> => {
  const toDraft = (values: UnitValues): UnitDraft => ({
    ...draftOf<Record<keyof typeof typedFields, string>>(typedFields, values),
    owner: values.owner,
    userId: values.userId,
    modelId: values.modelId,
  })
  return {
    one: 'unit',
    of: 'units',
    schema: createUnitInput,
    draft: { ...draftOf<Record<keyof typeof unitFields, string>>(unitFields, {}), owner: 'customer', userId: null, modelId: null },
    toDraft,
    valuesOf: ({ manufacturer, model, serialNumber, modelId, owner, userId, location, cost, notes }) => ({
      ...{ manufacturer, model, serialNumber, modelId, owner, userId, location, cost, notes },
    }),
    compared: [
      ...comparedFields(unitFields),
      {
        label: 'Owner',
        write: (values) => ownerText(values, known),
      },
    ],
    messages: unitMessages,
    Fields: ({ control }) => (
      <div className="flex flex-col gap-5">
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <DescribedFields control={control} fields={unitFields} part="identity" />
        </div>
        <OwnerFields control={control} known={known} />
        <div className="border-t border-line pt-4">
          <DescribedFields control={control} fields={unitFields} part="notes" />
        </div>
      </div>
    ),
    sayFailure: (error) => notifyError(serverMessage(error) ?? unitMessages.saveFailed, error),
  }
}

const newUnit = unitForm()

export function AddUnitDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const create = trpc.units.create.useMutation()
  const save = async (values: UnitValues) => {
    await submit((idempotencyKey) => create.mutateAsync({ ...values, idempotencyKey }))
    void utils.units.invalidate()
  }
  return <AddRecordDialog definition={newUnit} onSave={save} saving={create.isPending} onClose={onClose} />
}

export function EditUnitDialog({ unit, onClose }: { unit: Unit; onClose: () => void }) {
  const { id, userId, customer } = unit
  const [definition] = useState(() =>
    unitForm(userId === null ? undefined : { userId, name: customer.fullName || customer.email || 'No name' }),
  )
  const utils = trpc.useUtils()
  const update = trpc.units.update.useMutation()
  const actions = {
    save: (values: UnitValues, version: number) => update.mutateAsync({ ...values, id, version }),
    reload: () => utils.units.byId.fetch({ id }, { staleTime: 0 }),
    onStored: () => void utils.units.invalidate(),
    saving: update.isPending,
  }
  return <EditRecordDialog definition={definition} row={unit} actions={actions} onClose={onClose} />
}
