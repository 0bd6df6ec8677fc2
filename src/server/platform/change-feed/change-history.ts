import { randomUUID } from 'node:crypto'

/** Announcements take a moment: a change this recent (ms) counts as new. */
const ON_ITS_WAY = 1_000

/** Remembers when each table was last announced to this process, so that a stream that was away learns which tables it has missed. */
export class ChangeHistory {
  readonly #process = randomUUID().slice(0, 8)
  readonly #last = new Map<string, { number: number; at: number }>()
  #number = 0
  /** Nothing before this moment is known. */
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
   * True if a table may have changed since an event of a stream, or in the last `age` ms. True for a moment before this process's memory,
   * false without one.
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
