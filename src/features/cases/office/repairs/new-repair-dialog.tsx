import { useRouter } from 'next/router'
import type * as z from 'zod'
import { useWatch } from 'react-hook-form'
import { DescribedFields, TextAreaField } from '~/components/form/described-fields'
import type { ZodForm } from '~/components/form/form'
import { SelectField } from '~/components/form/select-field'
import type { FoundWarranty } from '~/contracts/cases/cases'
import { caseDeviceDraft } from '~/contracts/cases/device'
import { repairFields } from '~/contracts/cases/fields'
import { createRepairInput } from '~/contracts/cases/repair-inputs'
import type { Repair } from '~/contracts/cases/repairs'
import { trpc } from '~/trpc/client'
import { arrivalFields, DevicePicker } from '../parts/device-fields'
import { returnAddressField } from '../parts/return-address-panel'
import type { PickedCustomer } from '../parts/customer-picker'
import { OtherMachines } from '../parts/other-machines'
import { Warranties } from '../parts/warranties'
import { NewCaseDialog, NewCasePart } from '../parts/new-case-dialog'
import { useCustomerOfAddress } from '../use-case-search'
import { services } from '../choices'

const schema = createRepairInput.omit({ idempotencyKey: true, dueOn: true, assignedTo: true })
const problemField = { problemDescription: { ...repairFields.problemDescription, required: true } }

type Draft = z.input<typeof schema>
type Values = z.output<typeof schema>

const emptyMachine = {
  deviceInfo: { manufacturer: '', model: '', serialNumber: '' },
  problemDescription: '',
  service: '',
  accessories: '',
  arrivalCondition: '',
} satisfies Partial<Draft>
const emptyDraft: Draft = { customer: {}, ...emptyMachine, others: [], returnAddress: '' }

/** A warranty claim starts with the completed repair's values. */
const claimOf = ({ id, deviceInfo, service, returnAddress }: Repair): Draft => ({
  ...emptyDraft,
  deviceInfo: caseDeviceDraft(deviceInfo),
  service: service ?? '',
  warrantyOf: id,
  returnAddress,
})

/** With `customer` in the address for that person, with `warranty` under that repair's warranty. */
export function NewRepairDialog({ onClose }: { onClose: () => void }) {
  const { warranty } = useRouter().query
  const number = typeof warranty === 'string' ? warranty : ''
  const { customer, isLoading } = useCustomerOfAddress(number === '')
  const claimed = trpc.repairs.byNumber.useQuery({ number }, { enabled: number !== '' })
  // Waits for initial values, since a form reads them once.
  if (isLoading || claimed.isLoading) return null
  const page = claimed.data
  return (
    <NewCaseDialog
      noun="repairs"
      title="New repair"
      schema={schema}
      draft={page ? claimOf(page.repair) : emptyDraft}
      owner={page ? (page.owner ?? undefined) : customer}
      note={page && <ClaimNote of={page.repair.repairNumber} />}
      onClose={onClose}
    >
      {(form, pick) => {
        const { control } = form
        return (
          <>
            <NewCasePart title="Device">
              <DevicePicker>
                <SelectField control={control} name="service" label="Service" options={services} none="None" />
                {page === undefined && <Claim form={form} onClaim={pick} />}
              </DevicePicker>
            </NewCasePart>
            <NewCasePart title="Problem">
              <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
                <div className="sm:col-span-2">
                  <DescribedFields control={control} fields={problemField} />
                </div>
                <DescribedFields control={control} fields={arrivalFields} />
                <DescribedFields control={control} fields={returnAddressField} />
              </div>
            </NewCasePart>
            {page === undefined && (
              <OtherMachines
                begin={({ manufacturer, model }) => ({
                  ...emptyMachine,
                  deviceInfo: { manufacturer, model, serialNumber: '' },
                  problemDescription: form.getValues('problemDescription'),
                  service: form.getValues('service'),
                })}
              >
                {(at) => <MachineProblem control={control} at={at} />}
              </OtherMachines>
            )}
          </>
        )
      }}
    </NewCaseDialog>
  )
}

const MachineProblem = ({ control, at }: { control: ZodForm<Draft, Values>['control']; at: `others.${number}` }) => (
  <>
    <SelectField control={control} name={`${at}.service`} label="Service" options={services} none="None" />
    <div className="sm:col-span-2">
      <TextAreaField control={control} name={`${at}.problemDescription`} label={repairFields.problemDescription.label} required rows={2} />
    </div>
  </>
)

/** Claiming a warranty takes over its customer, and its device if none is typed. */
function Claim({
  form: { control, setValue, getValues },
  onClaim,
}: {
  form: ZodForm<Draft, Values>
  onClaim: (customer: PickedCustomer) => void
}) {
  const [serialNumber, repair, sale] = useWatch({ control, name: ['deviceInfo.serialNumber', 'warrantyOf', 'warrantySale'] })
  const dirty = { shouldDirty: true }
  const claim = (warranty: FoundWarranty | undefined) => {
    setValue('warrantyOf', warranty?.kind === 'repair' ? warranty.id : null, dirty)
    setValue('warrantySale', warranty?.kind === 'sale' ? warranty.id : null, dirty)
    if (warranty === undefined) return
    const { manufacturer, model } = getValues('deviceInfo')
    if (manufacturer === '') setValue('deviceInfo.manufacturer', warranty.deviceInfo.manufacturer, dirty)
    if (model === '') setValue('deviceInfo.model', warranty.deviceInfo.model, dirty)
    if (warranty.customer === null) return
    setValue('customer', { userId: warranty.customer.userId }, dirty)
    onClaim(warranty.customer)
  }
  return <Warranties serialNumber={serialNumber ?? ''} claimed={repair ?? sale} onClaim={claim} />
}

const ClaimNote = ({ of }: { of: string }) => (
  <p className="rounded-lg border border-line bg-surface-muted px-4 py-3 text-sm text-ink">
    Claims the warranty of {of}, at no cost unless you set one later.
  </p>
)
