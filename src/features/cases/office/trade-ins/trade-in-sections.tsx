import type * as z from 'zod'
import { DescribedFields } from '~/components/form/described-fields'
import { SelectField } from '~/components/form/select-field'
import { tradeInFields } from '~/contracts/cases/fields'
import { conditionLabels } from '~/contracts/catalogue/trade-in-estimate'
import { updateTradeInInput } from '~/contracts/cases/trade-in-inputs'
import type { TradeIn } from '~/contracts/cases/trade-ins'
import { arrivalFields, arrivedDevice, arrivedDraft, comparedDevice, DeviceFields } from '../parts/device-fields'
import { EditSection } from '../parts/edit-section'
import { FieldsSection } from '../parts/fields-section'
import { useCaseSave } from '../use-case'
import { grades } from '../choices'
import { useState } from 'react'
import { serverErrorCode, serverMessage } from '~/components/form/server-errors'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'

interface Asked {
  /** The server's sentence about the customer's answer. */
  message: string
  answer: (confirms: boolean) => void
}

/**
 * Asks before saving a final value that the customer has not accepted.
 * @returns `confirmed` saves, and after a yes repeats with `confirmsValue`; `question` must be rendered
 */
function useValueQuestion() {
  const [asked, setAsked] = useState<Asked>()
  const ask = (message: string) =>
    new Promise<boolean>((resolve) => {
      setAsked({
        message,
        answer: (confirms) => {
          setAsked(undefined)
          resolve(confirms)
        },
      })
    })
  return {
    confirmed: async <T,>(save: (more: { confirmsValue?: true }) => Promise<T>): Promise<T> => {
      try {
        return await save({})
      } catch (error) {
        if (serverErrorCode(error) !== 'value_not_agreed') throw error
        if (await ask(serverMessage(error) ?? '')) return save({ confirmsValue: true })
        throw new Error('The final value was not confirmed', { cause: error })
      }
    },
    question: asked && (
      <ConfirmDialog
        title="Confirm the final value?"
        message={asked.message}
        confirmLabel="Confirm value"
        cancelLabel="Cancel"
        onConfirm={() => asked.answer(true)}
        onCancel={() => asked.answer(false)}
      />
    ),
  }
}

interface SectionProps {
  tradeIn: TradeIn
}

const deviceSchema = updateTradeInInput.pick({ deviceInfo: true, grade: true, accessories: true, arrivalCondition: true })
type DeviceValues = z.output<typeof deviceSchema>
const deviceOf = (tradeIn: TradeIn): DeviceValues => ({ ...arrivedDevice(tradeIn), grade: tradeIn.grade })
const deviceDraft = ({ grade, ...device }: DeviceValues): z.input<typeof deviceSchema> => ({ ...arrivedDraft(device), grade: grade ?? '' })
const deviceCompared = comparedDevice<DeviceValues>({ label: 'Grade', write: ({ grade }) => (grade ? conditionLabels[grade] : 'None') })

export const DeviceSection = ({ tradeIn }: SectionProps) => (
  <EditSection
    title="Device"
    subject="this trade-in"
    schema={deviceSchema}
    stored={{ values: deviceOf(tradeIn), version: tradeIn.version }}
    toDraft={deviceDraft}
    compared={deviceCompared}
    {...useCaseSave('tradeIns', tradeIn.id, deviceOf)}
  >
    {(control) => (
      <>
        <DeviceFields />
        <SelectField control={control} name="grade" label="Grade" options={grades} none="None" />
        <DescribedFields control={control} fields={arrivalFields} />
      </>
    )}
  </EditSection>
)

const { conditionAssessment, evaluationNotes, estimatedValue, finalValue } = tradeInFields

const assessmentFields = { conditionAssessment, evaluationNotes }
const assessmentSchema = updateTradeInInput.pick({ conditionAssessment: true, evaluationNotes: true })
const assessmentOf = (of: TradeIn): z.output<typeof assessmentSchema> => ({
  conditionAssessment: of.conditionAssessment,
  evaluationNotes: of.evaluationNotes,
})

export const AssessmentSection = ({ tradeIn }: SectionProps) => (
  <FieldsSection
    title="Assessment"
    savesItself
    noun="tradeIns"
    row={tradeIn}
    fields={assessmentFields}
    schema={assessmentSchema}
    read={assessmentOf}
  />
)

const valueFields = { estimatedValue, finalValue }
const valueSchema = updateTradeInInput.pick({ estimatedValue: true, finalValue: true })
const valuesOf = (of: TradeIn): z.output<typeof valueSchema> => ({ estimatedValue: of.estimatedValue, finalValue: of.finalValue })

/** Estimated and final value (EUR of store credit). */
export function ValueSection({ tradeIn }: SectionProps) {
  const { confirmed, question } = useValueQuestion()
  return (
    <>
      <FieldsSection
        title="Value"
        noun="tradeIns"
        row={tradeIn}
        fields={valueFields}
        schema={valueSchema}
        read={valuesOf}
        confirmed={confirmed}
      />
      {question}
    </>
  )
}
