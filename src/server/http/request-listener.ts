import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { inRequest, requestIdOf } from '~/server/platform/request-scope'
import type { clientReader } from '~/server/platform/network/client-info'
import type { HeaderPairs, ResponseCache } from './response-cache/response-cache'

/**
 * Answers requests each in a scope of its own: its id, which API answers carry, and where it came from, read before anything
 * is waited for, since a connection that closes meanwhile has no address any more.
 */
export const withRequestScope =
  (readClient: ReturnType<typeof clientReader>, answer: RequestListener): RequestListener =>
  (req, res) => {
    const requestId = requestIdOf(req.headers)
    if (req.url?.startsWith('/api/')) res.setHeader('X-Request-Id', requestId)
    const client = readClient(req)
    inRequest(
      requestId,
      () => {
        answer(req, res)
      },
      client,
    )
  }

/** More than any address that the shop makes, and well below the limit of all headers together. */
const LONGEST_ADDRESS = 8 * 1024

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

interface HttpError {
  status: 400 | 405 | 414
  message: string
}

const BAD_ADDRESS: HttpError = { status: 400, message: 'The address of this request is not valid.' }

/** Whether a path can be read: whole percent-encodings of UTF-8, and no character that ends a string elsewhere. */
function isReadable(path: string): boolean {
  if (path.includes('\\')) return false
  if (!path.includes('%')) return true
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

/**
 * What is wrong with a request as such, before anybody looks at what it asks for; null when nothing is.
 * An address in absolute form, which RFC 9112 §3.2.2 has every server take, is cut to its path.
 */
function requestError(req: IncomingMessage): HttpError | null {
  if (!METHODS.has(req.method ?? '')) return { status: 405, message: 'There is nothing here that takes this method.' }
  if ((req.url ?? '').length > LONGEST_ADDRESS) return { status: 414, message: 'The address of this request is too long.' }
  req.url = req.url?.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
  if (!req.url?.startsWith('/')) return BAD_ADDRESS
  return isReadable(req.url.split('?', 1)[0] ?? '') ? null : BAD_ADDRESS
}

/** Answers with a sentence and ends the connection, because what follows on it need not be a request. */
function refuse(res: ServerResponse, { status, message }: HttpError): void {
  const body = `${message}\n`
  res.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...(status === 405 && { Allow: [...METHODS].join(', ') }),
  })
  res.end(res.req.method === 'HEAD' ? undefined : body)
}

/** Next's page of faults and its data, which Next answers with 500 to whoever asks for them by name. */
const FAULT_PAGE = /^(\/_next\/data\/[^/?]+)?\/500(\.json)?(?=\?|$)/

/** The pages where customers ask for repairs and trade-ins, and their data. */
const REQUEST_PAGE = /^(?:\/_next\/data\/[^/?]+)?\/(?:trade-in\/submit|repair\/request)\/?(?:\.json)?(?=\?|$)/

/** Whether an address is one of these, however it is written. */
function asksOnline(url = '/'): boolean {
  try {
    return REQUEST_PAGE.test(decodeURI(url))
  } catch {
    return false
  }
}

/**
 * What every request goes through: the response cache answers what it has; the rest gets the headers of every
 * answer and goes on, unless it cannot be a request of anybody's.
 * @param closed whether the pages of requests are taken away
 * @param seen is told of each request that the cache leaves alone, before it is answered
 */
export function createRequestListener(
  cache: ResponseCache | null,
  headers: HeaderPairs,
  next: RequestListener,
  seen: RequestListener = () => undefined,
  closed = false,
): RequestListener {
  return (req, res) => {
    if (closed && asksOnline(req.url)) req.url = '/404'
    if (cache?.answer(req, res)) return
    seen(req, res)
    for (const [name, value] of headers) res.setHeader(name, value)
    const fault = requestError(req)
    if (fault) {
      refuse(res, fault)
      return
    }
    req.url = req.url?.replace(FAULT_PAGE, '/404')
    next(req, res)
  }
}
