import * as z from 'zod'
import type { CookieJar } from './cookie-jar'
import { hashToken, keyedHash, randomToken } from '~/server/platform/secrets'

/** Tells the browser that signed up from others: in it an email's link proves the address at once (docs/decisions/030). */
const NAME = 'sign-up'

/** As long as the email's link. */
const SECONDS = 24 * 60 * 60

const browserSecret = z.string().regex(/^[\w-]{43}$/)

const secretIn = (cookies: CookieJar) => browserSecret.safeParse(cookies.get(NAME)).data

/** Hash of the secret that this browser was given when it signed up; null when it was given none. */
export function signUpBrowser(cookies: CookieJar): string | null {
  const known = secretIn(cookies)
  return known === undefined ? null : hashToken(known)
}

/**
 * Has the browser keep a secret, the one that it has or a new one, and answers the hash of it.
 * @param submission names a sign-up that may be sent again, because its answer was lost: it gets the same secret again
 */
export function markSignUpBrowser(cookies: CookieJar, secret: string, submission?: string): string {
  const own = submission === undefined ? randomToken() : keyedHash(secret, 'sign-up browser', submission)
  const kept = secretIn(cookies) ?? own
  cookies.set(NAME, kept, SECONDS)
  return hashToken(kept)
}
