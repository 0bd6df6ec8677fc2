import type { IncomingMessage, ServerResponse } from 'node:http'
import { publicPages, type PublicPage, paths } from '~/lib/paths'
import { allowingWasm } from '~/server/http/security-headers'
import { cacheHeadersOf } from './request-headers'
import { cacheResponse, sendCached, type ResponseContent, type CachedResponse } from './cached-response'
import { KeptPages } from './kept-pages'
import { dataOf, pageContent, siteTexts, textContent, type PageHandler } from './page-responses'
import type { StaticFile } from './static-files'

/** The slug in the address of a product's page, or of its data for navigation in the browser; null for other addresses. */
function productSlugOf(path: string, buildId: string): string | null {
  const data = `/_next/data/${buildId}`
  const isData = path.startsWith(data) && path.endsWith('.json')
  const page = isData ? path.slice(data.length, -'.json'.length) : path
  if (!page.startsWith(`${paths.products}/`)) return null
  const slug = page.slice(paths.products.length + 1)
  if (slug === '' || slug.includes('/')) return null
  try {
    return decodeURIComponent(slug)
  } catch {
    return null
  }
}

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
  headers: ResponseContent['caching']
  products?: ProductPages
}

/** The pages of products that are kept too; by default none is. */
export interface ProductPages {
  /** True for the slug of a product that is for sale. */
  isProduct: (slug: string) => boolean
  /** The day of the shop: their pages are made anew when it is another one. */
  today: () => string
}

const noProducts: ProductPages = { isProduct: () => false, today: () => '' }

/** The entry of a URL; empty until its first content, and while that cannot be had. */
interface Entry {
  kind: CacheKind
  cached: CachedResponse | null
  /** Reads a file when it is first asked for: of a thousand most are not in the life of a process. */
  read?: () => Promise<CachedResponse>
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

const counting = (counts: CacheCounts) => (outcome: 'sent' | 'not modified') => {
  if (outcome === 'sent') counts.hits += 1
  else counts.notModified += 1
}

/** One read for all who ask meanwhile; after a failure the next one tries again. */
function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined
  return () =>
    (reading ??= read().catch((error: unknown) => {
      reading = undefined
      throw error
    }))
}

const NOT_YET = 'This file cannot be read at the moment. Please try again in a minute.\n'

/** For a file that is still being written, or whose disk does not answer. */
function sendNotYet(res: ServerResponse, headers: CachedPagesOptions['headers']): void {
  const about = ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(Buffer.byteLength(NOT_YET))]
  res.writeHead(503, [...about, 'Retry-After', '60', 'Cache-Control', 'no-store', ...headers.flat()])
  res.end(res.req.method === 'HEAD' ? undefined : NOT_YET)
}

/** Files are read when they are first asked for; pages and texts come with `refresh`. The list of URLs is closed. */
export function createCachedPages({ handler, buildId, files, headers, products = noProducts }: CachedPagesOptions): CachedPages {
  const entries = new Map<string, Entry>()
  const store = (url: string, kind: CacheKind, cached: CachedResponse | null) => entries.set(url, { kind, cached })

  for (const page of publicPages) {
    store(page, 'page', null)
    store(dataOf(page, buildId), 'data', null)
  }
  for (const url of siteTexts) store(url, 'file', null)
  for (const { addresses, read, runsWasm = false } of files) {
    const reading = sharedRead(async () => cacheResponse(read(), runsWasm ? allowingWasm(headers) : headers))
    for (const url of addresses) entries.set(url, { kind: 'file', cached: null, read: reading })
  }

  const renew = async (url: string, kind: CacheKind) => {
    try {
      const content = await (kind === 'file' ? textContent(handler, url) : pageContent(handler, url))
      const cached = await cacheResponse(content, headers)
      // The form of browsers: no visitor of a page waits for it.
      if (kind === 'page') await cached.form('br')
      store(url, kind, cached)
    } catch (error) {
      store(url, kind, null)
      throw error
    }
  }

  const keptPages = new KeptPages(async (url) => {
    try {
      return await cacheResponse(await pageContent(handler, url), headers)
    } catch {
      // Next says to the visitor what is wrong.
      return null
    }
  }, products.today)

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
      const send = (cached: CachedResponse) => {
        sendCached(cached, asked, req, res, counting(counts))
      }
      if (found.cached && !asked.partial) send(found.cached)
      else if (found.read && !asked.partial) {
        found.read().then(
          (cached) => {
            found.cached = cached
            send(cached)
          },
          () => {
            sendNotYet(res, headers)
          },
        )
      } else {
        counts.misses += 1
        return false
      }
      return true
    },
    answerProduct: (req, res, otherwise) => {
      if (req.method !== 'GET' && req.method !== 'HEAD') return false
      const path = (req.url ?? '').split('?', 1)[0] ?? ''
      const slug = productSlugOf(path, buildId)
      if (slug === null || !products.isProduct(slug)) return false
      const counts = cacheCounts[path.startsWith('/_next/') ? 'data' : 'page']
      const asked = cacheHeadersOf(req)
      if (asked.partial) {
        counts.misses += 1
        return false
      }
      void keptPages.get(path).then((page) => {
        if (!page) {
          counts.misses += 1
          otherwise()
        } else sendCached(page, asked, req, res, counting(counts))
      })
      return true
    },
    productsChanged: () => {
      keptPages.changed()
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
