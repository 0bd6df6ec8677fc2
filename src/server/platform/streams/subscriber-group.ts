import { eventIdOf, seenOf } from '~/server/platform/change-feed/live-value'
import { forEachYielding } from '~/server/platform/event-loop'
import { message } from './sse-events'
import type { Subscriber, TopicState } from './subscriber'

export interface TopicUpdate {
  id: string
  changed: Record<string, unknown>
}

/** Yields all topics, then each change, until the signal aborts. Fails only before the first state. */
export type Follow<Topic extends string> = (topics: readonly Topic[], signal: AbortSignal) => AsyncIterable<TopicUpdate>

interface GroupOptions<Topic extends string> {
  follow: Follow<Topic>
  topics: readonly Topic[]
  /** Sends the only topic's content without its name. */
  isAlone: boolean
  serialize: (data: unknown) => unknown
  failureFor: (error: unknown) => Buffer
}

/**
 * Subscribers of the same topics share a generator; a state is serialised once for all who lack the same, and outdated ones are skipped.
 */
export class SubscriberGroup<Topic extends string> {
  readonly #subscribers = new Set<Subscriber>()
  /** May lack something; a change adds everybody. */
  readonly #waiting = new Set<Subscriber>()
  #state: TopicState | undefined
  /** Stops the generator, which runs while there are subscribers. */
  #following: AbortController | undefined
  #isSending = false

  constructor(private readonly options: GroupOptions<Topic>) {}

  get size(): number {
    return this.#subscribers.size
  }

  [Symbol.iterator](): Iterator<Subscriber> {
    return this.#subscribers.values()
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber)
    this.catchUp(subscriber)
    if (this.#following) return
    const following = new AbortController()
    this.#following = following
    this.#follow(following.signal).catch((error: unknown) => {
      if (this.#following === following) this.#fail(error)
    })
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber)
    this.#waiting.delete(subscriber)
    if (this.#subscribers.size === 0) this.#rest()
  }

  catchUp(subscriber: Subscriber): void {
    this.#waiting.add(subscriber)
    void this.#send()
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { follow, topics } = this.options
    let current: Record<string, unknown> = {}
    for await (const { id, changed } of follow(topics, signal)) {
      if (signal.aborted) return
      current = { ...current, ...changed }
      this.#state = this.#stateOf(seenOf(id), current)
      for (const subscriber of this.#subscribers) this.#waiting.add(subscriber)
      void this.#send()
    }
  }

  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    try {
      while (this.#state && this.#waiting.size > 0) {
        const state = this.#state
        await forEachYielding(this.#due(state), (subscriber) => {
          subscriber.send(state)
        })
      }
    } catch (error) {
      this.#fail(error)
    } finally {
      this.#isSending = false
    }
  }

  *#due(state: TopicState): Generator<Subscriber> {
    for (const subscriber of this.#waiting) {
      if (this.#state !== state) return
      this.#waiting.delete(subscriber)
      yield subscriber
    }
  }

  #stateOf(seen: ReadonlyMap<string, string>, current: Readonly<Record<string, unknown>>): TopicState {
    const { topics, isAlone, serialize } = this.options
    const contentIds = topics.map((topic) => seen.get(topic) ?? '')
    const eventId = eventIdOf(seen)
    const made = new Map<string, Buffer>()
    const bytesFor = (indexes: readonly number[]) => {
      const key = indexes.join()
      const lacking = topics.filter((_topic, index) => indexes.includes(index)).map((topic): [string, unknown] => [topic, current[topic]])
      const bytes = made.get(key) ?? message(eventId, serialize(isAlone ? lacking[0]?.[1] : Object.fromEntries(lacking)))
      made.set(key, bytes)
      return bytes
    }
    return { contentIds, bytesFor }
  }

  #fail(error: unknown): void {
    const last = this.options.failureFor(error)
    const subscribers = [...this.#subscribers]
    this.#rest()
    for (const subscriber of subscribers) subscriber.fail(last)
  }

  #rest(): void {
    this.#following?.abort()
    this.#following = undefined
    this.#state = undefined
  }
}
