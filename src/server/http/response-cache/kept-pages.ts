import type { CachedResponse } from './cached-response'

/** Pages that are kept, in three encodings each: about 30 MB. */
const MOST_KEPT = 300

/**
 * Pages of records, of which there may be very many: Next makes one when it is first asked for, and it is kept until something changes that it
 * may show. The pages asked for last are kept.
 */
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

  /** The same answer for all that wait for it; null where Next has to answer itself. */
  get(url: string): Promise<CachedResponse | null> {
    const today = this.today()
    if (today !== this.#day) this.changed()
    this.#day = today
    const known = this.#kept.get(url)
    if (known) {
      // The last of those that stay.
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

  /** Makes each page anew; those in the making are not kept. */
  changed(): void {
    this.#kept.clear()
  }
}
