import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { ClientInfo } from './audit/record-audit'

/** Every log line carries the request's id (docs/decisions/027); limits use its origin, read on arrival. */

interface RequestScope {
  id: string
  client: ClientInfo | undefined
}

declare global {
  // Next bundles pages, API routes and the process's entry apart; the process has one.
  var shopRequests: AsyncLocalStorage<RequestScope> | undefined
}

const requests = () => (globalThis.shopRequests ??= new AsyncLocalStorage())

/** Any other `X-Request-Id` is replaced. */
const SAFE_ID = /^[\w.-]{8,64}$/

export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID()
}

export const inRequest = <T>(requestId: string, work: () => T, client?: ClientInfo): T => requests().run({ id: requestId, client }, work)

export const currentRequestId = (): string | undefined => globalThis.shopRequests?.getStore()?.id

export const currentClient = (): ClientInfo | undefined => globalThis.shopRequests?.getStore()?.client
