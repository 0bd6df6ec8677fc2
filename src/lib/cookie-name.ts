/**
 * The name of one of the site's cookies. Over TLS browsers then take it from this very host alone, over TLS and
 * for every path, so that no neighbour below the same domain can plant one.
 * @param siteUrl the site's public address
 * @see https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Cookies#cookie_prefixes
 */
export const cookieName = (name: string, siteUrl: string): string => (siteUrl.startsWith('https:') ? `__Host-${name}` : name)
