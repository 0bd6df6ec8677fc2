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

/** A link that dials: '+44 20 7946 0182' → 'tel:+442079460182'. */
export const phoneLink = (number: string) => `tel:${number.replaceAll(/[^+\d]/g, '')}`

/** Whether a text that an administrator typed is an address of the web, and not of a script. */
export const isWebAddress = (text: string) => /^https?:\/\/\S+$/i.test(text)

/** Whether a text leads to a picture: one of our own ('/products/fan-kit.svg') or of the web. */
export const isPictureAddress = (text: string) => /^\/[^/\\]/.test(text) || isWebAddress(text)
