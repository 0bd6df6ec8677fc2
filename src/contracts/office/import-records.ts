import * as z from 'zod'
import type { FieldDescriptions } from '~/contracts/field-description'
import { amountOrNull, lineOrNull, optionalLine, optionalText, phoneNumber, requiredLine } from '~/contracts/fields'
import { emailAddress } from '~/contracts/identity/auth'
import { writtenLanguage } from '~/contracts/languages'
import { partTypeFields } from '~/contracts/stock/part-fields'
import { partTypeInput } from '~/contracts/stock/part-types'
import { unitFields } from '~/contracts/stock/unit-fields'
import { unitOwners } from '~/contracts/stock/units'

/** Rows of imported customers, units and parts: fields of files beyond those of the forms. */

/** Known by an email address or by a phone number alone. First and last name are joined. */
export const customerRow = z.object({
  email: z.union([z.literal('').transform(() => null), z.null(), emailAddress], { error: 'Enter a valid email address' }).default(null),
  fullName: lineOrNull,
  firstName: lineOrNull,
  lastName: lineOrNull,
  phone: phoneNumber,
  language: writtenLanguage,
})

export const customerImportFields = {
  email: { label: 'Email', kind: 'line', type: 'email' },
  fullName: { label: 'Full Name', kind: 'line' },
  firstName: { label: 'First name', kind: 'line' },
  lastName: { label: 'Last name', kind: 'line' },
  phone: { label: 'Phone', kind: 'line', type: 'tel' },
  language: { label: 'Language', kind: 'line' },
} as const satisfies FieldDescriptions<z.output<typeof customerRow>>

const serialNumber = lineOrNull

export const unitRow = z.object({
  manufacturer: optionalLine,
  model: optionalLine,
  serialNumber,
  owner: z.enum(unitOwners, { error: `Must be ${unitOwners.join(' or ')}` }).default('customer'),
  location: lineOrNull,
  cost: amountOrNull('Cost').default(null),
  notes: optionalText,
})

export const unitImportFields = {
  manufacturer: unitFields.manufacturer,
  model: unitFields.model,
  serialNumber: { ...unitFields.serialNumber, required: true },
  owner: { label: 'Owner', kind: 'line', hint: 'company or customer' },
  location: unitFields.location,
  cost: unitFields.cost,
  notes: unitFields.notes,
} as const satisfies FieldDescriptions<z.output<typeof unitRow>>

const MOST_OF_A_TYPE = 10_000
const pieces = z
  .union([z.string().max(40), z.number(), z.null()])
  .transform((given) => (given === null || given === '' ? null : Number(given)))
  .pipe(
    z
      .int('Must be a whole number')
      .min(0, 'Must not be negative')
      .max(MOST_OF_A_TYPE, `At most ${MOST_OF_A_TYPE.toLocaleString('en-GB')}`)
      .nullable(),
  )
  .default(null)

/** A type of part with its count, or one part with its serial number. */
export const partRow = partTypeInput.extend({
  name: requiredLine('Name is required'),
  quantity: pieces,
  serialNumber,
  location: lineOrNull,
  notes: optionalText,
})

export const partImportFields = {
  ...partTypeFields,
  quantity: { label: 'Quantity', kind: 'count', hint: 'On the shelf; more than the record has are received' },
  serialNumber: { label: 'Serial number', kind: 'line', hint: 'Of one part' },
  location: { label: 'Location', kind: 'line' },
  notes: { label: 'Notes', kind: 'text' },
} as const satisfies FieldDescriptions<z.output<typeof partRow>>
