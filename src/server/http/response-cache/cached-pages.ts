import type { IncomingMessage, ServerResponse } from 'node:http'
import { publicPages, type PublicPage, paths } from '~/lib/paths'
import { allowingWasm } from '~/server/http/security-headers'
import { cacheHeadersOf } from './request-headers'
import { cacheResponse, sendCached, type ResponseContent, type CachedResponse } from './cached-response'
import { KeptPages } from './kept-pages'
import { dataOf, pageContent, siteTexts, textContent, type PageHandler } from './page-responses'
import type { StaticFile } from './static-files'

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

export type CacheKind = 'page' | 'data' | 'file'

interface CacheCounts {
  hits: number
  /** Answered 304. */
  notModified: number
  /** Left to Next although the URL is cached: not there yet, or a partial request. */
  misses: number
}

const none = (): CacheCounts => ({ hits: 0, notModified: 0, misses: 0 })

export const cacheCounts: Record<CacheKind, CacheCounts> = { page: none(), data: none(), file: none() }

export interface CachedPagesOptions {
  handler: PageHandler
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
  /** Deferred: most of a thousand files are never asked for. */
  read?: () => Promise<CachedResponse>
}

export interface CachedPages {
  answer: (req: IncomingMessage, res: ServerResponse) => boolean
  /** Waits until Next has made the page. @param otherwise answers a page that is not the same for everybody */
  answerProduct: (req: IncomingMessage, res: ServerResponse, otherwise: () => void) => boolean
  productsChanged: () => void
  /** @throws if one of them could not be had */
  refresh: (pages: readonly PublicPage[]) => Promise<void>
  /** @throws if it could not be had; it is dropped then */
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

/** For a file still being written, or a hanging disk. */
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
      return null
    }
  }, products.today)

  /** Queries change nothing: the browser reads a search. */
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
