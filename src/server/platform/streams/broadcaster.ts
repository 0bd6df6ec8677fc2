import type { ServerResponse } from 'node:http'
import { seenOf } from '~/server/platform/change-feed/live-value'
import { type Follow, SubscriberGroup } from './subscriber-group'
import { Subscriber } from './subscriber'
import { CLIENT_OPTIONS, LONGEST_STREAM_MS, PING_MS, STALLED_MS, beginStream, connected } from './sse-events'
import { forEachYielding } from '~/server/platform/event-loop'

export interface Subscription<Topic extends string = string> {
  topics: readonly Topic[]
  /** Sends the only topic's content without its name. */
  isAlone: boolean
  lastEventId: string | null | undefined
}

export interface BroadcasterOptions<Topic extends string> {
  /** Shared by all subscribers of the same topics. */
  follow: Follow<Topic>
  serialize: (data: unknown) => unknown
  failureFor: (error: unknown) => Buffer
  onCut: () => void
  random?: () => number
  pingMs?: number
  stalledMs?: number
  longestMs?: number
}

/** Milliseconds, up to five times as much by chance, so that browsers do not reconnect together. */
const RETRY_MS = 1_000

/** Random part of a stream's longest time, so that streams do not end together. */
const SPREAD = 0.1

/** docs/decisions/003: one timer for all, and the same bytes for all who lack the same. The events are tRPC's own. */
export class Broadcaster<Topic extends string> {
  readonly #groups = new Map<string, SubscriberGroup<Topic>>()
  readonly #options: Required<BroadcasterOptions<Topic>>
  #timer: NodeJS.Timeout | undefined

  constructor(options: BroadcasterOptions<Topic>) {
    this.#options = { random: Math.random, pingMs: PING_MS, stalledMs: STALLED_MS, longestMs: LONGEST_STREAM_MS, ...options }
  }

  get size(): number {
    return [...this.#groups.values()].reduce((sum, { size }) => sum + size, 0)
  }

  open(res: ServerResponse, { topics, isAlone, lastEventId }: Subscription<Topic>): void {
    const { random, longestMs, onCut } = this.#options
    const asked = [...new Set(topics)].toSorted()
    const group = this.#groupOf(asked, isAlone)
    const before = seenOf(lastEventId)
    const subscriber = new Subscriber(res, {
      seen: asked.map((topic) => before.get(topic)),
      endsAt: performance.now() + longestMs * (1 - SPREAD * random()),
      onDrain: (drained) => {
        group.catchUp(drained)
      },
      onEnd: (ended, cut) => {
        group.remove(ended)
        if (cut) onCut()
        if (this.size === 0) this.#rest()
      },
    })
    beginStream(res, connected(CLIENT_OPTIONS, Math.round(RETRY_MS * (1 + 3 * random()))))
    group.add(subscriber)
    this.#timer ??= setInterval(() => void this.#checkAll(), this.#options.pingMs).unref()
  }

  #groupOf(topics: readonly Topic[], isAlone: boolean): SubscriberGroup<Topic> {
    const key = `${isAlone ? 'alone ' : ''}${topics.join()}`
    const { follow, serialize, failureFor } = this.#options
    const group = this.#groups.get(key) ?? new SubscriberGroup({ follow, topics, isAlone, serialize, failureFor })
    this.#groups.set(key, group)
    return group
  }

  async #checkAll(): Promise<void> {
    for (const group of this.#groups.values()) {
      await forEachYielding(group, (subscriber) => {
        subscriber.checkAlive(performance.now(), this.#options.stalledMs)
      })
    }
  }

  #rest(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
