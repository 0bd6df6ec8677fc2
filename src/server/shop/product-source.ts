import type { ShopAnswer } from '~/contracts/products'
import type { Logger } from '~/server/log'

/** Where the public shop's products come from: the own catalogue, or a shop platform. */
export interface ProductSource {
  /**
   * Everything that is for sale, newest first. A source that keeps a list of its own answers with that
   * while its platform is away, and with `success: false` only where there is no list at all.
   * @throws when the list cannot be read; visitors then read `failure`, unless an older list is known
   */
  read: () => Promise<ShopAnswer>
  /** What visitors read when there is no list (spec §8 Storefront). */
  failure: string
}

/** The same source; each failure to read it is logged (spec §8), because readers do not see the reason. */
export const logFailures = (source: ProductSource, log: Logger): ProductSource => ({
  ...source,
  read: async () => {
    try {
      return await source.read()
    } catch (error) {
      log.error({ err: error }, source.failure)
      throw error
    }
  },
})
