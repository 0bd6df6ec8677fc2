import type { ServerResponse } from 'node:http'
import { PING } from './sse-events'

export interface TopicState {
  /** The id of each topic's content, in the group's order. */
  contentIds: readonly string[]
  /** The event for a subscriber that lacks the topics at these indexes; the same bytes for all of them. */
  bytesFor: (indexes: readonly number[]) => Buffer
}

interface SubscriberOptions {
  /** The content that the subscriber has seen of each topic, in the group's order; undefined for none. */
  seen: readonly (string | undefined)[]
  /** The end of the stream's time, by the process's clock (ms). */
  endsAt: number
  /** There is room again after a `send` that found none. */
  onDrain: (subscriber: Subscriber) => void
  onEnd: (subscriber: Subscriber, wasCut: boolean) => void
}

/** One open stream. Holds the subscriber's position alone: the bytes belong to all. */
export class Subscriber {
  #seen: readonly (string | undefined)[]
  readonly #endsAt: number
  #stalledSince: number | undefined
  #cut = false

  constructor(
    private readonly res: ServerResponse,
    { seen, endsAt, onDrain, onEnd }: SubscriberOptions,
  ) {
    this.#seen = seen
    this.#endsAt = endsAt
    res.on('drain', () => {
      onDrain(this)
    })
    res.once('close', () => {
      onEnd(this, this.#cut)
    })
  }

  /** Sends what the subscriber has not seen. One with unread bytes gets nothing now, and the newest state once there is room. */
  send({ contentIds, bytesFor }: TopicState): void {
    if (this.#seen === contentIds || this.res.writableNeedDrain || this.#isOver) return
    const indexes = contentIds.flatMap((id, index) => (this.#seen[index] === id ? [] : [index]))
    this.#seen = contentIds
    if (indexes.length > 0) this.res.write(bytesFor(indexes))
  }

  /** Sends a ping; cuts a subscriber that has read nothing for `stalledMs`, and ends a stream whose time is over. */
  checkAlive(now: number, stalledMs: number): void {
    if (this.res.writableLength > 0) {
      this.#stalledSince ??= now
      if (now - this.#stalledSince < stalledMs) return
      this.#cut = true
      this.res.destroy()
      return
    }
    this.#stalledSince = undefined
    if (this.#isOver) return
    // Without a last event the browser reconnects and resumes by itself.
    if (now >= this.#endsAt) this.res.end()
    else this.res.write(PING)
  }

  fail(last: Buffer): void {
    if (!this.#isOver) this.res.end(last)
  }

  get #isOver(): boolean {
    return this.res.writableEnded || this.res.destroyed
  }
}
