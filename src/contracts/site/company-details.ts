import * as z from 'zod'
import type { FieldDescription } from '~/contracts/field-description'
import { plainLine, plainText } from '~/contracts/fields'
import type { CompanyRegister } from './settings'

/** Company details below the footer's name and address. Numbers and registered office are seller's details, and are edited there. */

const LONGEST_TEXT = 1_000
const text = plainText(LONGEST_TEXT).transform((given) => given.trim())

export const companyDetailsSchema = z.object({
  company_number: plainLine(200),
  vat_number: plainLine(40),
  registered_office: plainLine(300),
  guarantees: text,
  delivery: text,
})
export type CompanyDetails = z.output<typeof companyDetailsSchema>
export type CompanyDetail = keyof CompanyDetails

export const COMPANY_CATEGORY = 'company'
export const companyTexts = ['guarantees', 'delivery'] as const satisfies CompanyDetail[]
export type CompanyText = (typeof companyTexts)[number]

export const companyTextFields: Record<CompanyText, FieldDescription> = {
  guarantees: { label: 'Guarantees', kind: 'text', rows: 3, wide: true, hint: 'What you promise: warranty, returns, tested hardware.' },
  delivery: { label: 'Delivery', kind: 'text', rows: 3, wide: true, hint: 'How long it takes, what it costs, and where you send to.' },
}

/** With the seller's fields, so that a conflict with another form can name them. */
export const companyDetailFields: Record<CompanyDetail, FieldDescription> = {
  company_number: { label: 'Company number', kind: 'line' },
  vat_number: { label: 'VAT number', kind: 'line' },
  registered_office: { label: 'Registered office', kind: 'line' },
  ...companyTextFields,
}

export const saveCompanyInput = z.object({
  values: companyDetailsSchema,
  /** As read; a stale one is CONFLICT. Left out: the last save wins. */
  version: z.int().nonnegative().optional(),
})

/** A line of the register, then a paragraph each. */
export function companyText({ guarantees, delivery }: Record<CompanyText, string>, register: CompanyRegister): string {
  const { legal_name, company_number, vat_number, registered_office } = register
  const line = [
    ['', legal_name],
    ['Company number ', company_number],
    ['VAT number ', vat_number],
    ['Registered office: ', registered_office],
  ].flatMap(([label, value]) => (value ? [`${label}${value}`] : []))
  return [line.join(' · '), guarantees, delivery].filter((paragraph) => paragraph !== '').join('\n')
}
