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
  /** True for a product for sale, whose page is kept too. */
  isProduct?: (slug: string) => boolean
}

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
  refresh: (pages: readonly PublicPage[]) => Promise<void>
  refreshAddress: (url: string) => Promise<void>
}

/** Shares a read among callers; after a failure the next one tries again. */
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

/** Files are read on demand; pages and texts come with `refresh`. The list of URLs is closed. */
export function createCachedPages({ handler, buildId, files, headers, isProduct = () => false }: CachedPagesOptions): CachedPages {
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
      return null
    }
  })

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
        if (sendCached(cached, asked, req, res) === 'sent') counts.hits += 1
        else counts.notModified += 1
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
