import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { bulkhead, ExponentialBackoff, handleAll, retry } from 'cockatiel'
import inject from 'light-my-request'
import * as z from 'zod'
import type { LiveTopic } from '~/contracts/site/site'
import { comparePath } from '~/lib/compare-path'
import { paths, publicPages, type PublicPage } from '~/lib/paths'
import { Coalesced } from '~/server/platform/change-feed/coalesced'
import { metrics } from '~/server/platform/metrics/metrics'
import type { Services } from '~/server/services'

/** Next regenerates only inside an API route, so each process calls its own, with a key of its own (docs/decisions/004). */

declare global {
  var shopRegenerateKey: string | undefined
}

const REGENERATE_ROUTE = '/api/internal/regenerate'

const machinePages: readonly PublicPage[] = [paths.home, paths.tradeIn, paths.submitTradeIn]

const pagesOf: Record<LiveTopic, readonly PublicPage[]> = {
  settings: publicPages,
  machines: machinePages,
  products: [paths.products, paths.home, comparePath],
  network: [comparePath],
}

const keyOfProcess = () => (globalThis.shopRegenerateKey ??= randomBytes(24).toString('base64url'))

export function isOwnRequest(authorization: string | undefined): boolean {
  const expected = Buffer.from(`Bearer ${keyOfProcess()}`)
  const given = Buffer.from(authorization ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

type Handler = (req: IncomingMessage, res: ServerResponse) => unknown

/** One page at a time, so that a visitor waits for one at most; after this time (ms) others start beside a slow page. */
const LONGEST_TURN = 1_000
const pageQueue = bulkhead(1, Number.POSITIVE_INFINITY)

async function inPageQueue(make: () => Promise<void>): Promise<void> {
  let making: Promise<void> | undefined
  await pageQueue.execute(async () => {
    making = make()
    await Promise.race([making.catch(() => undefined), sleep(LONGEST_TURN, undefined, { ref: false })])
  })
  await making
}

async function regenerate(handler: Handler, page: PublicPage): Promise<void> {
  const response = await inject(handler, {
    method: 'POST',
    url: REGENERATE_ROUTE,
    headers: { authorization: `Bearer ${keyOfProcess()}`, host: 'localhost' },
    payload: { page },
  })
  if (response.statusCode !== 200) throw new Error(`${page} was not made anew: ${response.statusCode} ${response.payload}`)
}

type Site = Pick<Services, 'log' | 'pages'> & {
  live: Pick<Services['live'], 'events'>
  hub: Pick<Services['hub'], 'on' | 'announce'>
  jobs: Pick<Services['jobs'], 'add' | 'postAlone'>
}

interface Making {
  make: () => Promise<void>
  tryAgainIn: (seconds: number) => Promise<void>
  /** Seconds after the first failure; doubled after each, up to `LONGEST_PAUSE` times. */
  firstPause: number
}

const PAGES = 'pages'
/** Seconds after a first failure, and the longest pause as a multiple of it. */
const FIRST_PAUSE = 1
const LONGEST_PAUSE = 64

/** Milliseconds between two regenerations of a page that is asked for: a change must show within a second. */
const BETWEEN_MS = 500
/** The same of a page that nobody has asked for since; who asks meanwhile waits for it. */
const UNASKED_MS = 5_000

/** Keeps one page fresh. Each page has its own retries, so that a failing one does not hold up others. */
class PageRegenerator {
  readonly #making: Coalesced
  #first: Promise<void> | undefined
  #isMade = false
  #awaited: Promise<void> | undefined

  constructor(
    private readonly page: PublicPage,
    private readonly making: Making,
    private readonly site: Pick<Site, 'log' | 'pages'>,
  ) {
    this.#making = new Coalesced(() => this.#try(), BETWEEN_MS, UNASKED_MS)
  }

  /** Resolves after the first attempt, which begins now if it has not. */
  first(): Promise<void> {
    return (this.#first ??= this.#making.now().then(() => {
      this.#isMade = true
    }))
  }

  /** @returns what a request waits for: the first attempt, or at most a second for a page that is older than one may be */
  asked(): Promise<void> | undefined {
    if (!this.#isMade) return this.first()
    const making = this.#making.hurry()
    if (making)
      this.#awaited = Promise.race([making, sleep(LONGEST_TURN, undefined, { ref: false })]).finally(() => {
        this.#awaited = undefined
      })
    return this.#awaited
  }

  changed(): void {
    this.#making.ask()
  }

  tryAgain(): void {
    if (!this.site.pages.isStale(this.page)) return
    this.changed()
    void this.#making.hurry()
  }

  async #try(): Promise<void> {
    const { page, site, making } = this
    try {
      await making.make()
      site.pages.made(page)
      metrics().pages.inc({ page, result: 'made' })
    } catch (err) {
      const tries = site.pages.failed(page)
      metrics().pages.inc({ page, result: 'failed' })
      const pause = making.firstPause * Math.min(2 ** (tries - 1), LONGEST_PAUSE)
      site.log.error({ err, page, pauseSeconds: pause }, 'A page could not be made anew; trying again')
      void this.#askFor(pause)
    }
  }

  /** The queue is in the database, which may be what failed: asks until the queue has taken the job. */
  async #askFor(seconds: number): Promise<void> {
    const untilTaken = retry(handleAll, { maxAttempts: Number.POSITIVE_INFINITY, backoff: new ExponentialBackoff() }).dangerouslyUnref()
    await untilTaken.execute(async () => {
      if (this.site.pages.isStale(this.page)) await this.making.tryAgainIn(seconds)
    })
  }
}

export interface FreshPages {
  /** A request for a page waits for this: its first attempt, or its making where it is older than a page may be. */
  asked: (page: PublicPage) => Promise<void> | undefined
  /** Resolves after the first attempt for every page in turn. Failed ones are retried later. */
  all: () => Promise<void>
}

/**
 * Regenerates every page that is asked for, then the pages of each changed topic. A failed page becomes one job for all processes; after
 * its pause, each process with a stale copy tries again.
 * @param made gets the new pages each time; if it fails they are made once more
 * @param firstPause seconds after a page's first failure
 */
export function keepPagesFresh(
  site: Site,
  handler: Handler,
  made: (pages: readonly PublicPage[]) => Promise<void> = () => Promise.resolve(),
  firstPause = FIRST_PAUSE,
): FreshPages {
  const keepers = new Map(
    publicPages.map((page) => {
      const make = () =>
        inPageQueue(async () => {
          await regenerate(handler, page)
          await made([page])
        })
      const tryAgainIn = (inSeconds: number) => site.jobs.postAlone(PAGES, { page }, { key: page, inSeconds })
      return [page, new PageRegenerator(page, { make, tryAgainIn, firstPause }, site)]
    }),
  )
  site.jobs.add({
    name: PAGES,
    data: z.object({ page: z.enum(publicPages) }),
    atOnce: publicPages.length,
    seconds: 60,
    pauses: [],
    run: ({ data }) => site.hub.announce({ table: PAGES, id: data.page }),
  })
  site.hub.on('change', ({ table, id }) => {
    if (table === PAGES) for (const [page, keeper] of keepers) if (page === id) keeper.tryAgain()
  })
  site.live.events.on('change', (topic) => {
    for (const page of pagesOf[topic]) keepers.get(page)?.changed()
  })
  return {
    asked: (page) => keepers.get(page)?.asked(),
    // One at a time: a visitor's page waits for one at most.
    all: async () => {
      for (const keeper of keepers.values()) await keeper.first()
    },
  }
}
