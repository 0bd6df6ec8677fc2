import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCachedPages, type CachedPages, cacheCounts, type CacheKind } from './cached-pages'
import { siteTexts, type PageHandler } from './page-responses'
import { staticFiles } from './static-files'

/**
 * The response cache of a process (docs/decisions/004, 007); which others import, as the calls do `cached-queries.ts`. Guarantees:
 * responses that are the same for every visitor (public pages and their data, files, the site's public queries) come from memory, in the
 * client's encoding and with an ETag, and are never older than a second: a page is taken from Next again after it was regenerated, a query
 * when its topic has changed. Requests fill no memory: the list of URLs is closed but for the pages of products, of which so many are kept
 * as were asked for last, and anything else goes on to Next or tRPC. Method: a response is compressed and its headers are prepared once
 * (cached-response.ts). A page is a look into a Map (cached-pages.ts), a query a comparison of its topic's id (cached-queries.ts). Delete
 * it when the home page and `products.shop` hold in `npm run bench` without it, or when every deployment has a CDN in front that is told of
 * changes. Then Next and tRPC answer the same, ten times as slowly.
 */
export type ResponseCache = CachedPages

/** Names and values of headers. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[]

/**
 * The cache of a build, with its texts read; files are read when they are first asked for, and pages come with the first `refresh`.
 * @param headers of every answer
 * @param isProduct true for the slug of a product that is for sale
 */
export async function openResponseCache(
  root: string,
  handler: PageHandler,
  headers: HeaderPairs,
  isProduct: (slug: string) => boolean,
): Promise<ResponseCache> {
  const buildId = readFileSync(join(root, '.next/BUILD_ID'), 'utf8')
  const cache = createCachedPages({ handler, buildId, files: staticFiles(root), headers, isProduct })
  await Promise.all(siteTexts.map(cache.refreshAddress))
  return cache
}

/**
 * The cache of `npm run dev`: pages go the same way, but are taken again for each request, since every edit changes them. Next serves the
 * files.
 */
export const openDevelopmentCache = (handler: PageHandler, headers: HeaderPairs): Promise<ResponseCache> =>
  Promise.resolve(createCachedPages({ handler, buildId: 'development', files: [], headers }))

/** For the metrics. */
export const responseCacheCounts: Readonly<Record<CacheKind, Readonly<typeof cacheCounts.page>>> = cacheCounts
export type { CacheKind }
