import { Catalogue } from './catalogue'
import type { ProductSource } from './product-source'

/** More changed products than these are read with all others. */
const MOST_CHANGED = 500

/**
 * What the shop sells, cached in memory and brought up to date by the change feed: of a source that can, only the products
 * that have changed are read (docs/decisions/040).
 */
export class LiveCatalogue {
  #catalogue: Catalogue | undefined
  /** What may have changed since the last reading; null for everything. */
  #changed: Set<string> | null = null

  constructor(
    private readonly source: ProductSource,
    /** While false, changes may be missed. */
    private readonly isFed: () => boolean,
  ) {}

  /** Undefined before the first list could be read. */
  get current(): Catalogue | undefined {
    return this.#catalogue
  }

  /** What is read at the next `refresh`. @param id a product's, null for any */
  changed(id: string | null): void {
    if (id === null || (this.#changed && this.#changed.size >= MOST_CHANGED)) this.#changed = null
    else this.#changed?.add(id)
  }

  /**
   * Brings the catalogue up to date. Not to be called while it runs.
   * @throws when the source cannot be read; what has changed is not forgotten
   */
  async refresh(): Promise<Catalogue> {
    const { parts } = this.source
    const changed = this.isFed() ? this.#changed : null
    // Changes that come from here on may be too late for this reading.
    this.#changed = new Set()
    try {
      if (!this.#catalogue || !changed || !parts) this.#catalogue = await this.#readAll()
      else if (changed.size > 0) this.#catalogue.update(changed, await parts.read([...changed]), parts.collectionsOf)
      return this.#catalogue
    } catch (error) {
      if (changed) for (const id of changed) this.changed(id)
      else this.changed(null)
      throw error
    }
  }

  async #readAll(): Promise<Catalogue> {
    const answer = await this.source.read()
    if (!answer.success) throw new Error(answer.error ?? this.source.failure)
    return Catalogue.of(answer.products, answer.collections)
  }
}
