import { inquiryTypes, type InquiryType } from '~/contracts/site/inquiry-types'
import { paths } from '~/lib/paths'

interface ContactPreset {
  inquiryType?: InquiryType
  /** For example 'Hashboard repair'. */
  service?: string
  product?: string
}

const LONGEST_SERVICE = 80
const LONGEST_PRODUCT = 200

export const CONTACT_FORM_ID = 'write-to-us'

/** Preselects choices of the contact form. */
export function contactLink(preset: ContactPreset): string {
  return `${paths.contact}?${new URLSearchParams({ ...preset }).toString()}#${CONTACT_FORM_ID}`
}

/**
 * Ignores unknown inquiry types and overlong services, since an address can come from anywhere.
 * @param search with or without '?'
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
