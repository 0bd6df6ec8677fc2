import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseCookie } from 'cookie'

/**
 * `__Host-` over TLS: no neighbouring subdomain can plant one.
 * @see https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Cookies#cookie_prefixes
 */
export const cookieName = (name: string, siteUrl: string): string => (siteUrl.startsWith('https:') ? `__Host-${name}` : name)

export interface CookieJar {
  get(name: string): string | undefined
  /** Hidden from scripts and other sites; 0 seconds removes it. */
  set(name: string, value: string, seconds: number): void
}

export const noCookies: CookieJar = { get: () => undefined, set: () => undefined }

type Request = Pick<IncomingMessage, 'headers'> & { cookies?: Partial<Record<string, string>> }

/** `SameSite=Lax`: sent when an email's link is followed, and with no other site's request. @param siteUrl the site's public address */
export function requestCookies(req: Request, res: Pick<ServerResponse, 'appendHeader'>, siteUrl: string): CookieJar {
  const jar = new Map(Object.entries(req.cookies ?? parseCookie(req.headers.cookie ?? '')))
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  return {
    get: (name) => jar.get(cookieName(name, siteUrl)),
    set(name, value, seconds) {
      const fullName = cookieName(name, siteUrl)
      jar.set(fullName, value)
      res.appendHeader(
        'Set-Cookie',
        `${fullName}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
      )
    },
  }
}
