import type { SiteSettings } from '~/contracts/site/settings'
import { addressLines } from './contact-details'
import { chargesVat } from './charges-vat'
import { vatWords } from './vat-words'

export const REGISTERED_IN = 'England & Wales'

type Company = Pick<SiteSettings, 'company_name' | 'company_address' | 'company_register'>

/** 'Ohmfield Ltd' */
const registeredName = ({ company_name, company_register }: Pick<Company, 'company_name' | 'company_register'>): string =>
  company_register.legal_name || company_name

/** In one line; without a registered office the company's address. */
export const registeredOffice = ({ company_address, company_register }: Pick<Company, 'company_address' | 'company_register'>): string =>
  company_register.registered_office || addressLines(company_address).join(', ')

/**
 * Required on websites, order forms and business letters (Company, Limited Liability Partnership and Business (Names and Trading
 * Disclosures) Regulations 2015, regulations 24 and 25). Missing numbers are left out.
 */
export function registerLines(settings: Company): string[] {
  const { company_number: number, vat_number: vat } = settings.company_register
  return [
    `${registeredName(settings)}, registered in ${REGISTERED_IN}${number === '' ? '' : ` with company number ${number}`}`,
    `Registered office: ${registeredOffice(settings)}`,
    ...(vat === '' ? [] : [`VAT number ${vat}`]),
  ]
}

export const vatNote = (settings: Pick<SiteSettings, 'company_register'>): string => vatWords(chargesVat(settings))
