import type { ActiveMachine } from '~/contracts/catalogue/machines'

/** The trade-in calculator's rules (requirements §2 Trade-in, §4). */

export const conditionGrades = ['excellent', 'good', 'fair', 'poor'] as const
export type ConditionGrade = (typeof conditionGrades)[number]

export const conditionNotes: Record<ConditionGrade, string> = {
  excellent: 'Like New',
  good: 'Minor Wear',
  fair: 'Functional with Wear',
  poor: 'Not Functional / Broken',
}

export const conditionLabels: Record<ConditionGrade, string> = {
  excellent: 'Excellent',
  good: 'Good',
  fair: 'Fair',
  poor: 'Poor',
}

/** The stages of a trade-in as the indicator shows them; a visitor is always at the first. */
export const tradeInStages = ['Calculate & Submit', 'Ship Equipment', 'Verification', 'Receive Credit'] as const

type GradedValues = Pick<ActiveMachine, 'baseValueExcellent' | 'baseValueGood' | 'baseValueFair' | 'baseValuePoor'>

/** A machine's base values in EUR, by grade. */
export const gradeValues = (machine: GradedValues): Record<ConditionGrade, number> => ({
  excellent: machine.baseValueExcellent,
  good: machine.baseValueGood,
  fair: machine.baseValueFair,
  poor: machine.baseValuePoor,
})

/** The store credit in EUR: the machine's base value for the grade, 0 while either is missing (requirements §4). */
export const tradeInEstimate = (machine: GradedValues | undefined, grade: ConditionGrade | undefined): number =>
  machine && grade ? gradeValues(machine)[grade] : 0
