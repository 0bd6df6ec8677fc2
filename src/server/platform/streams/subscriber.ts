import type { ServerResponse } from 'node:http'
import { PING } from './sse-events'

export interface TopicState {
  /** By topic in the group's order. */
  contentIds: readonly string[]
  /** For a subscriber that lacks the topics at these indexes; shared bytes. */
  bytesFor: (indexes: readonly number[]) => Buffer
}

interface SubscriberOptions {
  /** Of each topic, in the group's order. */
  seen: readonly (string | undefined)[]
  /** By the process's clock (ms). */
  endsAt: number
  /** There is room again after a `send` that found none. */
  onDrain: (subscriber: Subscriber) => void
  onEnd: (subscriber: Subscriber, wasCut: boolean) => void
}

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

  send({ contentIds, bytesFor }: TopicState): void {
    if (this.#seen === contentIds || this.res.writableNeedDrain || this.#isOver) return
    const indexes = contentIds.flatMap((id, index) => (this.#seen[index] === id ? [] : [index]))
    this.#seen = contentIds
    if (indexes.length > 0) this.res.write(bytesFor(indexes))
  }

  /** Cuts a subscriber that reads nothing for `stalledMs`, and ends a stream whose time is over. */
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
    // Without a last event the browser reconnects and resumes.
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
