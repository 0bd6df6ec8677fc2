import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseCookie } from 'cookie'

/**
 * The name of one of the site's cookies. Over TLS browsers then take it from this very host alone, over TLS and
 * for every path, so that no neighbour below the same domain can plant one.
 * @param siteUrl the site's public address
 * @see https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Cookies#cookie_prefixes
 */
export const cookieName = (name: string, siteUrl: string): string => (siteUrl.startsWith('https:') ? `__Host-${name}` : name)

/** The cookies of one request, by their names without a prefix. */
export interface CookieJar {
  get(name: string): string | undefined
  /** Sets a cookie for so many seconds, out of reach of scripts and of other sites; 0 removes it. */
  set(name: string, value: string, seconds: number): void
}

/** A call without a request: it has no cookies, and keeps none. */
export const noCookies: CookieJar = { get: () => undefined, set: () => undefined }

type Request = Pick<IncomingMessage, 'headers'> & { cookies?: Partial<Record<string, string>> }

/**
 * The cookies that came with a request, and those that its answer sets. `SameSite=Lax`: they come along when a link of
 * an email is followed, and with no other site's request.
 * @param siteUrl the site's public address
 */
export function requestCookies(req: Request, res: Pick<ServerResponse, 'appendHeader'>, siteUrl: string): CookieJar {
  const jar = new Map(Object.entries(req.cookies ?? parseCookie(req.headers.cookie ?? '')))
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  return {
    get: (name) => jar.get(cookieName(name, siteUrl)),
    set(name, value, seconds) {
      const fullName = cookieName(name, siteUrl)
      // A later call of the same request finds what an earlier one has set.
      jar.set(fullName, value)
      res.appendHeader(
        'Set-Cookie',
        `${fullName}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
      )
    },
  }
}
