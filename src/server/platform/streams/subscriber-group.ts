import type { LiveTopic, SiteData } from '~/contracts/site'
import { idOf, type LiveSite } from '~/server/site/live-site'
import type { Reader, Shown } from './subscriber'
import { inTurns } from '~/server/platform/event-loop'
import { message } from './sse-events'

/** What an audience is told of topics that it has not seen. */
export type ToMessage = (changed: Partial<SiteData>) => unknown

interface AudienceOptions {
  live: LiveSite
  topics: readonly LiveTopic[]
  toMessage: ToMessage
  serialize: (data: unknown) => unknown
  /** The last event of streams whose first state could not be read. */
  failureFor: (error: unknown) => Buffer
}

/**
 * All readers of the same topics in the same form. A state is put into bytes once, for all who lack the
 * same topics, and written in slices; a state that is outdated before a reader's turn comes is not sent.
 */
export class Audience {
  readonly #readers = new Set<Reader>()
  /** Whoever may lack something; a change puts everybody here. */
  readonly #waiting = new Set<Reader>()
  /** Who lacked something when it could not be read: served at the next success. */
  readonly #unserved = new Set<Reader>()
  #shown: Shown | undefined
  #working = false
  #stale = false

  constructor(private readonly options: AudienceOptions) {}

  get size(): number {
    return this.#readers.size
  }

  [Symbol.iterator](): Iterator<Reader> {
    return this.#readers.values()
  }

  add(reader: Reader): void {
    this.#readers.add(reader)
    this.catchUp(reader)
  }

  remove(reader: Reader): void {
    this.#readers.delete(reader)
    this.#waiting.delete(reader)
    this.#unserved.delete(reader)
  }

  /** Sends a reader what it lacks. */
  catchUp(reader: Reader): void {
    this.#waiting.add(reader)
    void this.#work()
  }

  /** A topic has changed. */
  changed(topic: LiveTopic): void {
    if (!this.options.topics.includes(topic) || this.#readers.size === 0) return
    this.#stale = true
    void this.#work()
  }

  async #work(): Promise<void> {
    if (this.#working) return
    this.#working = true
    while (this.#stale || this.#waiting.size > 0) {
      try {
        const shown = await this.#read()
        await inTurns(this.#due(), (reader) => {
          reader.bring(shown)
        })
      } catch (error) {
        this.#giveUp(error)
      }
    }
    this.#working = false
  }

  /** Takes readers out of those who wait, until there is a newer state. */
  *#due(): Generator<Reader> {
    for (const reader of this.#waiting) {
      if (this.#stale) return
      this.#waiting.delete(reader)
      yield reader
    }
  }

  /** The current state; the same object as before while nothing has changed. */
  async #read(): Promise<Shown> {
    if (this.#stale) for (const reader of this.#readers) this.#waiting.add(reader)
    this.#stale = false
    const { live, topics } = this.options
    const snapshots = await Promise.all(topics.map((topic) => live.values[topic].get()))
    for (const reader of this.#unserved) this.#waiting.add(reader)
    this.#unserved.clear()
    const marks = snapshots.map(({ id }) => id)
    if (!this.#shown || marks.some((mark, place) => mark !== this.#shown?.marks[place])) {
      this.#shown = this.#showing(
        marks,
        snapshots.map(({ data }) => data),
      )
    }
    return this.#shown
  }

  #showing(marks: readonly string[], data: readonly SiteData[LiveTopic][]): Shown {
    const { topics, toMessage, serialize } = this.options
    const id = idOf(new Map(topics.map((topic, place) => [topic, marks[place] ?? ''])))
    const made = new Map<string, Buffer>()
    const bytesFor = (places: readonly number[]) => {
      const key = places.join()
      const changed: Partial<SiteData> = {}
      for (const place of places) Object.assign(changed, { [topics[place] ?? '']: data[place] })
      const bytes = made.get(key) ?? message(id, serialize(toMessage(changed)))
      made.set(key, bytes)
      return bytes
    }
    return { marks, bytesFor }
  }

  /** Nothing can be read: new readers are sent away and come back; the others wait for the next success. */
  #giveUp(error: unknown): void {
    const last = this.options.failureFor(error)
    for (const reader of this.#waiting) {
      if (reader.isNew) reader.fail(last)
      else this.#unserved.add(reader)
    }
    this.#waiting.clear()
  }
}
