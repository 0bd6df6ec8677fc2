import { savedToasts } from '~/features/cases/office/parts/change-toasts'
import { ChangeCustomerDialog } from '~/features/cases/office/parts/change-customer-dialog'
import { DeviceFields } from '~/features/cases/office/parts/device-fields'
import { EditSection } from '~/features/cases/office/parts/edit-section'
import { FieldsSection } from '~/features/cases/office/parts/fields-section'
import { DescribedFields } from '~/components/form/described-fields'
import { SelectField } from '~/components/form/select-field'
import { caseCustomerChange, type CaseCustomerChange } from '~/contracts/cases/cases'
import { deviceFields, repairFields } from '~/contracts/cases/fields'
import { records } from '~/contracts/records'
import { updateRepairInput } from '~/contracts/cases/repair-inputs'
import { repairServiceIds, repairServices } from '~/contracts/cases/repair-services'
import type { Repair } from '~/contracts/cases/repairs'
import { caseDeviceDraft, writtenDevice } from '~/contracts/cases/device'
import { comparedFields, draftOf } from '~/lib/field-values'
import type * as z from 'zod'
import { useCaseUpdate, type CaseChanges } from '~/features/cases/office/use-case'
import { useCustomerSearch } from '~/features/cases/office/use-case-search'

/** The sections of a repair that are edited in place. */

interface SectionProps {
  repair: Repair
}

/** Saving a part of it. @param read the part's values */
function useRepairSave<Values extends CaseChanges<'repairs'>>({ id }: Repair, read: (repair: Repair) => Values) {
  const { part, changed } = useCaseUpdate('repairs', id, read)
  return { ...part, ...savedToasts(records.repairs, { changed }) }
}

const deviceSchema = updateRepairInput.pick({ deviceInfo: true, service: true, accessories: true, arrivalCondition: true })
const { accessories, arrivalCondition, problemDescription, diagnosis, repairNotes, estimatedCost, actualCost } = repairFields
const arrivalFields = { accessories, arrivalCondition }
const workFields = { problemDescription, diagnosis, repairNotes }
const costFields = { estimatedCost, actualCost }
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
  ...draftOf<Typed<typeof arrivalFields>>(arrivalFields, arrival),
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
const workOf = ({ problemDescription, diagnosis, repairNotes }: Repair): z.output<typeof workSchema> => ({
  problemDescription,
  diagnosis,
  repairNotes,
})

/** What is wrong with it, why, and what was done. */
export const WorkSection = ({ repair }: SectionProps) => (
  <FieldsSection
    title="Diagnosis and repair"
    subject="this repair"
    fields={workFields}
    schema={workSchema}
    stored={{ values: workOf(repair), version: repair.version }}
    {...useRepairSave(repair, workOf)}
  />
)

const costSchema = updateRepairInput.pick({ estimatedCost: true, actualCost: true })
const costsOf = ({ estimatedCost, actualCost }: Repair): z.output<typeof costSchema> => ({ estimatedCost, actualCost })

/** What it is thought to cost, and what it has cost (EUR). */
export const CostSection = ({ repair }: SectionProps) => (
  <FieldsSection
    title="Costs"
    subject="this repair"
    fields={costFields}
    schema={costSchema}
    stored={{ values: costsOf(repair), version: repair.version }}
    {...useRepairSave(repair, costsOf)}
  />
)

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
