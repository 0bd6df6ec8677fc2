import type { IncomingMessage, ServerResponse } from 'node:http'
import { publicPages, type PublicPage } from '~/lib/paths'
import { allowingWasm } from '~/server/http/security-headers'
import { cacheHeadersOf } from './request-headers'
import { cacheResponse, sendCached, type ResponseContent, type CachedResponse } from './cached-response'
import { KeptPages } from './kept-pages'
import { dataOf, pageContent, siteTexts, textContent, type PageHandler } from './page-responses'
import { productSlugOf } from './product-pages'
import type { StaticFile } from './static-files'

/** Documents of public pages, their data for navigation inside the browser, and files. */
export type CacheKind = 'page' | 'data' | 'file'

/** Requests by their outcome since the process started. */
interface CacheCounts {
  /** Sent from memory. */
  hits: number
  /** Sent without a body, because the client has it. */
  notModified: number
  /** Left to Next although the URL is cached: not there yet, or asked for in part. */
  misses: number
}

const none = (): CacheCounts => ({ hits: 0, notModified: 0, misses: 0 })

/** Written by the cache, read by the metrics. */
export const cacheCounts: Record<CacheKind, CacheCounts> = { page: none(), data: none(), file: none() }

export interface CachedPagesOptions {
  handler: PageHandler
  /** The build's id in the URLs of pages' data. */
  buildId: string
  files: readonly StaticFile[]
  /** The headers of every answer. */
  headers: ResponseContent['caching']
  /** True for the slug of a product that is for sale: its page is kept too. By default none is. */
  isProduct?: (slug: string) => boolean
}

/** The entry of a URL; empty until its first content, and while that cannot be had. */
interface Entry {
  kind: CacheKind
  cached: CachedResponse | null
}

/** Answers anonymous visitors from memory before Next (docs/decisions/004). */
export interface CachedPages {
  /** Answers, or returns false. */
  answer: (req: IncomingMessage, res: ServerResponse) => boolean
  /**
   * Answers the page of a product, as soon as Next has made it; or returns false.
   * @param otherwise answers in its place, where the page is not one for everybody
   */
  answerProduct: (req: IncomingMessage, res: ServerResponse, otherwise: () => void) => boolean
  /** Has the pages of products made anew. */
  productsChanged: () => void
  /**
   * Takes pages from Next again; the old ones are sent until then. A page that cannot be had is dropped.
   * @throws if one of them could not be had
   */
  refresh: (pages: readonly PublicPage[]) => Promise<void>
  /** Takes one cached URL from Next again; does nothing for others. @throws if it could not be had; it is dropped then */
  refreshAddress: (url: string) => Promise<void>
}

/** Loads the files; pages and texts come with `refresh`. The list of URLs is closed: requests fill no memory. */
export async function createCachedPages({
  handler,
  buildId,
  files,
  headers,
  isProduct = () => false,
}: CachedPagesOptions): Promise<CachedPages> {
  const entries = new Map<string, Entry>()
  const store = (url: string, kind: CacheKind, cached: CachedResponse | null) => entries.set(url, { kind, cached })

  for (const page of publicPages) {
    store(page, 'page', null)
    store(dataOf(page, buildId), 'data', null)
  }
  for (const url of siteTexts) store(url, 'file', null)
  await Promise.all(
    files.map(async ({ addresses, content, runsWasm = false }) => {
      const cached = await cacheResponse(content, runsWasm ? allowingWasm(headers) : headers)
      for (const url of addresses) store(url, 'file', cached)
    }),
  )

  const renew = async (url: string, kind: CacheKind) => {
    try {
      const content = await (kind === 'file' ? textContent(handler, url) : pageContent(handler, url))
      store(url, kind, await cacheResponse(content, headers))
    } catch (error) {
      store(url, kind, null)
      throw error
    }
  }

  const products = new KeptPages(async (url) => {
    try {
      return await cacheResponse(await pageContent(handler, url), headers)
    } catch {
      // Next says to the visitor what is wrong.
      return null
    }
  })

  /** Queries change nothing here: pages are the same for each, and the browser reads a search. */
  const addressOf = (url: string) => (entries.has(url) ? url : (url.split('?', 1)[0] ?? url))
  const find = (url: string) => entries.get(addressOf(url))

  return {
    answer: (req, res) => {
      if (req.method !== 'GET' && req.method !== 'HEAD') return false
      const found = find(req.url ?? '')
      if (!found) return false
      const counts = cacheCounts[found.kind]
      const asked = cacheHeadersOf(req)
      if (!found.cached || asked.partial) {
        counts.misses += 1
        return false
      }
      if (sendCached(found.cached, asked, req, res) === 'sent') counts.hits += 1
      else counts.notModified += 1
      return true
    },
    answerProduct: (req, res, otherwise) => {
      if (req.method !== 'GET' && req.method !== 'HEAD') return false
      const path = (req.url ?? '').split('?', 1)[0] ?? ''
      const slug = productSlugOf(path, buildId)
      if (slug === null || !isProduct(slug)) return false
      const counts = cacheCounts[path.startsWith('/_next/') ? 'data' : 'page']
      const asked = cacheHeadersOf(req)
      if (asked.partial) {
        counts.misses += 1
        return false
      }
      void products.get(path).then((page) => {
        if (!page) {
          counts.misses += 1
          otherwise()
        } else if (sendCached(page, asked, req, res) === 'sent') counts.hits += 1
        else counts.notModified += 1
      })
      return true
    },
    productsChanged: () => {
      products.changed()
    },
    refresh: async (pages) => {
      const failures: unknown[] = []
      for (const page of pages) {
        for (const [url, kind] of [
          [page, 'page'],
          [dataOf(page, buildId), 'data'],
        ] as const) {
          await renew(url, kind).catch((reason: unknown) => failures.push(reason))
        }
      }
      if (failures.length > 0) throw new Error('A page could not be taken from Next', { cause: failures[0] })
    },
    refreshAddress: async (url) => {
      const found = find(url)
      if (found) await renew(addressOf(url), found.kind)
    },
  }
}
