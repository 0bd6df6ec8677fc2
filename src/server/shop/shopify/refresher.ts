import type { ShopAnswer } from '~/contracts/products'
import type { Logger } from '~/server/log'
import type { KeptList } from './kept-list'

export interface RefresherOptions {
  kept: KeptList
  /** Reads everything from the platform. */
  fetchShop: () => Promise<ShopAnswer>
  log: Logger
  now: () => Date
  /** A list older than this is read anew (ms). */
  maxAgeMs?: number
  /** How often each process looks whether there is something to do (ms). */
  lookMs?: number
}

const MAX_AGE_MS = 5 * 60_000
const LOOK_MS = 30_000

/** Keeps the platform's list young, in the background and by one process at a time. */
export class ShopRefresher {
  #running: Promise<boolean> | undefined
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(private readonly options: RefresherOptions) {}

  /** Looks at once, then regularly; nothing here keeps the process alive. */
  start(): void {
    void this.#look()
    this.#timer = setInterval(() => void this.#look(), this.options.lookMs ?? LOOK_MS)
    this.#timer.unref()
  }

  /** Ends the looking and waits for a refresh under way, which needs the database. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    await this.#running?.catch(() => undefined)
  }

  /** Something is new at the platform: the list is read again soon, by this process or by the one that is at it. */
  async want(): Promise<void> {
    await this.options.kept.want()
    void this.#look()
  }

  /** Reads the platform now unless another process does; true when a list was kept. Never throws. */
  refresh(): Promise<boolean> {
    this.#running ??= this.#refresh().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #look(): Promise<void> {
    try {
      while (!this.#stopped && (await this.#isDue()) && (await this.refresh()));
    } catch (error) {
      this.options.log.warn({ err: error }, 'The age of the shop’s list could not be read')
    }
  }

  async #isDue(): Promise<boolean> {
    const { kept, now, maxAgeMs = MAX_AGE_MS } = this.options
    const { fetchedAt, wantedAt } = await kept.state()
    return wantedAt !== null || fetchedAt === null || now().getTime() - fetchedAt.getTime() >= maxAgeMs
  }

  async #refresh(): Promise<boolean> {
    const { kept, fetchShop, log, now } = this.options
    try {
      if (!(await kept.claim())) return false
    } catch (error) {
      log.warn({ err: error }, 'The shop’s list could not be claimed')
      return false
    }
    const since = now()
    try {
      await kept.keep(await fetchShop(), since)
      return true
    } catch (error) {
      log.error({ err: error }, 'Failed to load products from Shopify')
      await kept.noteFailure(error instanceof Error ? error.message : String(error)).catch(() => undefined)
      return false
    } finally {
      await kept.release().catch(() => undefined)
    }
  }
}
