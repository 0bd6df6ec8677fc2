import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Which request the running code works for: every log line that is written on its way has the request's id,
 * whoever writes it (docs/decisions/042).
 */

declare global {
  // Next bundles pages, API routes and the process's entry apart; the process has one.
  var shopRequests: AsyncLocalStorage<string> | undefined
}

const requests = () => (globalThis.shopRequests ??= new AsyncLocalStorage())

/** What a proxy in front may send as the request's id; anything else gets an id of our own. */
const SAFE_ID = /^[\w.-]{8,64}$/

/** The id of a request: the one that came with it in `X-Request-Id` if it is well-formed, else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID()
}

/** Does the work of a request. */
export const inRequest = <T>(requestId: string, work: () => T): T => requests().run(requestId, work)

/** The id of the request that is worked for, undefined outside of any. */
export const currentRequestId = (): string | undefined => globalThis.shopRequests?.getStore()
