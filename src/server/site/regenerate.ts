import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ExponentialBackoff, noJitterGenerator } from 'cockatiel'
import inject from 'light-my-request'
import type { LiveTopic } from '~/contracts/site'
import { paths, publicPages, type PublicPage } from '~/lib/paths'
import { Bell } from '~/server/changes/bell'
import { metrics } from '~/server/metrics/metrics'
import type { Services } from '~/server/services'

/**
 * Keeps the static pages right: every process makes its pages anew when it starts and when a change
 * arrives (docs/decisions/003). Next makes a page anew only from inside an API route, so the
 * process calls its own route in memory, with a key that nobody else knows.
 */

declare global {
  var shopRegenerateKey: string | undefined
}

const REGENERATE_ROUTE = '/api/internal/regenerate'

const machinePages: readonly PublicPage[] = [paths.home, paths.tradeIn]

const pagesOf: Record<LiveTopic, readonly PublicPage[]> = { settings: publicPages, machines: machinePages, products: [paths.products] }

const keyOfProcess = () => (globalThis.shopRegenerateKey ??= randomBytes(24).toString('base64url'))

/** Whether a request to the route comes from this process itself. */
export function isOwnRequest(authorization: string | undefined): boolean {
  const expected = Buffer.from(`Bearer ${keyOfProcess()}`)
  const given = Buffer.from(authorization ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

type Handler = (req: IncomingMessage, res: ServerResponse) => unknown

async function regenerate(handler: Handler, page: PublicPage): Promise<void> {
  const response = await inject(handler, {
    method: 'POST',
    url: REGENERATE_ROUTE,
    headers: { authorization: `Bearer ${keyOfProcess()}`, host: 'localhost' },
    payload: { page },
  })
  if (response.statusCode !== 200) throw new Error(`${page} was not made anew: ${response.statusCode} ${response.payload}`)
}

/** Pauses after failures in a row, in milliseconds: the first, doubled each time, up to the longest. */
export interface Pauses {
  firstMs: number
  longestMs: number
}

const PAUSES: Pauses = { firstMs: 1_000, longestMs: 60_000 }

type Site = Pick<Services, 'log' | 'pages'> & { live: Pick<Services['live'], 'events'> }

/** Keeps one page fresh: each has its own tries and pauses, so that one which cannot be made holds up none of the others. */
class PageKeeper {
  readonly #changed = new Bell()
  #due = false
  #running = false

  constructor(
    private readonly page: PublicPage,
    private readonly make: () => Promise<void>,
    private readonly site: Site,
    private readonly pauses: Pauses,
  ) {}

  /**
   * Makes the page once more after this call; a change that comes while it is being made is taken afterwards, and one
   * that comes in a pause ends it.
   * @param tried is told after the first try, whatever came of it
   */
  changed(tried: () => void = () => undefined): void {
    this.#due = true
    this.#changed.ring()
    if (!this.#running) void this.#work(tried)
  }

  async #work(tried: () => void): Promise<void> {
    const { firstMs, longestMs } = this.pauses
    const first = new ExponentialBackoff({ initialDelay: firstMs, maxDelay: longestMs, generator: noJitterGenerator })
    let backoff: ReturnType<typeof first.next> | undefined
    this.#running = true
    while (this.#due) {
      this.#due = false
      // Rings until now are answered by this try.
      this.#changed.hush()
      const error = await this.#try()
      tried()
      if (error === undefined) {
        backoff = undefined
        continue
      }
      this.#due = true
      backoff = (backoff ?? first).next(undefined)
      this.site.log.error({ err: error, page: this.page, pauseMs: backoff.duration }, 'A page could not be made anew; trying again')
      await this.#changed.heard(backoff.duration)
    }
    this.#running = false
  }

  /** @returns why the page could not be made */
  async #try(): Promise<Error | undefined> {
    const { page, site } = this
    try {
      await this.make()
      site.pages.made(page)
      metrics().pages.inc({ page, result: 'made' })
      return undefined
    } catch (error) {
      site.pages.failed(page)
      metrics().pages.inc({ page, result: 'failed' })
      return error instanceof Error ? error : new Error(String(error))
    }
  }
}

/**
 * Makes every page anew, then the pages of each topic that changes.
 * @param made is told each time which pages are new; where it fails they are made once more
 * @returns once every page has been tried: one that cannot be made is tried again later, and the server starts all the same
 */
export async function keepPagesFresh(
  site: Site,
  handler: Handler,
  made: (pages: readonly PublicPage[]) => Promise<void> = () => Promise.resolve(),
  pauses: Pauses = PAUSES,
): Promise<void> {
  const keepers = new Map(
    publicPages.map((page) => {
      const make = async () => {
        await regenerate(handler, page)
        await made([page])
      }
      return [page, new PageKeeper(page, make, site, pauses)]
    }),
  )
  site.live.events.on('change', (topic) => {
    for (const page of pagesOf[topic]) keepers.get(page)?.changed()
  })
  await Promise.all([...keepers.values()].map((keeper) => new Promise<void>((resolve) => keeper.changed(resolve))))
}
