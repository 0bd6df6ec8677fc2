import { randomUUID } from 'node:crypto'

/** Announcements are on their way for a moment: a change this many ms before somebody asks counts as new. */
const ON_ITS_WAY = 1_000

/**
 * When each table was last announced to this process, so that a stream that was away for a while
 * learns which tables it has missed and not just that it may have missed something.
 */
export class ChangeHistory {
  readonly #process = randomUUID().slice(0, 8)
  readonly #last = new Map<string, { number: number; at: number }>()
  #number = 0
  /** Nothing is known of what was before. */
  #begin = { number: 0, at: performance.now() }

  /** Names this moment, for `changedSince`. */
  get eventId(): string {
    return `${this.#process}:${this.#number}`
  }

  changed(table: string): void {
    this.#last.set(table, { number: ++this.#number, at: performance.now() })
  }

  /** Announcements may have been missed until now. */
  reset(): void {
    this.#begin = { number: ++this.#number, at: performance.now() }
  }

  /**
   * Whether a table may have changed since an event of a stream, or in the last `age` ms; a moment that
   * this process knows nothing of is answered with yes, and no moment at all with no.
   */
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
