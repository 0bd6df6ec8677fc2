/** Five runs a second at most. */
const BETWEEN_MS = 200

/** The first request runs at once, requests within `between` ms of its start run together afterwards. Runs never overlap. */
export class Coalesced {
  #isDue = false
  #running: Promise<void> | undefined
  #notBefore = 0
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly work: () => Promise<void> | void,
    private readonly between = BETWEEN_MS,
  ) {}

  ask(): void {
    this.#isDue = true
    this.#next()
  }

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
