import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isLoopback } from '~/server/platform/network/loopback'

/** What a proxy says about whom it speaks for: then the request comes from elsewhere, however near the proxy is. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const

/** One length for whatever is compared, so that the time tells nothing. */
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Whether a request may read the metrics (contract.md, METRICS_TOKEN): by the bearer token if there is one, else from
 * this machine alone, by the socket's own address and not through a proxy.
 * @returns the status to refuse with, null for who may
 */
export function metricsRefusal(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  token: string | undefined,
): 401 | 403 | null {
  if (token !== undefined) {
    const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? ''
    return timingSafeEqual(digest(given), digest(token)) ? null : 401
  }
  const proxied = PROXY_HEADERS.some((name) => headers[name] !== undefined)
  return !proxied && isLoopback(socket.remoteAddress ?? '') ? null : 403
}
