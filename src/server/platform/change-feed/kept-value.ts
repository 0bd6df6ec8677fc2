import type { Logger } from '~/server/platform/log'
import type { ChangeHub } from './change-hub'
import { LiveValue } from './live-value'

interface KeptOptions<T> {
  /** Its table: a change there has it read again. */
  table: string
  load: () => Promise<T>
  /** Counts until the first read. */
  first: T
  hub: ChangeHub
  log: Logger
}

/** A small table in memory whose last known state can be used without waiting, within a transaction too. */
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

  /** The state as it is now: from memory while the feed tells of changes, else from the database. */
  async fresh(): Promise<T> {
    this.#current = (await this.#live.get()).data
    return this.#current
  }

  /** After a change of this process, once it is committed. */
  async changed(): Promise<void> {
    this.#live.changed()
    await this.fresh()
  }
}
