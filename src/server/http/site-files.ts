import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ShopProduct } from '~/contracts/catalogue/products'
import { openPages, paths } from '~/lib/paths'
import { productPathOf } from '~/lib/product-path'
import { passportPageOf } from '~/lib/record-paths'
import { escapeXml } from '~/server/platform/xml/write-xml'

const robots = (site: string) =>
  [
    'User-agent: *',
    'Allow: /',
    `Disallow: ${paths.admin}`,
    `Disallow: ${paths.auth}`,
    `Disallow: ${paths.track}/`,
    `Allow: ${paths.verifyPassport}`,
    `Disallow: ${passportPageOf('')}`,
    'Allow: /api/product-pictures/',
    'Disallow: /api/',
    '',
    `Sitemap: ${site}/sitemap.xml`,
    '',
  ].join('\n')

/** A site map has 50,000 addresses at most; lists lead to the oldest of more products. */
const MOST_PRODUCTS = 49_000

/** @see https://www.sitemaps.org/protocol.html */
const siteMap = (site: string, onlineRequests: boolean, products: readonly Pick<ShopProduct, 'slug'>[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...[...openPages(onlineRequests), ...products.slice(0, MOST_PRODUCTS).map(({ slug }) => productPathOf(slug))].map(
      (path) => `  <url><loc>${escapeXml(`${site}${path === paths.home ? '/' : path}`)}</loc></url>`,
    ),
    '</urlset>',
    '',
  ].join('\n')

/** Answers before Next, whose pages would be listed in every browser. @returns a handler that returns false for other requests */
export function createSiteFiles(site: string, onlineRequests = true, products: () => readonly Pick<ShopProduct, 'slug'>[] = () => []) {
  const robotsText = robots(site)
  let made: { of: unknown; body: string } | undefined
  const newestMap = () => {
    const now = products()
    if (made?.of !== now) made = { of: now, body: siteMap(site, onlineRequests, now) }
    return made.body
  }
  const files = new Map([
    ['/robots.txt', { type: 'text/plain', text: () => robotsText }],
    ['/sitemap.xml', { type: 'application/xml', text: newestMap }],
  ])
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const file = files.get((req.url ?? '/').split('?', 1)[0] ?? '/')
    if (!file) return false
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    const body = isRead ? file.text() : ''
    res.writeHead(isRead ? 200 : 405, {
      'Content-Type': `${file.type}; charset=utf-8`,
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': isRead ? 'public, max-age=600' : 'no-store',
      ...(!isRead && { Allow: 'GET, HEAD' }),
    })
    res.end(req.method === 'HEAD' ? undefined : body)
    return true
  }
}
