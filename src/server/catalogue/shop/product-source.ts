import type { ShopAnswer, ShopCollection, ShopProduct } from '~/contracts/catalogue/products'
import type { Logger } from '~/server/platform/log'
import type { CatalogueCounts } from './catalogue-counts'

export interface ProductSource {
  /**
   * A stored list stands in while the platform is down. @throws if the list cannot be read; visitors then see `failure` or an older list
   */
  read: () => Promise<ShopAnswer>
  /** For a source whose products change one by one. */
  parts?: {
    /** Those for sale. @throws as `read` */
    read: (ids: readonly string[]) => Promise<ShopProduct[]>
    collectionsOf: (counts: Pick<CatalogueCounts, 'category' | 'collection'>) => ShopCollection[]
  }
  /** Products whose holds have ended by time alone since they were read. */
  freedBy?: (at: Date) => string[]
  /** Shown to visitors without a list (requirements §8 Storefront). */
  failure: string
}

/** Readers do not see the reason (requirements §8). */
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
