import { isWebAddress } from '~/contracts/addresses'
import type { CompanyAddress } from '~/contracts/site/settings'

interface Mail {
  subject?: string
  body?: string
}

export function mailLink(address: string, { subject, body }: Mail = {}): string {
  const fields = Object.entries({ subject, body }).flatMap(([name, text]) =>
    text === undefined ? [] : [`${name}=${encodeURIComponent(text)}`],
  )
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}${fields.length > 0 ? `?${fields.join('&')}` : ''}`
}

/** Drops links that are not http(s): people typed them. */
export const webLinks = <Link extends { href: string }>(links: readonly Link[]): Link[] => links.filter(({ href }) => isWebAddress(href))

/** The address as lines to print, without empty ones. Not beside the settings' schemas, which would load zod into public pages. */
export function addressLines(address: CompanyAddress): string[] {
  const lines = typeof address === 'string' ? address.split('\n') : [address.line1, address.line2, address.line3]
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}
