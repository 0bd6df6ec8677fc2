import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseCookie } from 'cookie'

/**
 * The name of one of the site's cookies. Over TLS it has the `__Host-` prefix, so that no neighbouring subdomain can plant one.
 * @param siteUrl the site's public address
 * @see https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Cookies#cookie_prefixes
 */
export const cookieName = (name: string, siteUrl: string): string => (siteUrl.startsWith('https:') ? `__Host-${name}` : name)

/** The cookies of one request, by their names without a prefix. */
export interface CookieJar {
  get(name: string): string | undefined
  /** Sets a cookie for so many seconds, hidden from scripts and other sites; 0 removes it. */
  set(name: string, value: string, seconds: number): void
}

/** For a call without a request. */
export const noCookies: CookieJar = { get: () => undefined, set: () => undefined }

type Request = Pick<IncomingMessage, 'headers'> & { cookies?: Partial<Record<string, string>> }

/**
 * Reads a request's cookies and sets those of its answer. `SameSite=Lax`: sent when a link of an email is followed, and with no other
 * site's request.
 * @param siteUrl the site's public address
 */
export function requestCookies(req: Request, res: Pick<ServerResponse, 'appendHeader'>, siteUrl: string): CookieJar {
  const jar = new Map(Object.entries(req.cookies ?? parseCookie(req.headers.cookie ?? '')))
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  return {
    get: (name) => jar.get(cookieName(name, siteUrl)),
    set(name, value, seconds) {
      const fullName = cookieName(name, siteUrl)
      // Later calls of the same request see it too.
      jar.set(fullName, value)
      res.appendHeader(
        'Set-Cookie',
        `${fullName}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
      )
    },
  }
}
