import type { RequestListener } from 'node:http'
import { refuse, requestFault } from './request-fault'
import type { HeaderPairs, ResponseCache } from './response-cache/response-cache'

/** Next's page of faults and its data, which Next answers with 500 to whoever asks for them by name. */
const FAULT_PAGE = /^(\/_next\/data\/[^/?]+)?\/500(\.json)?(?=\?|$)/

/**
 * What every request goes through: the response cache answers what it has; the rest gets the headers of every
 * answer and goes on, unless it cannot be a request of anybody's.
 * @param seen is told of each request that the cache leaves alone, before it is answered
 */
export function createRequestListener(
  cache: ResponseCache | null,
  headers: HeaderPairs,
  next: RequestListener,
  seen: RequestListener = () => undefined,
): RequestListener {
  return (req, res) => {
    if (cache?.answer(req, res)) return
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
