import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { ClientInfo } from './audit/record-audit'

/**
 * The request that the running code works for: every log line carries its id (docs/decisions/027), and limits use its origin, read on
 * arrival.
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

/** An acceptable `X-Request-Id`; any other is replaced. */
const SAFE_ID = /^[\w.-]{8,64}$/

/** The id of a request: the one that came with it in `X-Request-Id` if it is well-formed, else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID()
}

/** @param client its origin on arrival */
export const inRequest = <T>(requestId: string, work: () => T, client?: ClientInfo): T => requests().run({ id: requestId, client }, work)

/** The id of the current request; undefined outside of any. */
export const currentRequestId = (): string | undefined => globalThis.shopRequests?.getStore()?.id

/** The origin of the current request; undefined outside of any. */
export const currentClient = (): ClientInfo | undefined => globalThis.shopRequests?.getStore()?.client
