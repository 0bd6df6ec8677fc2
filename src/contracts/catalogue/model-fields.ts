import { activeField, type FieldDescriptions } from '~/contracts/field-description'
import { DEFAULT_MACHINE_CATEGORY } from './machines'
import type { ModelInput } from './models'

export const modelFields = {
  manufacturer: { label: 'Manufacturer', kind: 'line', part: 'identity', required: true },
  model: { label: 'Model', kind: 'line', part: 'identity', required: true },
  category: { label: 'Category', kind: 'line', part: 'identity', initial: DEFAULT_MACHINE_CATEGORY },
  algorithm: { label: 'Algorithm', kind: 'line', part: 'identity', placeholder: 'SHA-256' },
  hashrate: { label: 'Hashrate', kind: 'line', part: 'figures', placeholder: '110 TH/s' },
  powerWatts: {
    label: 'Power (W)',
    historyLabel: 'Power',
    kind: 'count',
    unit: 'W',
    part: 'figures',
    none: 'Not known',
    placeholder: '3250',
  },
  boards: { label: 'Boards', kind: 'count', part: 'figures', none: 'Not known' },
  chipsPerBoard: { label: 'Chips per board', kind: 'count', part: 'figures', none: 'Not known' },
  checklist: {
    label: 'Further steps of refurbishing',
    kind: 'names',
    part: 'refurbishing',
    wide: true,
    none: 'None',
    hint: 'With commas between them; cleaning, fans, firmware, load test and safety test are there already',
  },
  loadTestMinutes: { label: 'Load test (minutes)', kind: 'count', part: 'refurbishing', initial: '60' },
  tolerancePercent: {
    label: 'Tolerance (%)',
    kind: 'decimal',
    part: 'refurbishing',
    initial: '5',
    max: 100,
    hint: 'How far a measured unit may be from hashrate and power',
  },
  isActive: activeField('Suggested where a device is entered'),
} as const satisfies FieldDescriptions<ModelInput>
