import type { SiteSettings } from '~/contracts/site/settings'
import { addressLines } from './contact-details'
import { chargesVat } from './charges-vat'
import { vatWords } from './vat-words'

/** What the shop says of its company: one row of the database, the seller's, in the words of footer, emails, documents and legal pages. */

/** The part of the United Kingdom in which the company is registered, as the footer has it (spec §2). */
export const REGISTERED_IN = 'England & Wales'

type Company = Pick<SiteSettings, 'company_name' | 'company_address' | 'company_register'>

/** The name in the register: 'Ohmfield Ltd'. */
const registeredName = ({ company_name, company_register }: Pick<Company, 'company_name' | 'company_register'>): string =>
  company_register.legal_name || company_name

/** In one line: the office in the register, or the company's address. */
export const registeredOffice = ({ company_address, company_register }: Pick<Company, 'company_address' | 'company_register'>): string =>
  company_register.registered_office || addressLines(company_address).join(', ')

/**
 * What business letters, order forms and websites must say of a company: its registered name, the part of the United Kingdom in which it is
 * registered, its number and its registered office (Company, Limited Liability Partnership and Business (Names and Trading Disclosures)
 * Regulations 2015, regulations 24 and 25). A number that nobody has entered is left out.
 */
export function registerLines(settings: Company): string[] {
  const { company_number: number, vat_number: vat } = settings.company_register
  return [
    `${registeredName(settings)}, registered in ${REGISTERED_IN}${number === '' ? '' : ` with company number ${number}`}`,
    `Registered office: ${registeredOffice(settings)}`,
    ...(vat === '' ? [] : [`VAT number ${vat}`]),
  ]
}

/** What the prices of products, repairs and estimates say of VAT. */
export const vatNote = (settings: Pick<SiteSettings, 'company_register'>): string => vatWords(chargesVat(settings))
