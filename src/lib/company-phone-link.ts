/**
 * A link that dials the company's own number, without an extension. `phoneLink` reads every way to write a number, but is too much for the
 * frame of every public page to load.
 */
export const companyPhoneLink = (number: string): string => `tel:${number.replaceAll(/\(0\)|[a-z;,].*|[^+\d]/gi, '')}`
