import { EventSource } from 'eventsource'
import * as z from 'zod'

const update = z.object({ json: z.object({ settings: z.object({ hero_title: z.string() }).optional() }) })

/** Not drawn by chance as in src/trpc/stream-retry.ts: a run waits for its tabs. */
const REOPEN_MS = 1_000

/**
 * A browser's tab that follows the site's texts: connects again by itself with the last event's id, as browsers
 * do, and opens another stream after an answer that was none, as the page does.
 */
export class LiveTab {
  /** The title that it shows now. */
  title = ''
  /** When it got that (performance.now()). */
  at = 0
  /** Events that brought the same state as the one before. */
  twice = 0
  #lastId = ''
  readonly #titles = new Set<string>()
  #source: EventSource | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param from the tab's address, as a balancer tells it */
  constructor(
    private readonly url: string,
    private readonly from: string,
  ) {
    this.#open()
  }

  #open(): void {
    const input = encodeURIComponent(
      JSON.stringify({ json: { topics: ['settings'], ...(this.#lastId ? { lastEventId: this.#lastId } : {}) } }),
    )
    const source = new EventSource(`${this.url}/api/trpc/settings.onSettingsChange?input=${input}`, {
      fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, 'x-forwarded-for': this.from } }),
    })
    source.addEventListener('message', ({ data, lastEventId }: { data: unknown; lastEventId: string }) => {
      this.#receive(data, lastEventId)
    })
    source.addEventListener('error', () => {
      if (source.readyState !== source.CLOSED || source !== this.#source) return
      this.#timer = setTimeout(() => {
        this.#open()
      }, REOPEN_MS)
    })
    this.#source = source
  }

  #receive(data: unknown, lastEventId: string): void {
    const parsed = typeof data === 'string' && data !== '' ? update.safeParse(JSON.parse(data)) : undefined
    const title = parsed?.data?.json.settings?.hero_title
    if (title === undefined) return
    if (lastEventId === this.#lastId) this.twice += 1
    this.#lastId = lastEventId
    this.title = title
    this.at = performance.now()
    this.#titles.add(title)
  }

  /** True if the title ever came. */
  saw(title: string): boolean {
    return this.#titles.has(title)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#source?.close()
    this.#source = undefined
  }
}

/** So many tabs, each of a visitor with an address of their own, once all show a title. */
export async function openTabs(url: string, count: number): Promise<LiveTab[]> {
  const tabs = Array.from({ length: count }, (_, index) => new LiveTab(url, `203.0.${113 + Math.floor(index / 250)}.${1 + (index % 250)}`))
  const deadline = performance.now() + 30_000
  while (tabs.some(({ title }) => title === '')) {
    if (performance.now() > deadline) {
      for (const tab of tabs) tab.close()
      throw new Error(`${tabs.filter(({ title }) => title === '').length} of ${count} streams did not begin`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return tabs
}
