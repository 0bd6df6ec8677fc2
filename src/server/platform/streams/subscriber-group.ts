import { eventIdOf, type LiveTopics } from '~/server/platform/change-feed/live-value'
import type { Subscriber, TopicState } from './subscriber'
import { forEachYielding } from '~/server/platform/event-loop'
import { message } from './sse-events'

/** What an event says of topics that its subscriber has not seen. */
export type ToMessage = (changed: Record<string, unknown>) => unknown

interface GroupOptions {
  live: LiveTopics
  topics: readonly string[]
  toMessage: ToMessage
  serialize: (data: unknown) => unknown
  /** The last event of streams whose first state could not be read. */
  failureFor: (error: unknown) => Buffer
}

/**
 * All subscribers of the same topics in the same form. A state is put into bytes once, for all who lack the
 * same topics, and written in slices; a state that is outdated before a subscriber's turn comes is not sent.
 */
export class SubscriberGroup {
  readonly #subscribers = new Set<Subscriber>()
  /** Whoever may lack something; a change puts everybody here. */
  readonly #waiting = new Set<Subscriber>()
  /** Who lacked something when it could not be read: served at the next success. */
  readonly #unserved = new Set<Subscriber>()
  #state: TopicState | undefined
  #isWorking = false
  #isStale = false

  constructor(private readonly options: GroupOptions) {}

  get size(): number {
    return this.#subscribers.size
  }

  [Symbol.iterator](): Iterator<Subscriber> {
    return this.#subscribers.values()
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber)
    this.catchUp(subscriber)
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber)
    this.#waiting.delete(subscriber)
    this.#unserved.delete(subscriber)
  }

  /** Sends a subscriber what it lacks. */
  catchUp(subscriber: Subscriber): void {
    this.#waiting.add(subscriber)
    void this.#work()
  }

  /** A topic has changed. */
  changed(topic: string): void {
    if (!this.options.topics.includes(topic) || this.#subscribers.size === 0) return
    this.#isStale = true
    void this.#work()
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    while (this.#isStale || this.#waiting.size > 0) {
      try {
        const state = await this.#read()
        await forEachYielding(this.#due(), (subscriber) => {
          subscriber.send(state)
        })
      } catch (error) {
        this.#giveUp(error)
      }
    }
    this.#isWorking = false
  }

  /** Takes subscribers out of those who wait, until there is a newer state. */
  *#due(): Generator<Subscriber> {
    for (const subscriber of this.#waiting) {
      if (this.#isStale) return
      this.#waiting.delete(subscriber)
      yield subscriber
    }
  }

  /** The current state; the same object as before while nothing has changed. */
  async #read(): Promise<TopicState> {
    if (this.#isStale) for (const subscriber of this.#subscribers) this.#waiting.add(subscriber)
    this.#isStale = false
    const { topics } = this.options
    const snapshots = await Promise.all(topics.map((topic) => this.#snapshot(topic)))
    for (const subscriber of this.#unserved) this.#waiting.add(subscriber)
    this.#unserved.clear()
    const contentIds = snapshots.map(({ id }) => id)
    if (!this.#state || contentIds.some((id, index) => id !== this.#state?.contentIds[index])) {
      this.#state = this.#stateOf(
        contentIds,
        snapshots.map(({ data }) => data),
      )
    }
    return this.#state
  }

  #snapshot(topic: string) {
    const value = this.options.live.values[topic]
    if (!value) throw new Error(`There is no topic ${topic}`)
    return value.get()
  }

  #stateOf(contentIds: readonly string[], data: readonly unknown[]): TopicState {
    const { topics, toMessage, serialize } = this.options
    const eventId = eventIdOf(new Map(topics.map((topic, index) => [topic, contentIds[index] ?? ''])))
    const made = new Map<string, Buffer>()
    const bytesFor = (indexes: readonly number[]) => {
      const key = indexes.join()
      const changed: Record<string, unknown> = {}
      for (const index of indexes) changed[topics[index] ?? ''] = data[index]
      const bytes = made.get(key) ?? message(eventId, serialize(toMessage(changed)))
      made.set(key, bytes)
      return bytes
    }
    return { contentIds, bytesFor }
  }

  /** Nothing can be read: new subscribers are sent away and come back; the others wait for the next success. */
  #giveUp(error: unknown): void {
    const last = this.options.failureFor(error)
    for (const subscriber of this.#waiting) {
      if (subscriber.isNew) subscriber.fail(last)
      else this.#unserved.add(subscriber)
    }
    this.#waiting.clear()
  }
}
