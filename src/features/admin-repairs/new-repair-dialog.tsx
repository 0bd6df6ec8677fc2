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
import { deviceFields, repairFields } from '~/contracts/case-fields'
import { createRepairInput } from '~/contracts/repair-inputs'
import { repairServiceIds, repairServices } from '~/contracts/repair-services'
import type { RepairPage } from '~/contracts/repairs'
import { caseDeviceDraft } from '~/lib/case-device'
import { casePageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { useCaseChanged } from '~/trpc/use-case'
import { useCustomerSearch, useDeviceSearch, useSameDevice } from '~/trpc/use-case-search'
import { useSubmission } from '~/trpc/use-submission'

const schema = createRepairInput.omit({ idempotencyKey: true, dueOn: true, assignedTo: true })
type Draft = z.input<typeof schema>
type Values = z.output<typeof schema>

const services = repairServiceIds.map((value) => ({ value, label: repairServices[value].label }))
const { accessories, arrivalCondition } = repairFields
const arrivalFields = { accessories, arrivalCondition }
const problemField = { problemDescription: { ...repairFields.problemDescription, required: true } }

const emptyDraft: Draft = {
  customer: {},
  deviceInfo: { manufacturer: '', model: '', serialNumber: '' },
  problemDescription: '',
  service: '',
  accessories: '',
  arrivalCondition: '',
}

/** A claim begins with what is known of the completed repair. */
const claimOf = ({ repair, owner }: RepairPage): Draft => ({
  ...emptyDraft,
  customer: owner ? { userId: owner.userId } : {},
  deviceInfo: caseDeviceDraft(repair.deviceInfo),
  service: repair.service ?? '',
  warrantyOf: repair.id,
})

/** Opens a repair: for anybody, for the customer of an address with `customer`, or under the warranty of one with `warranty`. */
export function NewRepairDialog({ onClose }: { onClose: () => void }) {
  const { customer, warranty } = useRouter().query
  const userId = typeof customer === 'string' ? customer : ''
  const number = typeof warranty === 'string' ? warranty : ''
  const user = trpc.users.byId.useQuery({ userId }, { enabled: userId !== '' && number === '' })
  const claimed = trpc.repairs.byNumber.useQuery({ number }, { enabled: number !== '' })
  // A form stands on what it begins with: nothing is shown before that is known, or known to be missing.
  if (user.isLoading || claimed.isLoading) return null
  const owner = claimed.data ? (claimed.data.owner ?? undefined) : user.data
  const draft = claimed.data ? claimOf(claimed.data) : { ...emptyDraft, customer: owner ? { userId: owner.userId } : {} }
  return <RepairForm draft={draft} owner={owner} claimed={claimed.data?.repair.repairNumber} onClose={onClose} />
}

interface RepairFormProps {
  draft: Draft
  owner: PickedCustomer | undefined
  /** The number of the repair whose warranty is claimed. */
  claimed: string | undefined
  onClose: () => void
}

function RepairForm({ draft, owner, claimed, onClose }: RepairFormProps) {
  const [begun] = useState(draft)
  const submit = useSubmission()
  const create = trpc.repairs.create.useMutation()
  const changed = useCaseChanged('repairs')
  return (
    <NewCaseDialog<Draft, Values>
      title="New Repair"
      schema={schema}
      draft={begun}
      onSave={async (values) => {
        const { repairNumber } = await submit((idempotencyKey) => create.mutateAsync({ ...values, idempotencyKey }))
        changed()
        notifySuccess(`Repair ${repairNumber} opened`)
        return casePageOf('repairs', repairNumber)
      }}
      onFailure={(error) => notifyError('Failed to save repair', error, serverMessage(error))}
      onClose={onClose}
    >
      {(form) => (
        <>
          {claimed !== undefined && (
            <p className="rounded-lg border border-line bg-surface-muted px-4 py-3 text-sm text-ink">
              Claims the warranty of {claimed}, at no cost unless you set one later.
            </p>
          )}
          <CustomerPart form={form} owner={owner} />
          <DevicePart form={form} />
          <NewCasePart title="Problem">
            <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
              <div className="sm:col-span-2">
                <DescribedFields control={form.control} fields={problemField} />
              </div>
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
        <SelectField control={control} name="service" label="Service" options={services} none="None" />
        <SameDevice cases={useSameDevice(serialNumber ?? '')} />
      </div>
    </NewCasePart>
  )
}
