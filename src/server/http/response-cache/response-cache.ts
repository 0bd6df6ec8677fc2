import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallHandler } from '~/server/api/request-handler'
import type { Services } from '~/server/services'
import { createCachedPages, type CachedPages, cacheCounts, type CacheKind } from './cached-pages'
import { createCachedQueries } from './cached-queries'
import { siteTexts, type PageHandler } from './page-responses'
import { staticFiles } from './static-files'

/**
 * The response cache of a process (docs/decisions/019, 024). Nothing outside this folder knows more of it than this
 * module.
 *
 * What it promises: what every visitor is sent alike (public pages and their data, files, the public queries of the
 * site) comes from memory, in the encoding and with the ETag that its client asks for, and is never older than a second:
 * a page is taken anew from Next when it has been regenerated, a query when its topic has changed. Requests fill no
 * memory: the list of addresses is closed, and anything that is not in it goes on to Next or tRPC.
 *
 * How: a response is compressed and its headers are written down once (cached-response.ts); an address is a look into a
 * Map (cached-pages.ts), a query one at the id of its topic's state (cached-queries.ts).
 *
 * When to delete it: when the rows of the home page and of `products.shop` in `npm run bench` hold without it, or when
 * every deployment has a CDN in front that is told of changes. Then Next and tRPC answer the same, ten times as slowly.
 */
export type ResponseCache = CachedPages

/** Names and values of headers. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[]

/**
 * The cache of a build in a folder, with its files and texts read; its pages come with the first `refresh`.
 * @param headers of every answer
 */
export async function openResponseCache(root: string, handler: PageHandler, headers: HeaderPairs): Promise<ResponseCache> {
  const buildId = readFileSync(join(root, '.next/BUILD_ID'), 'utf8')
  const cache = await createCachedPages({ handler, buildId, files: staticFiles(root), headers })
  await Promise.all(siteTexts.map(cache.refreshAddress))
  return cache
}

/**
 * The cache of `npm run dev`, whose pages go the same way and by the same rules, but are taken anew for each request:
 * every edit makes other ones. Files are Next's, which makes them as they are asked for.
 */
export const openDevelopmentCache = (handler: PageHandler, headers: HeaderPairs): Promise<ResponseCache> =>
  createCachedPages({ handler, buildId: 'development', files: [], headers })

/** Answers the public queries of the site's data from the cache; leaves all other calls alone. */
export const cachedQueries = (services: Pick<Services, 'live' | 'catalogue' | 'log'>): CallHandler => createCachedQueries(services)

/** How often requests were answered from the cache, for the metrics. */
export const responseCacheCounts: Readonly<Record<CacheKind, Readonly<typeof cacheCounts.page>>> = cacheCounts
export type { CacheKind }
