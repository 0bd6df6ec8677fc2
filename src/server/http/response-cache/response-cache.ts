import type { IncomingMessage, ServerResponse } from 'node:http'
import { publicPages, type PublicPage } from '~/lib/paths'
import { askedOf } from './request-headers'
import { frontCounts, type FrontKind } from './counts'
import { keepAnswer, sendKept, type Content, type KeptAnswer } from './cached-response'
import { dataOf, pageContent, siteTexts, textContent, type Handler } from './page-responses'
import type { StaticFile } from './static-files'

export interface FrontOptions {
  /** Next. */
  handler: Handler
  /** Names the build in the addresses of pages' data. */
  buildId: string
  files: readonly StaticFile[]
  /** The headers of every answer. */
  headers: Content['caching']
}

/** An address that the front answers; empty until its first content, and while that cannot be had. */
interface Place {
  kind: FrontKind
  kept: KeptAnswer | null
}

/** What anonymous visitors ask for, answered from memory before Next (docs/decisions/040). */
export interface Front {
  /** Answers, or leaves the request alone and says so. */
  answer: (req: IncomingMessage, res: ServerResponse) => boolean
  /**
   * Takes pages anew from Next. What was kept is sent until then; of a page that cannot be had nothing is kept.
   * @throws when one of them could not be had
   */
  refresh: (pages: readonly PublicPage[]) => Promise<void>
}

/** Reads files and texts; the pages come with the first `refresh`. The list of addresses is closed: requests fill no memory. */
export async function createFront({ handler, buildId, files, headers }: FrontOptions): Promise<Front> {
  const places = new Map<string, Place>()
  const place = (url: string, kind: FrontKind, kept: KeptAnswer | null) => places.set(url, { kind, kept })

  for (const page of publicPages) {
    place(page, 'page', null)
    place(dataOf(page, buildId), 'data', null)
  }
  await Promise.all(siteTexts.map(async (url) => place(url, 'file', await keepAnswer(await textContent(handler, url), headers))))
  await Promise.all(
    files.map(async ({ addresses, content }) => {
      const kept = await keepAnswer(content, headers)
      for (const url of addresses) place(url, 'file', kept)
    }),
  )

  const renew = async (url: string, kind: FrontKind) => {
    try {
      place(url, kind, await keepAnswer(await pageContent(handler, url), headers))
    } catch (error) {
      place(url, kind, null)
      throw error
    }
  }

  /** Nothing here depends on the query: pages are the same for every one, a search is read in the browser. */
  const find = (url: string) => {
    const known = places.get(url)
    if (known) return known
    const query = url.indexOf('?')
    return query === -1 ? undefined : places.get(url.slice(0, query))
  }

  return {
    answer: (req, res) => {
      if (req.method !== 'GET' && req.method !== 'HEAD') return false
      const found = find(req.url ?? '')
      if (!found) return false
      const counts = frontCounts[found.kind]
      const asked = askedOf(req)
      if (!found.kept || asked.partial) {
        counts.misses += 1
        return false
      }
      if (sendKept(found.kept, asked, req, res) === 'sent') counts.hits += 1
      else counts.notModified += 1
      return true
    },
    refresh: async (pages) => {
      const done = await Promise.allSettled(pages.flatMap((page) => [renew(page, 'page'), renew(dataOf(page, buildId), 'data')]))
      const failed = done.find((result) => result.status === 'rejected')
      if (failed) throw new Error('A page could not be taken from Next', { cause: failed.reason })
    },
  }
}
