import type { RequestListener } from 'node:http'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFront, type Front } from './response-cache/response-cache'
import type { Content } from './response-cache/cached-response'
import type { Handler } from './response-cache/page-responses'
import { staticFiles } from './response-cache/static-files'
import { refuse, requestFault } from './request-fault'

/** The front of a build in a folder, with its files read; its pages come with the first `refresh`. */
export const openFront = (root: string, handler: Handler, headers: Content['caching']): Promise<Front> =>
  createFront({ handler, buildId: readFileSync(join(root, '.next/BUILD_ID'), 'utf8'), files: staticFiles(root), headers })

/** Next's page of faults and its data, which Next answers with 500 to whoever asks for them by name. */
const FAULT_PAGE = /^(\/_next\/data\/[^/?]+)?\/500(\.json)?(?=\?|$)/

/**
 * What every request goes through: the front answers what it keeps; the rest gets the headers of every
 * answer and goes on, unless it cannot be a request of anybody's.
 * @param seen is told of each request that the front leaves alone, before it is answered
 */
export function entrance(
  front: Front | null,
  headers: Content['caching'],
  next: RequestListener,
  seen: RequestListener = () => undefined,
): RequestListener {
  return (req, res) => {
    if (front?.answer(req, res)) return
    seen(req, res)
    for (const [name, value] of headers) res.setHeader(name, value)
    const fault = requestFault(req)
    if (fault) {
      refuse(res, fault)
      return
    }
    req.url = req.url?.replace(FAULT_PAGE, '/404')
    next(req, res)
  }
}
