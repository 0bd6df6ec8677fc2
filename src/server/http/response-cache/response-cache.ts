import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCachedPages, type CachedPages, cacheCounts, type CacheKind, type ProductPages } from './cached-pages'
import { siteTexts, type PageHandler } from './page-responses'
import { staticFiles } from './static-files'

/**
 * The response cache of a process (docs/decisions/004, 007). It guarantees that responses equal for every visitor (public pages and their
 * data, files, the site's public queries) come from memory, encoded and with an ETag, and are never older than a second: a page is taken
 * from Next again after it was regenerated, a query when its topic has changed. Its list of URLs is closed but for a limited number of
 * product pages; Next or tRPC answer the rest. Delete it when the home page and `products.shop` hold in `npm run bench` without it, or when
 * every deployment has a CDN that learns of changes. Next and tRPC then answer the same, ten times as slowly.
 */
export type ResponseCache = CachedPages

export type HeaderPairs = readonly (readonly [name: string, value: string])[]

/**
 * The cache of a build, with its texts read; files are read when they are first asked for, and pages come with the first `refresh`.
 * @param headers of every answer
 */
export async function openResponseCache(
  root: string,
  handler: PageHandler,
  headers: HeaderPairs,
  products: ProductPages,
): Promise<ResponseCache> {
  const buildId = readFileSync(join(root, '.next/BUILD_ID'), 'utf8')
  const cache = createCachedPages({ handler, buildId, files: staticFiles(root), headers, products })
  await Promise.all(siteTexts.map(cache.refreshAddress))
  return cache
}

/** For `npm run dev`: pages are taken again for each request, since every edit changes them. Next serves the files. */
export const openDevelopmentCache = (handler: PageHandler, headers: HeaderPairs): Promise<ResponseCache> =>
  Promise.resolve(createCachedPages({ handler, buildId: 'development', files: [], headers }))

export const responseCacheCounts: Readonly<Record<CacheKind, Readonly<typeof cacheCounts.page>>> = cacheCounts
export type { CacheKind }
