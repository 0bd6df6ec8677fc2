/** Five runs a second at most. */
const BETWEEN_MS = 200

/**
 * The first request runs at once, requests within `between` ms of its start run together afterwards. Runs never overlap.
 * @param unhurried ms between two runs while nobody waits for them (`hurry`); by default the same
 */
export class Coalesced {
  #isDue = false
  #isHurried = false
  #running: Promise<void> | undefined
  #began = -Infinity
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly work: () => Promise<void> | void,
    private readonly between = BETWEEN_MS,
    private readonly unhurried = between,
  ) {}

  ask(): void {
    this.#isDue = true
    void this.#next()
  }

  /** Shortens the pause to `between` for the run that is due, or the next one. @returns the run, if it begins with this call */
  hurry(): Promise<void> | undefined {
    this.#isHurried = true
    clearTimeout(this.#timer)
    this.#timer = undefined
    return this.#next()
  }

  now(): Promise<void> {
    return this.#running ?? this.#start()
  }

  #next(): Promise<void> | undefined {
    if (!this.#isDue || this.#running || this.#timer) return undefined
    const pause = this.#began + (this.#isHurried ? this.between : this.unhurried) - performance.now()
    if (pause <= 0) return this.#start()
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#next()
    }, Math.ceil(pause)).unref()
    return undefined
  }

  #start(): Promise<void> {
    this.#isDue = false
    this.#isHurried = false
    this.#began = performance.now()
    this.#running = this.#work().finally(() => {
      this.#running = undefined
      void this.#next()
    })
    return this.#running
  }

  async #work(): Promise<void> {
    await this.work()
  }
}
