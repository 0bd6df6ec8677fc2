import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** What kind of request it was; a path itself would make a series for whatever a visitor types. */
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

/** Counts answers by class and status, in plain numbers because static pages are answered in microseconds. */
export class Traffic {
  /** Numbers by `class status`; the status of a request that its client gave up is `aborted`. */
  readonly answers = new Map<string, number>()
  readonly #open = new Set<ServerResponse>()

  /** Counts what a server answers from now on. */
  watch(server: Server): void {
    // Before whoever answers, so that metrics see their own request too.
    server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
      this.#open.add(res)
      res.once('close', () => {
        this.#open.delete(res)
        const key = `${routeOf(req.url ?? '/')} ${res.headersSent ? res.statusCode : 'aborted'}`
        this.answers.set(key, (this.answers.get(key) ?? 0) + 1)
      })
    })
  }

  /** Requests that are being answered, this one too. */
  get open(): number {
    return this.#open.size
  }

  /** Open answers that are streams of events. */
  get streams(): number {
    let streams = 0
    for (const res of this.#open) if (String(res.getHeader('content-type')).startsWith('text/event-stream')) streams += 1
    return streams
  }
}
