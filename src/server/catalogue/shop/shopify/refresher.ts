import type { ShopAnswer } from '~/contracts/catalogue/products'
import type { Logger } from '~/server/platform/log'
import type { CachedList } from './cached-list'

export interface RefresherOptions {
  list: CachedList
  fetchShop: () => Promise<ShopAnswer>
  log: Logger
  now: () => Date
  maxAgeMs?: number
}

const MAX_AGE_MS = 5 * 60_000
const RETRY_SECONDS = 30

/** Keeps the list fresh, one process at a time; the job queue calls `look` (src/server/office/housekeeping/background-jobs.ts). */
export class ShopRefresher {
  #running: Promise<boolean> | undefined
  #stopped = false
  /** Asks a free process to look; without a queue this one does. */
  #ask: () => Promise<unknown> = () => this.look()

  constructor(private readonly options: RefresherOptions) {}

  askBy(ask: () => Promise<void>): void {
    this.#ask = ask
  }

  /** Waits for a refresh under way, which needs the database, and prevents further ones. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running?.catch(() => undefined)
  }

  /** Asks this process or another to read the list soon. */
  async want(): Promise<void> {
    await this.options.list.want()
    void this.#ask().catch((error: unknown) => {
      this.options.log.warn({ err: error }, 'The shop’s list will be read at the next round')
    })
  }

  /** True if a list was stored; false while another process reads, and once stopped. Never throws. */
  refresh(): Promise<boolean> {
    // A caller from before `stop` learns that the list is due afterwards.
    if (this.#stopped) return Promise.resolve(false)
    this.#running ??= this.#refresh().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** @returns seconds until the next look */
  async look(): Promise<number> {
    try {
      while (!this.#stopped && (await this.#isDue()) && (await this.refresh()));
      return (await this.#isDue()) ? RETRY_SECONDS : (this.options.maxAgeMs ?? MAX_AGE_MS) / 1000
    } catch (error) {
      this.options.log.warn({ err: error }, 'The age of the shop’s list could not be read')
      return RETRY_SECONDS
    }
  }

  async #isDue(): Promise<boolean> {
    const { list, now, maxAgeMs = MAX_AGE_MS } = this.options
    const { fetchedAt, wantedAt } = await list.state()
    return wantedAt !== null || fetchedAt === null || now().getTime() - fetchedAt.getTime() >= maxAgeMs
  }

  async #refresh(): Promise<boolean> {
    const { list, fetchShop, log, now } = this.options
    let claim: number | null
    try {
      claim = await list.claim()
    } catch (error) {
      log.warn({ err: error }, 'The shop’s list could not be claimed')
      return false
    }
    if (claim === null) return false
    const since = now()
    try {
      return await list.store(await fetchShop(), claim, since)
    } catch (error) {
      log.error({ err: error }, 'Failed to load products from Shopify')
      await list.noteFailure(error instanceof Error ? error.message : String(error)).catch(() => undefined)
      return false
    } finally {
      await list.release(claim).catch(() => undefined)
    }
  }
}
