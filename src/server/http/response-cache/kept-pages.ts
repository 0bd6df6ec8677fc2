import type { CachedResponse } from './cached-response'

/** In three encodings each: about 30 MB. */
const MOST_KEPT = 300

/** Keeps the most recently requested pages of records until something changes that they may show. */
export class KeptPages {
  readonly #kept = new Map<string, Promise<CachedResponse | null>>()
  #day = ''

  /**
   * @param make takes a page from Next; null for one that is not the same for everyone
   * @param today the day of the shop: with it begin rates of VAT, and nothing is written then
   */
  constructor(
    private readonly make: (url: string) => Promise<CachedResponse | null>,
    private readonly today: () => string,
  ) {}

  /** Null if Next must answer itself. */
  get(url: string): Promise<CachedResponse | null> {
    const today = this.today()
    if (today !== this.#day) this.changed()
    this.#day = today
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
