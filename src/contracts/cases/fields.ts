import type { FieldDescription } from '~/contracts/field-description'

const arrival = {
  accessories: { label: 'What came with it', kind: 'text', rows: 2 },
  arrivalCondition: { label: 'Condition on arrival', kind: 'text', rows: 2 },
} as const satisfies Record<string, FieldDescription>

export const repairFields = {
  ...arrival,
  problemDescription: { label: 'Problem description', kind: 'text', rows: 3 },
  diagnosis: { label: 'Diagnosis', kind: 'text', rows: 3 },
  repairNotes: { label: 'Repair notes', kind: 'text', rows: 3 },
  estimatedCost: { label: 'Estimated cost', kind: 'euro', none: 'Not set', placeholder: 'Not set' },
  actualCost: { label: 'Actual cost', kind: 'euro', none: 'Not set', placeholder: 'Not set' },
} as const satisfies Record<string, FieldDescription>

export const tradeInFields = {
  ...arrival,
  conditionAssessment: { label: 'Condition assessment', kind: 'text', rows: 3 },
  evaluationNotes: { label: 'Evaluation notes', kind: 'text', rows: 3 },
  estimatedValue: { label: 'Estimated value', kind: 'euro', none: 'Not set', placeholder: 'Not set' },
  finalValue: { label: 'Final value', kind: 'euro', none: 'Not set', placeholder: 'Not set' },
} as const satisfies Record<string, FieldDescription>

/** Parts of a device (requirements §3). */
export const deviceFields = {
  manufacturer: { label: 'Manufacturer', kind: 'line', required: true },
  model: { label: 'Model', kind: 'line', required: true },
  serialNumber: { label: 'Serial number', kind: 'line' },
} as const satisfies Record<string, FieldDescription>
