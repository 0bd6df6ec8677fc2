import type { ServerResponse } from 'node:http'
import * as z from 'zod'
import { hashToken, keyedHash, randomToken } from '~/server/platform/secrets'
import { type CookieJar, cookieName } from './cookie-jar'

/** Marks the browser that signed up, in which an email's link proves the address at once (docs/decisions/011). */
const NAME = 'sign-up'

const SECONDS = 24 * 60 * 60

const browserSecret = z.string().regex(/^[\w-]{43}$/)

const secretIn = (cookies: CookieJar) => browserSecret.safeParse(cookies.get(NAME)).data

export function signUpBrowser(cookies: CookieJar): string | null {
  const known = secretIn(cookies)
  return known === undefined ? null : hashToken(known)
}

/** Keeps or sets the browser's secret, and returns its hash. @param submission a repeatable sign-up, which gets the same secret */
export function markSignUpBrowser(cookies: CookieJar, secret: string, submission?: string): string {
  const own = submission === undefined ? randomToken() : keyedHash(secret, 'sign-up browser', submission)
  const kept = secretIn(cookies) ?? own
  cookies.set(NAME, kept, SECONDS)
  return hashToken(kept)
}

/** Without the host prefix. */
export const SESSION_COOKIE = 'next-auth.session-token'

export const sessionCookie = (siteUrl: string): string => cookieName(SESSION_COOKIE, siteUrl)

/** NextAuth's own names would bind only one of its cookies to this host. */
export function authCookies(siteUrl: string) {
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: siteUrl.startsWith('https:') } as const
  return {
    sessionToken: { name: sessionCookie(siteUrl), options },
    callbackUrl: { name: cookieName('next-auth.callback-url', siteUrl), options },
    csrfToken: { name: cookieName('next-auth.csrf-token', siteUrl), options },
  }
}

/** NextAuth sets or removes the cookie in every answer; a late answer must not replace a newer one. */
export function leaveSessionCookie(res: ServerResponse, siteUrl: string): void {
  const start = `${sessionCookie(siteUrl)}=`
  const setHeader = res.setHeader.bind(res)
  res.setHeader = (header, value) =>
    setHeader(header, typeof value === 'object' && /^set-cookie$/i.test(header) ? value.filter((line) => !line.startsWith(start)) : value)
}
