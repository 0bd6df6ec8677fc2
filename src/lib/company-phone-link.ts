/** Without an extension. `phoneLink` reads every way to write a number, but is too large for the frame of public pages. */
export const companyPhoneLink = (number: string): string => `tel:${number.replaceAll(/\(0\)|[a-z;,].*|[^+\d]/gi, '')}`
