/** Wakes one waiting loop; a ring that nobody waits for is heard at the next wait. */
export class Bell {
  #rung = false
  #hear: (() => void) | undefined

  ring(): void {
    this.#rung = true
    this.#hear?.()
  }

  /** Forgets a ring that nobody has heard. */
  hush(): void {
    this.#rung = false
  }

  /** Resolves at the next ring, after `ms` at the latest. */
  heard(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const hear = () => {
        clearTimeout(timer)
        this.#hear = undefined
        this.#rung = false
        resolve()
      }
      const timer = setTimeout(hear, ms)
      this.#hear = hear
      if (this.#rung) hear()
    })
  }
}
