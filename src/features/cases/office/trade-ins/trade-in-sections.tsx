import type * as z from 'zod'
import { savedToasts } from '~/features/cases/office/parts/change-toasts'
import { ChangeCustomerDialog } from '~/features/cases/office/parts/change-customer-dialog'
import { DeviceFields } from '~/features/cases/office/parts/device-fields'
import { EditSection } from '~/features/cases/office/parts/edit-section'
import { FieldsSection } from '~/features/cases/office/parts/fields-section'
import { DescribedFields } from '~/components/form/described-fields'
import { SelectField } from '~/components/form/select-field'
import { caseCustomerChange, type CaseCustomerChange } from '~/contracts/cases/cases'
import { deviceFields, tradeInFields } from '~/contracts/cases/fields'
import { records } from '~/contracts/records'
import { conditionGrades, conditionLabels, conditionNotes } from '~/contracts/cases/trade-in-estimate'
import { updateTradeInInput } from '~/contracts/cases/trade-in-inputs'
import type { TradeIn } from '~/contracts/cases/trade-ins'
import { caseDeviceDraft, writtenDevice } from '~/contracts/cases/device'
import { comparedFields, draftOf } from '~/lib/field-values'
import { useCaseUpdate, type CaseChanges } from '~/features/cases/office/use-case'
import { useCustomerSearch } from '~/features/cases/office/use-case-search'

/** The sections of a trade-in that are edited in place. */

interface SectionProps {
  tradeIn: TradeIn
}

/** Saving a part of it. @param read the part's values */
function useTradeInSave<Values extends CaseChanges<'tradeIns'>>({ id }: TradeIn, read: (tradeIn: TradeIn) => Values) {
  const { part, changed } = useCaseUpdate('tradeIns', id, read)
  return { ...part, ...savedToasts(records.tradeIns, { changed }) }
}

/** What a form holds of these fields. */
type Typed<Fields> = Record<keyof Fields, string>

const grades = conditionGrades.map((value) => ({ value, label: `${conditionLabels[value]} (${conditionNotes[value]})` }))
const { accessories, arrivalCondition, conditionAssessment, evaluationNotes, estimatedValue, finalValue } = tradeInFields

const deviceSchema = updateTradeInInput.pick({ deviceInfo: true, grade: true, accessories: true, arrivalCondition: true })
type DeviceValues = z.output<typeof deviceSchema>
const arrivalFields = { accessories, arrivalCondition }
const deviceOf = (tradeIn: TradeIn): DeviceValues => ({
  deviceInfo: caseDeviceDraft(tradeIn.deviceInfo),
  grade: tradeIn.grade,
  accessories: tradeIn.accessories,
  arrivalCondition: tradeIn.arrivalCondition,
})
const deviceDraft = ({ deviceInfo, grade, ...arrival }: DeviceValues): z.input<typeof deviceSchema> => ({
  deviceInfo: { manufacturer: '', model: '', serialNumber: '', ...deviceInfo },
  grade: grade ?? '',
  ...draftOf<Typed<typeof arrivalFields>>(arrivalFields, arrival),
})
const deviceCompared = [
  { label: 'Device', write: ({ deviceInfo }: DeviceValues) => writtenDevice(deviceInfo) },
  { label: 'Grade', write: ({ grade }: DeviceValues) => (grade ? conditionLabels[grade] : 'None') },
  ...comparedFields(arrivalFields),
]

/** What the device is, what came with it, and the grade that the customer gives it. */
export function DeviceSection({ tradeIn }: SectionProps) {
  return (
    <EditSection
      title="Device"
      subject="this trade-in"
      schema={deviceSchema}
      stored={{ values: deviceOf(tradeIn), version: tradeIn.version }}
      toDraft={deviceDraft}
      compared={deviceCompared}
      {...useTradeInSave(tradeIn, deviceOf)}
    >
      {(control) => (
        <>
          <DeviceFields fields={deviceFields} />
          <SelectField control={control} name="grade" label="Grade" options={grades} none="None" />
          <DescribedFields control={control} fields={arrivalFields} />
        </>
      )}
    </EditSection>
  )
}

const assessmentSchema = updateTradeInInput.pick({ conditionAssessment: true, evaluationNotes: true })
const assessmentFields = { conditionAssessment, evaluationNotes }
const assessmentOf = (of: TradeIn): z.output<typeof assessmentSchema> => ({
  conditionAssessment: of.conditionAssessment,
  evaluationNotes: of.evaluationNotes,
})

/** What the inspection says in words. */
export const AssessmentSection = ({ tradeIn }: SectionProps) => (
  <FieldsSection
    title="Assessment"
    subject="this trade-in"
    fields={assessmentFields}
    schema={assessmentSchema}
    stored={{ values: assessmentOf(tradeIn), version: tradeIn.version }}
    {...useTradeInSave(tradeIn, assessmentOf)}
  />
)

const valueSchema = updateTradeInInput.pick({ estimatedValue: true, finalValue: true })
const valueFields = { estimatedValue, finalValue }
const valuesOf = (of: TradeIn): z.output<typeof valueSchema> => ({ estimatedValue: of.estimatedValue, finalValue: of.finalValue })

/** What it was thought to be worth, and what it is (store credit in EUR). */
export const ValueSection = ({ tradeIn }: SectionProps) => (
  <FieldsSection
    title="Value"
    subject="this trade-in"
    fields={valueFields}
    schema={valueSchema}
    stored={{ values: valuesOf(tradeIn), version: tradeIn.version }}
    {...useTradeInSave(tradeIn, valuesOf)}
  />
)

const customerOf = ({ userId }: TradeIn): CaseCustomerChange => ({ customer: { userId: userId ?? undefined, fullName: null, phone: null } })

/** Gives it to another customer. */
export function ChangeCustomer({ tradeIn, onClose }: SectionProps & { onClose: () => void }) {
  const { fullName, email } = tradeIn.customer
  return (
    <ChangeCustomerDialog
      schema={caseCustomerChange}
      stored={{ values: customerOf(tradeIn), version: tradeIn.version }}
      name={fullName || email}
      useCustomers={useCustomerSearch}
      {...useTradeInSave(tradeIn, customerOf)}
      onClose={onClose}
    />
  )
}
