import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { inRequest, requestIdOf } from '~/server/platform/request-scope'
import type { clientReader } from '~/server/platform/network/client-info'
import { answerTraced } from './request-span'
import type { HeaderPairs, ResponseCache } from './response-cache/response-cache'

/** Reads the client's address before anything is awaited, since a closed connection has none. */
export const withRequestScope =
  (readClient: ReturnType<typeof clientReader>, answer: RequestListener): RequestListener =>
  (req, res) => {
    const requestId = requestIdOf(req.headers)
    if (req.url?.startsWith('/api/')) res.setHeader('X-Request-Id', requestId)
    const client = readClient(req)
    inRequest(
      requestId,
      () => {
        answerTraced(req, res, requestId, () => {
          answer(req, res)
        })
      },
      client,
    )
  }

/** Longer than any URL of the shop, well below the limit of all headers. */
const LONGEST_ADDRESS = 8 * 1024

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

interface HttpError {
  status: 400 | 405 | 414
  message: string
}

const BAD_ADDRESS: HttpError = { status: 400, message: 'The address of this request is not valid.' }

/** Requires whole percent-encodings of UTF-8, and no NUL. */
function isReadable(path: string): boolean {
  if (path.includes('\\')) return false
  if (!path.includes('%')) return true
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

/** The fault of a malformed request. Cuts a URL in absolute form to its path, which RFC 9112 §3.2.2 has servers accept. */
function requestError(req: IncomingMessage): HttpError | null {
  if (!METHODS.has(req.method ?? '')) return { status: 405, message: 'There is nothing here that takes this method.' }
  if ((req.url ?? '').length > LONGEST_ADDRESS) return { status: 414, message: 'The address of this request is too long.' }
  req.url = req.url?.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
  if (!req.url?.startsWith('/')) return BAD_ADDRESS
  return isReadable(req.url.split('?', 1)[0] ?? '') ? null : BAD_ADDRESS
}

/** Closes the connection, since what follows need not be a request. */
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

/** Asked for by name, Next answers its error page with 500. */
const FAULT_PAGE = /^(\/_next\/data\/[^/?]+)?\/500(\.json)?(?=\?|$)/

const REQUEST_PAGE = /^(?:\/_next\/data\/[^/?]+)?\/(?:trade-in\/submit|repair\/request)\/?(?:\.json)?(?=\?|$)/

function asksOnline(url = '/'): boolean {
  try {
    return REQUEST_PAGE.test(decodeURI(url))
  } catch {
    return false
  }
}

/** @param closed removes the request forms @param seen runs for each request that the cache leaves alone */
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
    const goOn = () => {
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
    if (!cache?.answerProduct(req, res, goOn)) goOn()
  }
}
