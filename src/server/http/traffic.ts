import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { responseCacheCounts, type CacheKind } from './response-cache/response-cache'

/** A path would make a series of anything typed. */
export type RouteClass = 'page' | 'data' | 'static' | 'trpc' | 'auth' | 'api' | 'operations'

const BY_PREFIX: readonly (readonly [prefix: string, route: RouteClass])[] = [
  ['/_next/data/', 'data'],
  ['/_next/', 'static'],
  ['/api/trpc/', 'trpc'],
  ['/api/auth/', 'auth'],
  ['/api/health', 'operations'],
  ['/api/metrics', 'operations'],
  ['/api/', 'api'],
]

const routeOf = (url: string): RouteClass => BY_PREFIX.find(([prefix]) => url.startsWith(prefix))?.[1] ?? 'page'

const cacheRoutes: Record<CacheKind, RouteClass> = { page: 'page', data: 'data', file: 'static' }

export const isStream = (res: ServerResponse): boolean => String(res.getHeader('content-type')).startsWith('text/event-stream')

/** By class and status. The response cache counts its own in plain numbers, as it answers in microseconds. */
export class Traffic {
  readonly #counted = new Map<string, number>()
  readonly #open = new Set<ServerResponse>()

  watch(server: Server): void {
    // Runs before the answering listener, so that metrics count their own request.
    server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
      this.follow(req, res)
    })
  }

  follow(req: IncomingMessage, res: ServerResponse): void {
    this.#open.add(res)
    res.once('close', () => {
      this.#open.delete(res)
      this.#count(`${routeOf(req.url ?? '/')} ${res.headersSent ? res.statusCode : 'aborted'}`, 1, this.#counted)
    })
  }

  get answers(): ReadonlyMap<string, number> {
    const all = new Map(this.#counted)
    for (const kind of ['page', 'data', 'file'] as const) {
      const { hits, notModified } = responseCacheCounts[kind]
      if (hits > 0) this.#count(`${cacheRoutes[kind]} 200`, hits, all)
      if (notModified > 0) this.#count(`${cacheRoutes[kind]} 304`, notModified, all)
    }
    return all
  }

  #count(key: string, more: number, counts: Map<string, number>): void {
    counts.set(key, (counts.get(key) ?? 0) + more)
  }

  /** Includes this one, not the response cache's. */
  get open(): ReadonlySet<ServerResponse> {
    return this.#open
  }

  get streams(): number {
    let streams = 0
    for (const res of this.#open) if (isStream(res)) streams += 1
    return streams
  }
}
