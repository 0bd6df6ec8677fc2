import { inquiryTypes, type InquiryType } from '~/contracts/site/inquiry-types'
import { paths } from '~/lib/paths'

interface ContactPreset {
  inquiryType?: InquiryType
  /** The service that the question is about, e.g. 'Hashboard repair'. */
  service?: string
  /** The product whose price is asked for. */
  product?: string
}

const LONGEST_SERVICE = 80
const LONGEST_PRODUCT = 200

/** The contact page's form, as a place on the page. */
export const CONTACT_FORM_ID = 'write-to-us'

/** The address of the contact form with a choice made beforehand. */
export function contactLink(preset: ContactPreset): string {
  return `${paths.contact}?${new URLSearchParams({ ...preset }).toString()}#${CONTACT_FORM_ID}`
}

/**
 * Reads the choices of an address. It may come from anywhere: an unknown inquiry type and an overlong service are ignored.
 * @param search the address's query, with or without '?'
 */
export function readContactPreset(search: string): ContactPreset {
  const query = new URLSearchParams(search)
  const inquiryType = inquiryTypes.find((type) => type === query.get('inquiryType'))
  const service = query.get('service')?.trim() ?? ''
  const product = query.get('product')?.trim() ?? ''
  return {
    ...(inquiryType && { inquiryType }),
    ...(service !== '' && service.length <= LONGEST_SERVICE && { service }),
    ...(product !== '' && product.length <= LONGEST_PRODUCT && { product }),
  }
}
