import type { ActiveMachine } from '~/contracts/catalogue/machines'

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

export const tradeInStages = ['Calculate & Submit', 'Ship Equipment', 'Verification', 'Receive Credit'] as const

type GradedValues = Pick<ActiveMachine, 'baseValueExcellent' | 'baseValueGood' | 'baseValueFair' | 'baseValuePoor'>

/** EUR. */
export const gradeValues = (machine: GradedValues): Record<ConditionGrade, number> => ({
  excellent: machine.baseValueExcellent,
  good: machine.baseValueGood,
  fair: machine.baseValueFair,
  poor: machine.baseValuePoor,
})

/** EUR of store credit; 0 without a machine or a grade (requirements §4). */
export const tradeInEstimate = (machine: GradedValues | undefined, grade: ConditionGrade | undefined): number =>
  machine && grade ? gradeValues(machine)[grade] : 0
