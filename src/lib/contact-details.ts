import { isWebAddress } from '~/contracts/addresses'
import type { CompanyAddress } from '~/contracts/site/settings'

interface Mail {
  subject?: string
  body?: string
}

/** A link that opens the visitor's mail program with the email begun. */
export function mailLink(address: string, { subject, body }: Mail = {}): string {
  const fields = Object.entries({ subject, body }).flatMap(([name, text]) =>
    text === undefined ? [] : [`${name}=${encodeURIComponent(text)}`],
  )
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}${fields.length > 0 ? `?${fields.join('&')}` : ''}`
}

/** Keeps the links that lead to the web: people typed them. */
export const webLinks = <Link extends { href: string }>(links: readonly Link[]): Link[] => links.filter(({ href }) => isWebAddress(href))

/**
 * The company's address as the lines to print, without empty ones. Apart from the settings' schemas,
 * so that a public page does not load the validator for it.
 */
export function addressLines(address: CompanyAddress): string[] {
  const lines = typeof address === 'string' ? address.split('\n') : [address.line1, address.line2, address.line3]
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
