import { useRouter } from 'next/router'
import type * as z from 'zod'
import { DescribedFields } from '~/components/form/described-fields'
import { SelectField } from '~/components/form/select-field'
import { caseDeviceDraft } from '~/contracts/cases/device'
import { repairFields } from '~/contracts/cases/fields'
import { createRepairInput } from '~/contracts/cases/repair-inputs'
import type { Repair } from '~/contracts/cases/repairs'
import { trpc } from '~/trpc/client'
import { arrivalFields, DevicePicker } from '../parts/device-fields'
import { returnAddressField } from '../parts/return-address-panel'
import { NewCaseDialog, NewCasePart } from '../parts/new-case-dialog'
import { useCustomerOfAddress } from '../use-case-search'
import { services } from '../choices'

const schema = createRepairInput.omit({ idempotencyKey: true, dueOn: true, assignedTo: true })
const problemField = { problemDescription: { ...repairFields.problemDescription, required: true } }

const emptyDraft: z.input<typeof schema> = {
  customer: {},
  deviceInfo: { manufacturer: '', model: '', serialNumber: '' },
  problemDescription: '',
  service: '',
  accessories: '',
  arrivalCondition: '',
  returnAddress: '',
}

/** A claim begins with what is known of the completed repair. */
const claimOf = ({ id, deviceInfo, service, returnAddress }: Repair) => ({
  ...emptyDraft,
  deviceInfo: caseDeviceDraft(deviceInfo),
  service: service ?? '',
  warrantyOf: id,
  returnAddress,
})

/** Opens a repair: for anybody, for the customer of an address with `customer`, or under the warranty of one with `warranty`. */
export function NewRepairDialog({ onClose }: { onClose: () => void }) {
  const { warranty } = useRouter().query
  const number = typeof warranty === 'string' ? warranty : ''
  const { customer, isLoading } = useCustomerOfAddress(number === '')
  const claimed = trpc.repairs.byNumber.useQuery({ number }, { enabled: number !== '' })
  // A form stands on what it begins with: nothing is shown before that is known, or known to be missing.
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
      {({ control }) => (
        <>
          <NewCasePart title="Device">
            <DevicePicker>
              <SelectField control={control} name="service" label="Service" options={services} none="None" />
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
        </>
      )}
    </NewCaseDialog>
  )
}

const ClaimNote = ({ of }: { of: string }) => (
  <p className="rounded-lg border border-line bg-surface-muted px-4 py-3 text-sm text-ink">
    Claims the warranty of {of}, at no cost unless you set one later.
  </p>
)
