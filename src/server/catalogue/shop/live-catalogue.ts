import { Catalogue } from './catalogue'
import type { ProductSource } from './product-source'

const MOST_CHANGED = 500

/** Products in memory, kept current by the change feed. If the source can, only changed ones are read (docs/decisions/023). */
export class LiveCatalogue {
  #catalogue: Catalogue | undefined
  /** Since the last read; null for all. */
  #changed: Set<string> | null = null

  constructor(
    private readonly source: ProductSource,
    /** While false, changes may be missed. */
    private readonly isFed: () => boolean,
  ) {}

  get current(): Catalogue | undefined {
    return this.#catalogue
  }

  /** @param id null for any */
  changed(id: string | null): void {
    if (id === null || (this.#changed && this.#changed.size >= MOST_CHANGED)) this.#changed = null
    else this.#changed?.add(id)
  }

  /** Marks products whose holds have ended. @returns true if there are any */
  lookAtHolds(at: Date): boolean {
    const freed = this.source.freedBy?.(at) ?? []
    for (const id of freed) this.changed(id)
    return freed.length > 0
  }

  /** Calls must not overlap. @throws if the source cannot be read; marks are kept */
  async refresh(): Promise<Catalogue> {
    const { parts } = this.source
    const changed = this.isFed() ? this.#changed : null
    // A change from here on may be too late for this read.
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
