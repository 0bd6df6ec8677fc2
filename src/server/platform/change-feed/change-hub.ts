import { EventEmitter } from 'node:events'
import * as z from 'zod'
import type { Database } from '~/server/platform/database/database'
import type { Logger } from '~/server/platform/log'
import { metrics } from '~/server/platform/metrics/metrics'
import { randomUUID } from 'node:crypto'

/** Milliseconds that an announcement may take. */
const ON_ITS_WAY = 1_000

/** Tells returning streams which tables they have missed. */
class ChangeHistory {
  readonly #process = randomUUID().slice(0, 8)
  readonly #last = new Map<string, { number: number; at: number }>()
  #number = 0
  /** Nothing before this moment is known. */
  #begin = { number: 0, at: performance.now() }

  get eventId(): string {
    return `${this.#process}:${this.#number}`
  }

  changed(table: string): void {
    this.#last.set(table, { number: ++this.#number, at: performance.now() })
  }

  reset(): void {
    this.#begin = { number: ++this.#number, at: performance.now() }
  }

  /** True for changes since a stream's event or the last `age` ms, and for a moment before this process's memory; false without either. */
  changedSince(table: string, { lastEventId, age }: { lastEventId?: string | null | undefined; age?: number | undefined }): boolean {
    const last = this.#last.get(table)
    if (lastEventId) {
      const [process, text] = lastEventId.split(':')
      const number = Number(text)
      if (process !== this.#process || !(number >= this.#begin.number)) return true
      return last !== undefined && last.number > number
    }
    if (age === undefined) return false
    const since = performance.now() - age - ON_ITS_WAY
    return this.#begin.at >= since || (last !== undefined && last.at >= since)
  }
}

/** Used by the triggers in prisma/migrations. */
const CHANNEL = 'shop_changes'

const message = z.object({ table: z.string(), id: z.string().nullable(), owner: z.string().nullish() })

/** Id null: the whole table. `owner`: the user of the row; absent for other rows, and rows announced for a related change. */
export type Change = z.output<typeof message>

interface HubEvents {
  change: [Change]
  /** Changes may have been missed: copies must be read again. */
  reset: []
}

/** Passes the database's announcements to subscriptions, page regeneration and caches (docs/decisions/004). */
export class ChangeHub extends EventEmitter<HubEvents> {
  readonly history = new ChangeHistory()
  #listening = false
  #stop: (() => Promise<void>) | undefined
  readonly #beforeStop: (() => Promise<void>)[] = []

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
  ) {
    super()
    // Each open stream has a listener.
    this.setMaxListeners(0)
  }

  /** While false, cached copies may be out of date. */
  get listening(): boolean {
    return this.#listening
  }

  async start(): Promise<void> {
    let lost = false
    this.#stop = await this.db.listen(CHANNEL, {
      message: (payload) => {
        this.#receive(payload)
      },
      connected: () => {
        this.#listening = true
        if (lost) metrics().feedReconnects.inc()
        this.history.reset()
        this.emit('reset')
      },
      lost: (reason) => {
        this.#listening = false
        lost = true
        this.log.warn({ err: reason }, 'The change feed lost its connection and reconnects')
      },
    })
  }

  /** For changes without a trigger. */
  async announce(change: Change): Promise<void> {
    await this.db.prisma.$executeRaw`SELECT pg_notify(${CHANNEL}, ${JSON.stringify(change)})`
  }

  beforeStop(end: () => Promise<void>): void {
    this.#beforeStop.push(end)
  }

  async stop(): Promise<void> {
    await Promise.all(this.#beforeStop.map((end) => end()))
    this.#listening = false
    await this.#stop?.()
  }

  #receive(payload: string): void {
    let parsed: Change
    try {
      parsed = message.parse(JSON.parse(payload))
    } catch {
      this.log.warn({ payload }, 'An unreadable message on the change feed')
      return
    }
    this.history.changed(parsed.table)
    this.emit('change', parsed)
  }
}
