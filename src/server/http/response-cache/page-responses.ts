import type { IncomingMessage, ServerResponse } from 'node:http'
import inject from 'light-my-request'
import * as z from 'zod'
import { paths, type PublicPage } from '~/lib/paths'
import type { ResponseContent } from './cached-response'

export type PageHandler = (req: IncomingMessage, res: ServerResponse) => unknown

/**
 * Browsers revalidate each time, so that a change shows within a second; a CDN may serve a page for a second, then for a minute while it
 * revalidates. Newer CDNs read their own header, which `must-revalidate` does not hold back (docs/decisions/004).
 */
const PAGE_CACHING: ResponseContent['caching'] = [
  ['Cache-Control', 'public, max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=60'],
  ['CDN-Cache-Control', 'public, max-age=1, stale-while-revalidate=60, stale-if-error=86400'],
]

export const dataOf = (page: PublicPage, buildId: string): string => `/_next/data/${buildId}${page === paths.home ? '/index' : page}.json`

export const siteTexts = ['/robots.txt'] as const

/** Next ends an answer with one long string, which a mock response would encode twice and decode. Encodes it once. */
const inBytes =
  (handler: PageHandler): PageHandler =>
  (req, res) => {
    const end = res.end.bind(res)
    res.end = (last?: unknown, ...more: unknown[]) => {
      Reflect.apply(end, res, [typeof last === 'string' ? Buffer.from(last) : last, ...more])
      return res
    }
    return handler(req, res)
  }

const parts = z.array(z.instanceof(Buffer))

/** @param caching replaces Next's headers @throws for anything but a complete answer that is the same for everyone */
async function contentOf(handler: PageHandler, url: string, caching?: ResponseContent['caching']): Promise<ResponseContent> {
  const request = { method: 'GET', url, headers: { host: 'localhost' }, payloadAsStream: true } as const
  const response = await inject(inBytes(handler), request)
  const { statusCode, headers } = response
  const body = Buffer.concat(parts.parse(await response.stream().toArray()))
  const contentType = headers['content-type']
  if (statusCode !== 200 || typeof contentType !== 'string') throw new Error(`${url} answered ${statusCode}, which is not cached`)
  if (headers['set-cookie'] !== undefined) throw new Error(`${url} sets a cookie, which is not cached`)
  return { body, contentType, caching: caching ?? [['Cache-Control', String(headers['cache-control'])]] }
}

export const pageContent = (handler: PageHandler, url: string): Promise<ResponseContent> => contentOf(handler, url, PAGE_CACHING)
export const textContent = (handler: PageHandler, url: string): Promise<ResponseContent> => contentOf(handler, url)
