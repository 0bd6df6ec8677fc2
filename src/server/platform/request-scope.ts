import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { ClientInfo } from './audit/record'

/**
 * Which request the running code works for: every log line that is written on its way has the request's id,
 * whoever writes it (docs/decisions/021), and limits go by where it came from, read before anything else was done.
 */

interface RequestScope {
  id: string
  client: ClientInfo | undefined
}

declare global {
  // Next bundles pages, API routes and the process's entry apart; the process has one.
  var shopRequests: AsyncLocalStorage<RequestScope> | undefined
}

const requests = () => (globalThis.shopRequests ??= new AsyncLocalStorage())

/** What a proxy in front may send as the request's id; anything else gets an id of our own. */
const SAFE_ID = /^[\w.-]{8,64}$/

/** The id of a request: the one that came with it in `X-Request-Id` if it is well-formed, else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID()
}

/**
 * Does the work of a request.
 * @param client where it came from when it arrived
 */
export const inRequest = <T>(requestId: string, work: () => T, client?: ClientInfo): T => requests().run({ id: requestId, client }, work)

/** The id of the request that is worked for, undefined outside of any. */
export const currentRequestId = (): string | undefined => globalThis.shopRequests?.getStore()?.id

/** Where the request that is worked for came from, undefined outside of any. */
export const currentClient = (): ClientInfo | undefined => globalThis.shopRequests?.getStore()?.client
