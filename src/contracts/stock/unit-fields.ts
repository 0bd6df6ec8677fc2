import type { FieldDescription } from '~/contracts/field-description'

export const unitFields = {
  manufacturer: { label: 'Manufacturer', kind: 'line', part: 'identity' },
  model: { label: 'Model', kind: 'line', part: 'identity' },
  serialNumber: {
    label: 'Serial number',
    kind: 'line',
    part: 'identity',
    hint: 'However it is typed: O and 0, I and 1, spaces and case count as the same',
  },
  location: { label: 'Location', kind: 'line', part: 'identity', placeholder: 'Shelf B3' },
  cost: { label: 'Cost', kind: 'euro', part: 'company', none: 'Not set', hint: 'Paid by the company' },
  notes: { label: 'Notes', kind: 'text', part: 'notes', rows: 3, hint: 'Internal: customers do not see them' },
} as const satisfies Record<string, FieldDescription>
