/**
 * Tells which texts are addresses. Plain SQL may have put anything into a row, so this is checked on use as well as on input.
 * Public pages run this module in the browser, so it imports no validator.
 */

/** No browser and no proxy takes a longer one for granted. */
export const LONGEST_ADDRESS = 2_000

/** Spaces and control characters: an address with one of them was never typed on purpose, and parsers pass over some of them. */
const hasSpace = (text: string) => /[\s\p{Control}]/u.test(text)

/**
 * True for an address that a URL parser takes, by http or https; never for a script. Checked on use as well as on input, since
 * plain SQL may have put anything into a row.
 */
export function isWebAddress(text: string): boolean {
  if (text.length > LONGEST_ADDRESS || !/^https?:\/\//i.test(text) || hasSpace(text)) return false
  return URL.canParse(text)
}

/** Any address of the web: what an address of this site is read against. */
const ANY_SITE = 'https://site.example'

/** An address of this site, by its path: '/products/fan-kit.svg', and not '//elsewhere.example/fan-kit.svg'. */
function isOwnAddress(text: string): boolean {
  if (text.length > LONGEST_ADDRESS || !/^\/[^/\\]/.test(text) || hasSpace(text)) return false
  return URL.canParse(text, ANY_SITE) && new URL(text, ANY_SITE).origin === ANY_SITE
}

/** True for a picture of our own ('/products/fan-kit.svg') or of the web. */
export const isPictureAddress = (text: string): boolean => isOwnAddress(text) || isWebAddress(text)
