import { activeField, type FieldDescriptions } from '~/contracts/field-description'
import { DEFAULT_MACHINE_CATEGORY, type MachineInput } from './machines'

export const machineFields = {
  manufacturer: { label: 'Manufacturer', kind: 'line', part: 'identity', required: true },
  model: { label: 'Model', kind: 'line', part: 'identity', required: true },
  category: { label: 'Category', kind: 'line', part: 'identity', wide: true, initial: DEFAULT_MACHINE_CATEGORY },
  hashrate: { label: 'Hashrate', kind: 'line', part: 'identity', placeholder: '110 TH/s' },
  powerConsumption: { label: 'Power consumption', kind: 'line', part: 'identity', placeholder: '3250W' },
  baseValueExcellent: { label: 'Excellent value', kind: 'euro', part: 'values', placeholder: '0' },
  baseValueGood: { label: 'Good value', kind: 'euro', part: 'values', placeholder: '0' },
  baseValueFair: { label: 'Fair value', kind: 'euro', part: 'values', placeholder: '0' },
  baseValuePoor: { label: 'Poor value', kind: 'euro', part: 'values', placeholder: '0' },
  isActive: activeField('Offered in the public trade-in calculator'),
  notes: { label: 'Notes', kind: 'text', part: 'notes', rows: 3 },
} as const satisfies FieldDescriptions<MachineInput>
