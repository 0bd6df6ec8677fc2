import { useState } from 'react'
import { useWatch, type Control } from 'react-hook-form'
import type * as z from 'zod'
import type { PickedCustomer } from '~/features/cases/office/parts/customer-picker'
import { DevicePicker } from '~/features/cases/office/parts/device-fields'
import { NewCaseDialog, NewCasePart } from '~/features/cases/office/parts/new-case-dialog'
import { DescribedFields } from '~/components/form/described-fields'
import { SelectField } from '~/components/form/select-field'
import { serverMessage } from '~/components/form/server-errors'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { deviceFields, tradeInFields } from '~/contracts/cases/fields'
import { conditionGrades, conditionLabels, conditionNotes } from '~/contracts/cases/trade-in-estimate'
import { createTradeInInput } from '~/contracts/cases/trade-in-inputs'
import { casePageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { useCaseChanged } from '~/features/cases/office/use-case'
import { useCustomerOfAddress, useCustomerSearch, useDeviceSearch, useSameDevice } from '~/features/cases/office/use-case-search'
import { useSubmission } from '~/trpc/use-submission'

const schema = createTradeInInput.omit({ idempotencyKey: true, dueOn: true, assignedTo: true })
type Draft = z.input<typeof schema>
type Values = z.output<typeof schema>

const grades = conditionGrades.map((value) => ({ value, label: `${conditionLabels[value]} (${conditionNotes[value]})` }))
const { accessories, arrivalCondition } = tradeInFields
const arrivalFields = { accessories, arrivalCondition }

const emptyDraft: Draft = {
  customer: {},
  deviceInfo: { manufacturer: '', model: '', serialNumber: '' },
  machineId: null,
  grade: '',
  accessories: '',
  arrivalCondition: '',
}

/** Opens a trade-in: for anybody, or for the customer of an address with `customer`. */
export function NewTradeInDialog({ onClose }: { onClose: () => void }) {
  const { customer, isLoading } = useCustomerOfAddress()
  // A form stands on what it begins with: nothing is shown before that is known, or known to be missing.
  if (isLoading) return null
  return <TradeInForm owner={customer} onClose={onClose} />
}

function TradeInForm({ owner, onClose }: { owner: PickedCustomer | undefined; onClose: () => void }) {
  const [begun] = useState<Draft>({ ...emptyDraft, customer: owner ? { userId: owner.userId } : {} })
  const submit = useSubmission()
  const create = trpc.tradeIns.create.useMutation()
  const changed = useCaseChanged('tradeIns')
  return (
    <NewCaseDialog<Draft, Values>
      title="New Trade-in"
      schema={schema}
      draft={begun}
      owner={owner}
      useCustomers={useCustomerSearch}
      onSave={async (values) => {
        const { tradeInNumber } = await submit((idempotencyKey) => create.mutateAsync({ ...values, idempotencyKey }))
        changed()
        notifySuccess(`Trade-in ${tradeInNumber} opened`)
        return casePageOf('tradeIns', tradeInNumber)
      }}
      onFailure={(error) => notifyError('Failed to save trade-in', error, serverMessage(error))}
      onClose={onClose}
    >
      {({ control, setValue }) => (
        <>
          <NewCasePart title="Device">
            <DevicePicker
              fields={deviceFields}
              useSearch={useDeviceSearch}
              useSameDevice={useSameDevice}
              onChoose={({ machineId }) => setValue('machineId', machineId, { shouldDirty: true })}
            >
              <GradeField control={control} />
            </DevicePicker>
          </NewCasePart>
          <NewCasePart title="On arrival">
            <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
              <DescribedFields control={control} fields={arrivalFields} />
            </div>
          </NewCasePart>
        </>
      )}
    </NewCaseDialog>
  )
}

function GradeField({ control }: { control: Control<Draft, unknown, Values> }) {
  const machineId = useWatch({ control, name: 'machineId' })
  const hint = machineId ? 'With it the value is that of the catalogue now' : 'Choose a machine of the catalogue for a value'
  return <SelectField control={control} name="grade" label="Grade" options={grades} none="None" hint={hint} />
}
