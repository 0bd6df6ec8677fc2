import type { ServerResponse } from 'node:http'
import { PING } from './sse-events'

/** A state of an audience's topics, as its readers get it. */
export interface Shown {
  /** What names the content of each topic, in the audience's order. */
  marks: readonly string[]
  /** The bytes for a reader who has not seen the topics of these places; the same for all of them. */
  bytesFor: (places: readonly number[]) => Buffer
}

interface ReaderOptions {
  /** What the reader has seen of each topic, in the audience's order; undefined for nothing. */
  seen: readonly (string | undefined)[]
  /** When the stream's time is over, by the process's own clock (ms). */
  endsAt: number
  /** There is room again after `bring` found none. */
  onDrain: (reader: Reader) => void
  onEnd: (reader: Reader, wasCut: boolean) => void
}

/** One open stream. It keeps no more than where its reader stands: what is sent belongs to all. */
export class Reader {
  #seen: readonly (string | undefined)[]
  readonly #endsAt: number
  #stalledSince: number | undefined
  #cut = false
  #met = false

  constructor(
    private readonly res: ServerResponse,
    { seen, endsAt, onDrain, onEnd }: ReaderOptions,
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
   * Sends what the reader has not seen. One who has not taken what was sent before gets nothing now, and
   * the newest state once there is room again.
   */
  bring({ marks, bytesFor }: Shown): void {
    this.#met = true
    if (this.#seen === marks || this.res.writableNeedDrain || this.#isOver) return
    const places = marks.flatMap((mark, place) => (this.#seen[place] === mark ? [] : [place]))
    this.#seen = marks
    if (places.length > 0) this.res.write(bytesFor(places))
  }

  /** Whether the reader still waits for the first look at where it stands. */
  get isNew(): boolean {
    return !this.#met
  }

  /** Shows that the stream is alive; cuts a reader who takes nothing for `stalledMs`, and ends a stream whose time is over. */
  look(now: number, stalledMs: number): void {
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
