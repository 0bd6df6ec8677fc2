import type { CachedResponse } from './cached-response'

/** In three encodings each: about 30 MB. */
const MOST_KEPT = 300

/** Keeps the most recently requested pages of records until something changes that they may show. */
export class KeptPages {
  readonly #kept = new Map<string, Promise<CachedResponse | null>>()

  constructor(private readonly make: (url: string) => Promise<CachedResponse | null>) {}

  /** Null if Next must answer itself. */
  get(url: string): Promise<CachedResponse | null> {
    const known = this.#kept.get(url)
    if (known) {
      // Moves it to the end of the eviction order.
      this.#kept.delete(url)
      this.#kept.set(url, known)
      return known
    }
    const made = this.make(url)
    this.#kept.set(url, made)
    const drop = () => {
      if (this.#kept.get(url) === made) this.#kept.delete(url)
    }
    made.then((page) => {
      if (page === null) drop()
    }, drop)
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size > MOST_KEPT) this.#kept.delete(oldest)
    return made
  }

  changed(): void {
    this.#kept.clear()
  }
}
