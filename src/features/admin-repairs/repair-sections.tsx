import { ChangeCustomerDialog } from '~/components/admin-case/change-customer-dialog'
import { DeviceFields } from '~/components/admin-case/device-fields'
import { EditSection } from '~/components/admin-case/edit-section'
import { DescribedFields } from '~/components/form/described-fields'
import { SelectField } from '~/components/form/select-field'
import { caseCustomerChange, type CaseCustomerChange } from '~/contracts/cases'
import { deviceFields, repairFields } from '~/contracts/case-fields'
import { updateRepairInput } from '~/contracts/repair-inputs'
import { repairServiceIds, repairServices } from '~/contracts/repair-services'
import type { Repair } from '~/contracts/repairs'
import { caseDeviceDraft, writtenDevice } from '~/lib/case-device'
import { comparedFields, draftOf } from '~/lib/field-values'
import type * as z from 'zod'
import { useCustomerSearch } from '~/trpc/use-case-search'
import { useRepairSave } from './use-repair-save'

/** The sections of a repair that are edited in place. */

interface SectionProps {
  repair: Repair
}

const deviceSchema = updateRepairInput.pick({ deviceInfo: true, service: true, accessories: true, arrivalCondition: true })
const { accessories, arrivalCondition, problemDescription, diagnosis, repairNotes, estimatedCost, actualCost } = repairFields
const arrivalFields = { accessories, arrivalCondition }
const workFields = { problemDescription, diagnosis, repairNotes }
const costFields = { estimatedCost, actualCost }
const noWork = { problemDescription: null, diagnosis: null, repairNotes: null }
/** What a form holds of these fields. */
type Typed<Fields> = Record<keyof Fields, string>
const services = repairServiceIds.map((value) => ({ value, label: repairServices[value].label }))

type DeviceValues = z.output<typeof deviceSchema>
const deviceOf = ({ deviceInfo, service, accessories, arrivalCondition }: Repair): DeviceValues => ({
  deviceInfo: caseDeviceDraft(deviceInfo),
  service,
  accessories,
  arrivalCondition,
})
const deviceDraft = ({ deviceInfo, service, ...arrival }: DeviceValues): z.input<typeof deviceSchema> => ({
  deviceInfo: { manufacturer: '', model: '', serialNumber: '', ...deviceInfo },
  service: service ?? '',
  ...draftOf<Typed<typeof arrivalFields>>(arrivalFields, { accessories: null, arrivalCondition: null, ...arrival }),
})
const deviceCompared = [
  { label: 'Device', write: ({ deviceInfo }: DeviceValues) => writtenDevice(deviceInfo) },
  { label: 'Service', write: ({ service }: DeviceValues) => (service ? repairServices[service].label : 'None') },
  ...comparedFields(arrivalFields),
]

/** What the device is, what came with it and in what condition. */
export function DeviceSection({ repair }: SectionProps) {
  return (
    <EditSection
      title="Device"
      subject="this repair"
      schema={deviceSchema}
      stored={{ values: deviceOf(repair), version: repair.version }}
      toDraft={deviceDraft}
      compared={deviceCompared}
      {...useRepairSave(repair, deviceOf)}
    >
      {(control) => (
        <>
          <DeviceFields fields={deviceFields} />
          <SelectField control={control} name="service" label="Service" options={services} none="None" />
          <DescribedFields control={control} fields={arrivalFields} />
        </>
      )}
    </EditSection>
  )
}

const workSchema = updateRepairInput.pick({ problemDescription: true, diagnosis: true, repairNotes: true })
type WorkValues = z.output<typeof workSchema>
const workOf = ({ problemDescription, diagnosis, repairNotes }: Repair): WorkValues => ({ problemDescription, diagnosis, repairNotes })
const workDraft = (values: WorkValues) => draftOf<Typed<typeof workFields>>(workFields, { ...noWork, ...values })
const workCompared = comparedFields(workFields)

/** What is wrong with it, why, and what was done. */
export function WorkSection({ repair }: SectionProps) {
  return (
    <EditSection
      title="Diagnosis and repair"
      subject="this repair"
      schema={workSchema}
      stored={{ values: workOf(repair), version: repair.version }}
      toDraft={workDraft}
      compared={workCompared}
      {...useRepairSave(repair, workOf)}
    >
      {(control) => (
        <div className="flex flex-col gap-5 sm:col-span-2">
          <DescribedFields control={control} fields={workFields} />
        </div>
      )}
    </EditSection>
  )
}

const costSchema = updateRepairInput.pick({ estimatedCost: true, actualCost: true })
type CostValues = z.output<typeof costSchema>
const costsOf = ({ estimatedCost, actualCost }: Repair): CostValues => ({ estimatedCost, actualCost })
const costDraft = (values: CostValues) =>
  draftOf<Typed<typeof costFields>>(costFields, { estimatedCost: null, actualCost: null, ...values })
const costCompared = comparedFields(costFields)

/** What it is thought to cost, and what it has cost (EUR). */
export function CostSection({ repair }: SectionProps) {
  return (
    <EditSection
      title="Costs"
      subject="this repair"
      schema={costSchema}
      stored={{ values: costsOf(repair), version: repair.version }}
      toDraft={costDraft}
      compared={costCompared}
      {...useRepairSave(repair, costsOf)}
    >
      {(control) => <DescribedFields control={control} fields={costFields} />}
    </EditSection>
  )
}

const customerOf = ({ userId }: Repair): CaseCustomerChange => ({ customer: { userId: userId ?? undefined, fullName: null, phone: null } })

/** Gives it to another customer. */
export function ChangeCustomer({ repair, onClose }: SectionProps & { onClose: () => void }) {
  const { fullName, email } = repair.customer
  return (
    <ChangeCustomerDialog
      schema={caseCustomerChange}
      stored={{ values: customerOf(repair), version: repair.version }}
      name={fullName || email}
      useCustomers={useCustomerSearch}
      {...useRepairSave(repair, customerOf)}
      onClose={onClose}
    />
  )
}
