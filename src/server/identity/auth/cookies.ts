import type { ServerResponse } from 'node:http'
import * as z from 'zod'
import { hashToken, keyedHash, randomToken } from '~/server/platform/secrets'
import { type CookieJar, cookieName } from './cookie-jar'

/** Marks the browser that signed up: in it an email's link proves the address at once (docs/decisions/011). */
const NAME = 'sign-up'

/** As long as the email's link. */
const SECONDS = 24 * 60 * 60

const browserSecret = z.string().regex(/^[\w-]{43}$/)

const secretIn = (cookies: CookieJar) => browserSecret.safeParse(cookies.get(NAME)).data

/** Hash of this browser's sign-up secret; null without one. */
export function signUpBrowser(cookies: CookieJar): string | null {
  const known = secretIn(cookies)
  return known === undefined ? null : hashToken(known)
}

/**
 * Gives the browser a secret, or keeps the one it has, and returns its hash.
 * @param submission names a sign-up that may be repeated after a lost answer: it gets the same secret again
 */
export function markSignUpBrowser(cookies: CookieJar, secret: string, submission?: string): string {
  const own = submission === undefined ? randomToken() : keyedHash(secret, 'sign-up browser', submission)
  const kept = secretIn(cookies) ?? own
  cookies.set(NAME, kept, SECONDS)
  return hashToken(kept)
}

/** The name without the prefix that binds it to the host. */
export const SESSION_COOKIE = 'next-auth.session-token'

/** The cookie with the encrypted id of a browser's session. */
export const sessionCookie = (siteUrl: string): string => cookieName(SESSION_COOKIE, siteUrl)

/** NextAuth's cookies, with names that bind them to this host; its own would bind only one of them. */
export function authCookies(siteUrl: string) {
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: siteUrl.startsWith('https:') } as const
  return {
    sessionToken: { name: sessionCookie(siteUrl), options },
    callbackUrl: { name: cookieName('next-auth.callback-url', siteUrl), options },
    csrfToken: { name: cookieName('next-auth.csrf-token', siteUrl), options },
  }
}

/**
 * Keeps NextAuth from setting or removing the session's cookie in this answer, as it does whenever it is asked for the session. The cookie
 * needs no prolonging, since a session ends when it ends; and a late answer must not replace a newer cookie.
 */
export function leaveSessionCookie(res: ServerResponse, siteUrl: string): void {
  const start = `${sessionCookie(siteUrl)}=`
  const setHeader = res.setHeader.bind(res)
  res.setHeader = (header, value) =>
    setHeader(header, typeof value === 'object' && /^set-cookie$/i.test(header) ? value.filter((line) => !line.startsWith(start)) : value)
}
