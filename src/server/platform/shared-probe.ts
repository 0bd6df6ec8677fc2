/**
 * A question that may hang, asked once at a time on behalf of everybody who wants to know: however many ask and
 * however long the answer takes, one is under way.
 */
export class SharedProbe<T> {
  #running: Promise<T | undefined> | undefined

  constructor(
    private readonly ask: () => Promise<T>,
    /** How long a caller waits (ms). */
    private readonly limitMs = 100,
  ) {}

  /** The answer; undefined when it failed or did not come within the limit. Never rejects. */
  async get(): Promise<T | undefined> {
    this.#running ??= this.#asked()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      // After a moment in which this process itself was busy, an answer that has come is read first.
      timer = setTimeout(() => {
        setImmediate(resolve, undefined)
      }, this.limitMs)
    })
    try {
      return await Promise.race([this.#running, late])
    } finally {
      clearTimeout(timer)
    }
  }

  async #asked(): Promise<T | undefined> {
    try {
      return await this.ask()
    } catch {
      return undefined
    } finally {
      this.#running = undefined
    }
  }
}
