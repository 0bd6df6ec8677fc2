import type { ShopListState } from '~/contracts/dashboard'
import type { Services } from '~/server/services'

/** How young the shop platform's list is; null where the shop is the own catalogue. */
export async function readShopList({ platform, live }: Pick<Services, 'platform' | 'live'>): Promise<ShopListState | null> {
  if (!platform) return null
  const [{ fetchedAt, failedAt, failure }, shown] = await Promise.all([platform.state(), live.values.products.get()])
  return { fetchedAt, failedAt, failure, products: shown.data.total }
}
