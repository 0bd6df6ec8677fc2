import type { IncomingMessage, ServerResponse } from 'node:http'

/** More than any address that the shop makes, and well below the limit of all headers together. */
const LONGEST_ADDRESS = 8 * 1024

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

interface Fault {
  status: 400 | 405 | 414
  message: string
}

const BAD_ADDRESS: Fault = { status: 400, message: 'The address of this request is not valid.' }

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
export function requestFault(req: IncomingMessage): Fault | null {
  if (!METHODS.has(req.method ?? '')) return { status: 405, message: 'There is nothing here that takes this method.' }
  if ((req.url ?? '').length > LONGEST_ADDRESS) return { status: 414, message: 'The address of this request is too long.' }
  req.url = req.url?.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
  if (!req.url?.startsWith('/')) return BAD_ADDRESS
  return isReadable(req.url.split('?', 1)[0] ?? '') ? null : BAD_ADDRESS
}

/** Answers with a sentence and ends the connection, because what follows on it need not be a request. */
export function refuse(res: ServerResponse, { status, message }: Fault): void {
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
