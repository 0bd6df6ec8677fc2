import { isWebAddress } from '~/contracts/addresses'

interface Mail {
  subject?: string
  body?: string
}

/** A link that opens the visitor's mail program with the letter begun. */
export function mailLink(address: string, { subject, body }: Mail = {}): string {
  const fields = Object.entries({ subject, body }).flatMap(([name, text]) =>
    text === undefined ? [] : [`${name}=${encodeURIComponent(text)}`],
  )
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}${fields.length > 0 ? `?${fields.join('&')}` : ''}`
}

/** Of links that people typed, those that lead to the web. */
export const webLinks = <Link extends { href: string }>(links: readonly Link[]): Link[] => links.filter(({ href }) => isWebAddress(href))

/** A link that dials: '+44 20 7946 0182' → 'tel:+442079460182'. */
export const phoneLink = (number: string) => `tel:${number.replaceAll(/[^+\d]/g, '')}`
