import type { SiteSettings } from '~/contracts/site/settings'

export const chargesVat = ({ company_register }: Pick<SiteSettings, 'company_register'>): boolean => company_register.vat_number !== ''
