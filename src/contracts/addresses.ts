/**
 * Checked on use as well as on input, since plain SQL may have put anything into a row. Imports no validator, because public pages load it.
 */

/** The longest address that browsers and proxies reliably take. */
export const LONGEST_ADDRESS = 2_000

/** Spaces and control characters: never typed on purpose, and some parsers skip them. */
const hasSpace = (text: string) => /[\s\p{Control}]/u.test(text)

/** An http(s) address that a URL parser takes, never a script. */
export function isWebAddress(text: string): boolean {
  if (text.length > LONGEST_ADDRESS || !/^https?:\/\//i.test(text) || hasSpace(text)) return false
  return URL.canParse(text)
}

const ANY_SITE = 'https://site.example'

/** '/products/fan-kit.svg', but not '//elsewhere.example/fan-kit.svg'. */
function isOwnAddress(text: string): boolean {
  if (text.length > LONGEST_ADDRESS || !/^\/[^/\\]/.test(text) || hasSpace(text)) return false
  return URL.canParse(text, ANY_SITE) && new URL(text, ANY_SITE).origin === ANY_SITE
}

export const isPictureAddress = (text: string): boolean => isOwnAddress(text) || isWebAddress(text)
