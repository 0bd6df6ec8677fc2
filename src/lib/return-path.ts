import { paths } from './paths'
import { passportPageOf } from './record-paths'

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** Pages that send a visitor to /auth and get them back: the account, passports of machines and the back office, with all below them. */
const mayReturnTo = (path: string, isAdmin: boolean) =>
  isWithin(path, paths.account) || path.startsWith(passportPageOf('')) || (isAdmin && isWithin(path, paths.admin))

/** Letters, digits and what the site's own addresses are made of: no host, no scheme, no way out of the folder. */
const SAFE = /^\/[\w-]+(?:\/[\w-]+)*(?:\?[\w.~%=&+-]*)?$/

/**
 * A path of this site that asks its visitors to sign in; null for anything else, such as the address of another site.
 * @param path as a request or a cookie has it, with its query
 */
export function returnPath(path: unknown): string | null {
  if (typeof path !== 'string' || path.length > 500 || !SAFE.test(path)) return null
  return mayReturnTo(path.split('?', 1)[0] ?? '', true) ? path : null
}

/** Target after signing in at /auth: the page that asked, if the person may enter it; else the home page (requirements §2). */
export function afterSignIn(returnTo: string | null, { isAdmin }: { isAdmin: boolean }): string {
  const path = returnPath(returnTo)
  return path !== null && mayReturnTo(path.split('?', 1)[0] ?? '', isAdmin) ? path : paths.home
}
