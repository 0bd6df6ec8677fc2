import { useRouter } from 'next/router'
import { useState } from 'react'
import type * as z from 'zod'
import type { PickedCustomer } from '~/features/cases/office/parts/customer-picker'
import { DevicePicker } from '~/features/cases/office/parts/device-fields'
import { NewCaseDialog, NewCasePart } from '~/features/cases/office/parts/new-case-dialog'
import { DescribedFields } from '~/components/form/described-fields'
import { SelectField } from '~/components/form/select-field'
import { serverMessage } from '~/components/form/server-errors'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { deviceFields, repairFields } from '~/contracts/cases/fields'
import { createRepairInput } from '~/contracts/cases/repair-inputs'
import { repairServiceIds, repairServices } from '~/contracts/cases/repair-services'
import type { RepairPage } from '~/contracts/cases/repairs'
import { caseDeviceDraft } from '~/contracts/cases/device'
import { casePageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { useCaseChanged } from '~/features/cases/office/use-case'
import { useCustomerOfAddress, useCustomerSearch, useDeviceSearch, useSameDevice } from '~/features/cases/office/use-case-search'
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
  const { warranty } = useRouter().query
  const number = typeof warranty === 'string' ? warranty : ''
  const { customer, isLoading } = useCustomerOfAddress(number === '')
  const claimed = trpc.repairs.byNumber.useQuery({ number }, { enabled: number !== '' })
  // A form stands on what it begins with: nothing is shown before that is known, or known to be missing.
  if (isLoading || claimed.isLoading) return null
  const owner = claimed.data ? (claimed.data.owner ?? undefined) : customer
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
      owner={owner}
      useCustomers={useCustomerSearch}
      note={claimed !== undefined && <ClaimNote of={claimed} />}
      onSave={async (values) => {
        const { repairNumber } = await submit((idempotencyKey) => create.mutateAsync({ ...values, idempotencyKey }))
        changed()
        notifySuccess(`Repair ${repairNumber} opened`)
        return casePageOf('repairs', repairNumber)
      }}
      onFailure={(error) => notifyError('Failed to save repair', error, serverMessage(error))}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <NewCasePart title="Device">
            <DevicePicker fields={deviceFields} useSearch={useDeviceSearch} useSameDevice={useSameDevice}>
              <SelectField control={control} name="service" label="Service" options={services} none="None" />
            </DevicePicker>
          </NewCasePart>
          <NewCasePart title="Problem">
            <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
              <div className="sm:col-span-2">
                <DescribedFields control={control} fields={problemField} />
              </div>
              <DescribedFields control={control} fields={arrivalFields} />
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
