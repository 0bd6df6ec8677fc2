import { paths } from './paths'
import { passportPageOf } from './record-paths'

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** /auth sends a visitor back only to the account, passports and the back office, and to pages below them. */
const mayReturnTo = (path: string, isAdmin: boolean) =>
  isWithin(path, paths.account) || path.startsWith(passportPageOf('')) || (isAdmin && isWithin(path, paths.admin))

/** Letters, digits and the characters of the site's own addresses: no host, scheme or `..`. */
const SAFE = /^\/[\w-]+(?:\/[\w-]+)*(?:\?[\w.~%=&+-]*)?$/

/** Null for another site's address, or a page without a sign-in. @param path from a request or a cookie, with its query */
export function returnPath(path: unknown): string | null {
  if (typeof path !== 'string' || path.length > 500 || !SAFE.test(path)) return null
  return mayReturnTo(path.split('?', 1)[0] ?? '', true) ? path : null
}

/** The page that asked for the sign-in, if the person may enter it; else the home page (requirements §2). */
export function afterSignIn(returnTo: string | null, { isAdmin }: { isAdmin: boolean }): string {
  const path = returnPath(returnTo)
  return path !== null && mayReturnTo(path.split('?', 1)[0] ?? '', isAdmin) ? path : paths.home
}
