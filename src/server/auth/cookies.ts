import type { CookiesOptions } from 'next-auth'
import { cookieName } from '~/lib/cookie-name'

/** Holds the encrypted id of a browser's session. */
export const sessionCookie = (siteUrl: string): string => cookieName('next-auth.session-token', siteUrl)

/** NextAuth's cookies, with names that bind them to this host; its own would bind only one of them. */
export function authCookies(siteUrl: string): Partial<CookiesOptions> {
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: siteUrl.startsWith('https:') } as const
  return {
    sessionToken: { name: sessionCookie(siteUrl), options },
    callbackUrl: { name: cookieName('next-auth.callback-url', siteUrl), options },
    csrfToken: { name: cookieName('next-auth.csrf-token', siteUrl), options },
  }
}
