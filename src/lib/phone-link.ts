import { readPhone } from '~/contracts/phone-numbers'

/** '+44 (0)20 7946 0182 ext. 12' → 'tel:+442079460182;ext=12' (RFC 3966). Other texts give their digits. */
export function phoneLink(number: string): string {
  const phone = readPhone(number)
  if (phone === null) return `tel:${number.replaceAll(/[^+\d]/g, '')}`
  return `tel:${phone.dialled}${phone.extension === '' ? '' : `;ext=${phone.extension}`}`
}
