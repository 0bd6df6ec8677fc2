import type * as z from 'zod'
import { DescribedFields } from '~/components/form/described-fields'
import { SelectField } from '~/components/form/select-field'
import { repairFields } from '~/contracts/cases/fields'
import { updateRepairInput } from '~/contracts/cases/repair-inputs'
import { repairServices } from '~/contracts/repair-services'
import type { Repair } from '~/contracts/cases/repairs'
import { arrivalFields, arrivedDevice, arrivedDraft, comparedDevice, DeviceFields } from '../parts/device-fields'
import { EditSection } from '../parts/edit-section'
import { FieldsSection } from '../parts/fields-section'
import { useCaseSave } from '../use-case'
import { services } from '../choices'

interface SectionProps {
  repair: Repair
}

const deviceSchema = updateRepairInput.pick({ deviceInfo: true, service: true, accessories: true, arrivalCondition: true })
type DeviceValues = z.output<typeof deviceSchema>
const deviceOf = (repair: Repair): DeviceValues => ({ ...arrivedDevice(repair), service: repair.service })
const deviceDraft = ({ service, ...device }: DeviceValues): z.input<typeof deviceSchema> => ({
  ...arrivedDraft(device),
  service: service ?? '',
})
const deviceCompared = comparedDevice<DeviceValues>({
  label: 'Service',
  write: ({ service }) => (service ? repairServices[service].label : 'None'),
})

/** The device, its condition and accessories on arrival. */
export const DeviceSection = ({ repair }: SectionProps) => (
  <EditSection
    title="Device"
    subject="this repair"
    schema={deviceSchema}
    stored={{ values: deviceOf(repair), version: repair.version }}
    toDraft={deviceDraft}
    compared={deviceCompared}
    {...useCaseSave('repairs', repair.id, deviceOf)}
  >
    {(control) => (
      <>
        <DeviceFields />
        <SelectField control={control} name="service" label="Service" options={services} none="None" />
        <DescribedFields control={control} fields={arrivalFields} />
      </>
    )}
  </EditSection>
)

const { problemDescription, diagnosis, repairNotes, estimatedCost, actualCost } = repairFields

const workFields = { problemDescription, diagnosis, repairNotes }
const workSchema = updateRepairInput.pick({ problemDescription: true, diagnosis: true, repairNotes: true })
const workOf = (of: Repair): z.output<typeof workSchema> => ({
  problemDescription: of.problemDescription,
  diagnosis: of.diagnosis,
  repairNotes: of.repairNotes,
})

export const WorkSection = ({ repair }: SectionProps) => (
  <FieldsSection
    title="Diagnosis and repair"
    savesItself
    noun="repairs"
    row={repair}
    fields={workFields}
    schema={workSchema}
    read={workOf}
  />
)

const costFields = { estimatedCost, actualCost }
const costSchema = updateRepairInput.pick({ estimatedCost: true, actualCost: true })
const costsOf = (of: Repair): z.output<typeof costSchema> => ({ estimatedCost: of.estimatedCost, actualCost: of.actualCost })

/** Estimated and actual cost (EUR). */
export const CostSection = ({ repair }: SectionProps) => (
  <FieldsSection title="Costs" noun="repairs" row={repair} fields={costFields} schema={costSchema} read={costsOf} />
)
