import type { Logger } from '~/server/platform/log'
import type { ChangeHub } from './change-hub'
import { LiveValue } from './live-value'

interface KeptOptions<T> {
  table: string
  load: () => Promise<T>
  first: T
  hub: ChangeHub
  log: Logger
}

/** A small table in memory, usable without waiting and within a transaction. */
export class Kept<T> {
  readonly #live: LiveValue<T>
  #current: T

  constructor({ table, load, first, hub, log }: KeptOptions<T>) {
    this.#current = first
    const follow = () => {
      this.fresh().catch((err: unknown) => log.error({ err, table }, 'What is kept of a table could not be read'))
    }
    this.#live = new LiveValue(load, () => hub.listening, follow)
    hub.on('change', (change) => {
      if (change.table === table) this.#live.changed()
    })
    hub.on('reset', () => this.#live.changed())
  }

  get current(): T {
    return this.#current
  }

  /** From memory while the feed works, else from the database. */
  async fresh(): Promise<T> {
    this.#current = (await this.#live.get()).data
    return this.#current
  }

  async changed(): Promise<void> {
    this.#live.changed()
    await this.fresh()
  }
}
