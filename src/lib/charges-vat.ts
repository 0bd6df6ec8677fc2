import type { SiteSettings } from '~/contracts/site/settings'

/** True if the seller charges VAT: invoices, prices and quotes then include it. */
export const chargesVat = ({ company_register }: Pick<SiteSettings, 'company_register'>): boolean => company_register.vat_number !== ''
