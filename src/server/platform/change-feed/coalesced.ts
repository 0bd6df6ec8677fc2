/** What follows changes is done at most five times a second, however many there are: the first at once, the last within so many ms. */
const BETWEEN_MS = 200

/**
 * Work that is asked for more often than it is worth doing: the first time it is done at once, what is asked for until
 * `between` ms have passed since it began is done together then. Work that takes longer than that is not begun a second time
 * before it has ended.
 */
export class Coalesced {
  #isDue = false
  #running: Promise<void> | undefined
  #notBefore = 0
  #timer: NodeJS.Timeout | undefined

  constructor(
    /** Must not throw. */
    private readonly work: () => Promise<void> | void,
    private readonly between = BETWEEN_MS,
  ) {}

  /** Asks for the work: all of it is done once more after this call. */
  ask(): void {
    this.#isDue = true
    this.#next()
  }

  /** Begins the work now, unless it is under way. @returns once it has been done */
  now(): Promise<void> {
    return this.#running ?? this.#start()
  }

  #next(): void {
    if (!this.#isDue || this.#running || this.#timer) return
    const pause = this.#notBefore - performance.now()
    if (pause <= 0) void this.#start()
    else {
      this.#timer = setTimeout(() => {
        this.#timer = undefined
        this.#next()
      }, Math.ceil(pause)).unref()
    }
  }

  #start(): Promise<void> {
    this.#isDue = false
    this.#notBefore = performance.now() + this.between
    this.#running = this.#work().finally(() => {
      this.#running = undefined
      this.#next()
    })
    return this.#running
  }

  async #work(): Promise<void> {
    await this.work()
  }
}
