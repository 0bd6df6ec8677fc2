import type { ServerResponse } from 'node:http'
import { PING } from './sse-events'

/** A state of a group's topics, as its subscribers get it. */
export interface TopicState {
  /** The id of each topic's content, in the group's order. */
  contentIds: readonly string[]
  /** The event for a subscriber who has not seen the topics at these indexes; the same bytes for all of them. */
  bytesFor: (indexes: readonly number[]) => Buffer
}

interface SubscriberOptions {
  /** The content that the subscriber has seen of each topic, in the group's order; undefined for nothing. */
  seen: readonly (string | undefined)[]
  /** When the stream's time is over, by the process's own clock (ms). */
  endsAt: number
  /** There is room again after `send` found none. */
  onDrain: (subscriber: Subscriber) => void
  onEnd: (subscriber: Subscriber, wasCut: boolean) => void
}

/** One open stream. It keeps no more than where its subscriber stands: what is sent belongs to all. */
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

  /**
   * Sends what the subscriber has not seen. One who has not taken what was sent before gets nothing now, and
   * the newest state once there is room again.
   */
  send({ contentIds, bytesFor }: TopicState): void {
    if (this.#seen === contentIds || this.res.writableNeedDrain || this.#isOver) return
    const indexes = contentIds.flatMap((id, index) => (this.#seen[index] === id ? [] : [index]))
    this.#seen = contentIds
    if (indexes.length > 0) this.res.write(bytesFor(indexes))
  }

  /** Shows that the stream is alive; cuts a subscriber who takes nothing for `stalledMs`, and ends a stream whose time is over. */
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
    // Without a last event: the browser comes back by itself, and goes on where it stands.
    if (now >= this.#endsAt) this.res.end()
    else this.res.write(PING)
  }

  /** Ends the stream with a last event. */
  fail(last: Buffer): void {
    if (!this.#isOver) this.res.end(last)
  }

  get #isOver(): boolean {
    return this.res.writableEnded || this.res.destroyed
  }
}
