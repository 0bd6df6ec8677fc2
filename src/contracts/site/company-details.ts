import * as z from 'zod'
import type { FieldDescription } from '~/contracts/field-description'
import { plainLine, plainText } from '~/contracts/fields'
import { keysOf } from '~/contracts/keys'

/** The footer's details of the company beside its name and address; each is left out where it is empty. */

const LONGEST_TEXT = 1_000
const text = plainText(LONGEST_TEXT).transform((given) => given.trim())

export const companyDetailsSchema = z.object({
  company_number: plainLine(40),
  vat_number: plainLine(40),
  registered_office: plainLine(300),
  guarantees: text,
  delivery: text,
})
export type CompanyDetails = z.output<typeof companyDetailsSchema>
export type CompanyDetail = keyof CompanyDetails
export const companyDetailKeys = keysOf(companyDetailsSchema.shape)

/** The category of their rows in `website_settings`. */
export const COMPANY_CATEGORY = 'company'

export const companyDetailFields: Record<CompanyDetail, FieldDescription> = {
  company_number: { label: 'Company number', kind: 'line', hint: 'As Companies House has it, such as 01234567.' },
  vat_number: { label: 'VAT number', kind: 'line', hint: 'Such as GB 123 4567 89.' },
  registered_office: {
    label: 'Registered office',
    kind: 'line',
    wide: true,
    hint: 'In one line, where it is another address than the shop’s.',
  },
  guarantees: { label: 'Guarantees', kind: 'text', rows: 3, wide: true, hint: 'What you promise: warranty, returns, tested hardware.' },
  delivery: { label: 'Delivery', kind: 'text', rows: 3, wide: true, hint: 'How long it takes, what it costs, and where you send to.' },
}

export const saveCompanyInput = z.object({
  values: companyDetailsSchema,
  /** As it was read; a stale one answers CONFLICT. Without one the last save wins. */
  version: z.int().nonnegative().optional(),
})

/** The details as the footer shows them: a line of the register, then a paragraph each. */
export function companyText(details: CompanyDetails): string {
  const { company_number, vat_number, registered_office, guarantees, delivery } = details
  const register = [
    ['Company number', company_number],
    ['VAT number', vat_number],
    ['Registered office:', registered_office],
  ].flatMap(([label, value]) => (value ? [`${label} ${value}`] : []))
  return [register.join(' · '), guarantees, delivery].filter((paragraph) => paragraph !== '').join('\n')
}
