import type { ServerResponse } from 'node:http'
import { cookieName } from '~/lib/cookie-name'

/** The name without the prefix that binds it to the host. */
export const SESSION_COOKIE = 'next-auth.session-token'

/** Holds the encrypted id of a browser's session. */
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
 * Keeps NextAuth from setting or removing the session's cookie in this answer, as it does each time it is asked
 * for the session. It need not be prolonged, since a session ends when it ends; and an answer that comes late must
 * not put an earlier cookie in place of a later one.
 */
export function leaveSessionCookie(res: ServerResponse, siteUrl: string): void {
  const start = `${sessionCookie(siteUrl)}=`
  const setHeader = res.setHeader.bind(res)
  res.setHeader = (header, value) =>
    setHeader(header, typeof value === 'object' && /^set-cookie$/i.test(header) ? value.filter((line) => !line.startsWith(start)) : value)
}
