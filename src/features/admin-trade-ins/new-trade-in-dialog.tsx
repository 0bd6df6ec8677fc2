import { useRouter } from 'next/router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod'
import { CustomerPicker, type PickedCustomer } from '~/components/admin-case/customer-picker'
import { NewCaseDialog, NewCasePart } from '~/components/admin-case/new-case-dialog'
import { SameDevice } from '~/components/admin-case/same-device'
import { DescribedFields } from '~/components/form/described-fields'
import type { ZodForm } from '~/components/form/form'
import { SelectField } from '~/components/form/select-field'
import { serverMessage } from '~/components/form/server-errors'
import { SuggestField } from '~/components/form/suggest-field'
import { TextField } from '~/components/form/text-field'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { deviceFields, tradeInFields } from '~/contracts/case-fields'
import { conditionGrades, conditionLabels, conditionNotes } from '~/contracts/trade-in-estimate'
import { createTradeInInput } from '~/contracts/trade-in-inputs'
import { casePageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { useCaseChanged } from '~/trpc/use-case'
import { useCustomerSearch, useDeviceSearch, useSameDevice } from '~/trpc/use-case-search'
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
  const { customer } = useRouter().query
  const userId = typeof customer === 'string' ? customer : ''
  const user = trpc.users.byId.useQuery({ userId }, { enabled: userId !== '' })
  // A form stands on what it begins with: nothing is shown before that is known, or known to be missing.
  if (user.isLoading) return null
  const draft = { ...emptyDraft, customer: user.data ? { userId: user.data.userId } : {} }
  return <TradeInForm draft={draft} owner={user.data} onClose={onClose} />
}

interface TradeInFormProps {
  draft: Draft
  owner: PickedCustomer | undefined
  onClose: () => void
}

function TradeInForm({ draft, owner, onClose }: TradeInFormProps) {
  const [begun] = useState(draft)
  const submit = useSubmission()
  const create = trpc.tradeIns.create.useMutation()
  const changed = useCaseChanged('tradeIns')
  return (
    <NewCaseDialog<Draft, Values>
      title="New Trade-in"
      schema={schema}
      draft={begun}
      onSave={async (values) => {
        const { tradeInNumber } = await submit((idempotencyKey) => create.mutateAsync({ ...values, idempotencyKey }))
        changed()
        notifySuccess(`Trade-in ${tradeInNumber} opened`)
        return casePageOf('tradeIns', tradeInNumber)
      }}
      onFailure={(error) => notifyError('Failed to save trade-in', error, serverMessage(error))}
      onClose={onClose}
    >
      {(form) => (
        <>
          <CustomerPart form={form} owner={owner} />
          <DevicePart form={form} />
          <NewCasePart title="On arrival">
            <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
              <DescribedFields control={form.control} fields={arrivalFields} />
            </div>
          </NewCasePart>
        </>
      )}
    </NewCaseDialog>
  )
}

interface PartProps {
  form: ZodForm<Draft, Values>
}

function CustomerPart({ form, owner }: PartProps & { owner: PickedCustomer | undefined }) {
  const { control, setValue, formState } = form
  const [chosen, setChosen] = useState(owner)
  const [isNew, setNew] = useState(false)
  return (
    <NewCasePart title="For whom">
      <CustomerPicker
        chosen={chosen}
        onChoose={(customer) => {
          setChosen(customer)
          setValue('customer', customer ? { userId: customer.userId } : {}, { shouldDirty: true, shouldValidate: formState.isSubmitted })
        }}
        isNew={isNew}
        onNew={(now) => {
          setNew(now)
          setValue('customer', now ? { email: '', fullName: '', phone: '' } : {}, { shouldDirty: true })
        }}
        message={formState.errors.customer?.userId?.message}
        useSearch={useCustomerSearch}
      >
        <TextField control={control} name="customer.email" label="Email" type="email" inputMode="email" autoComplete="off" required />
        <TextField control={control} name="customer.fullName" label="Full Name" autoComplete="off" />
        <TextField control={control} name="customer.phone" label="Phone" type="tel" inputMode="tel" autoComplete="off" />
      </CustomerPicker>
    </NewCasePart>
  )
}

function DevicePart({ form: { control, setValue, formState } }: PartProps) {
  const [text, setText] = useState('')
  const found = useDeviceSearch(text)
  const serialNumber = useWatch({ control, name: 'deviceInfo.serialNumber' })
  const machineId = useWatch({ control, name: 'machineId' })
  const options = found.map((device) => ({
    key: `${device.machineId ?? ''}/${device.manufacturer}/${device.model}`,
    label: `${device.manufacturer} ${device.model}`,
    detail: device.machineId === null ? 'Has been here before' : 'Trade-in catalogue',
    device,
  }))
  const take = { shouldDirty: true, shouldValidate: formState.isSubmitted }
  return (
    <NewCasePart title="Device">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <SuggestField
            label="Find a device"
            placeholder="Maker or model"
            hint="Or type any device below"
            text={text}
            onText={setText}
            options={options}
            onChoose={({ device }) => {
              setValue('machineId', device.machineId, take)
              setValue('deviceInfo.manufacturer', device.manufacturer, take)
              setValue('deviceInfo.model', device.model, take)
              setText('')
            }}
            none=""
          />
        </div>
        <TextField control={control} name="deviceInfo.manufacturer" label={deviceFields.manufacturer.label} required autoComplete="off" />
        <TextField control={control} name="deviceInfo.model" label={deviceFields.model.label} required autoComplete="off" />
        <TextField control={control} name="deviceInfo.serialNumber" label={deviceFields.serialNumber.label} autoComplete="off" />
        <SelectField
          control={control}
          name="grade"
          label="Grade"
          options={grades}
          none="None"
          hint={machineId ? 'With it the value is that of the catalogue now' : 'Choose a machine of the catalogue for a value'}
        />
        <SameDevice cases={useSameDevice(serialNumber ?? '')} />
      </div>
    </NewCasePart>
  )
}
