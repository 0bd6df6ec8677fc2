import type { ShopAnswer, ShopCollection, ShopProduct } from '~/contracts/catalogue/products'
import type { Logger } from '~/server/platform/log'
import type { CatalogueCounts } from './catalogue-counts'

/** Where the public shop's products come from: the own catalogue, or a shop platform. */
export interface ProductSource {
  /**
   * Everything that is for sale, newest first. A source that keeps a list of its own answers with that
   * while its platform is away, and with `success: false` only where there is no list at all.
   * @throws when the list cannot be read; visitors then read `failure`, unless an older list is known
   */
  read: () => Promise<ShopAnswer>
  /** For a source whose products change one by one. */
  parts?: {
    /** Those of some products that are for sale. @throws as `read` */
    read: (ids: readonly string[]) => Promise<ShopProduct[]>
    /** The collections of products that have been counted. */
    collectionsOf: (counts: Pick<CatalogueCounts, 'category' | 'collection'>) => ShopCollection[]
  }
  /** What visitors read when there is no list (spec §8 Storefront). */
  failure: string
}

/** The same source; each failure to read it is logged (spec §8), because readers do not see the reason. */
export function logFailures({ parts, ...source }: ProductSource, log: Logger): ProductSource {
  const logged =
    <Asked extends unknown[], Answer>(read: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked) => {
      try {
        return await read(...asked)
      } catch (error) {
        log.error({ err: error }, source.failure)
        throw error
      }
    }
  return { ...source, read: logged(source.read), ...(parts ? { parts: { ...parts, read: logged(parts.read) } } : {}) }
}
