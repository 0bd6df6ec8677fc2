import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { responseCacheCounts, type CacheKind } from './response-cache/response-cache'

/** The kind of a request; its path would make a series of anything that a visitor types. */
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

/** True for an answer that is a stream of events, which never ends by itself. */
export const isStream = (res: ServerResponse): boolean => String(res.getHeader('content-type')).startsWith('text/event-stream')

/** Counts answers by class and status. The response cache counts its own, in plain numbers, because it answers in microseconds. */
export class Traffic {
  readonly #counted = new Map<string, number>()
  readonly #open = new Set<ServerResponse>()

  watch(server: Server): void {
    // Runs before the answering listener, so that metrics see their own request too.
    server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
      this.follow(req, res)
    })
  }

  /** Counts a request before it is answered. */
  follow(req: IncomingMessage, res: ServerResponse): void {
    this.#open.add(res)
    res.once('close', () => {
      this.#open.delete(res)
      this.#count(`${routeOf(req.url ?? '/')} ${res.headersSent ? res.statusCode : 'aborted'}`, 1, this.#counted)
    })
  }

  /** Numbers by `class status`; a request that its client gave up has the status `aborted`. */
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

  /** Answers under way, including this one; the response cache's are not among them. */
  get open(): ReadonlySet<ServerResponse> {
    return this.#open
  }

  /** Open streams of events. */
  get streams(): number {
    let streams = 0
    for (const res of this.#open) if (isStream(res)) streams += 1
    return streams
  }
}
