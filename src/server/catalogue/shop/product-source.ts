import type { ShopAnswer, ShopCollection, ShopProduct } from '~/contracts/catalogue/products'
import type { Logger } from '~/server/platform/log'
import type { CatalogueCounts } from './catalogue-counts'

/** A source of the public shop's products: the own catalogue, or a shop platform. */
export interface ProductSource {
  /**
   * Everything for sale, newest first. A source with a stored list answers with that while its platform is away, and with `success: false`
   * only without any list.
   * @throws when the list cannot be read; visitors then read `failure`, unless an older list is known
   */
  read: () => Promise<ShopAnswer>
  /** For a source whose products change one by one. */
  parts?: {
    /** Those of some products that are for sale. @throws as `read` */
    read: (ids: readonly string[]) => Promise<ShopProduct[]>
    collectionsOf: (counts: Pick<CatalogueCounts, 'category' | 'collection'>) => ShopCollection[]
  }
  /** The products of which orders hold less at that moment than when they were read: time alone has given their stock back. */
  freedBy?: (at: Date) => string[]
  /** Shown to visitors without a list (requirements §8 Storefront). */
  failure: string
}

/** Logs each failure of a source (requirements §8), because readers do not see the reason. */
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
