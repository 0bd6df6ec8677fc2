import { TRPCError } from '@trpc/server'
import { BulkheadRejectedError } from 'cockatiel'
import type { ProductSearch } from '~/contracts/catalogue/product-search'
import { failedOverview, failedShopAnswer, type ProductPage, type ShopAnswer } from '~/contracts/catalogue/products'
import type { Services } from '~/server/services'
import type { Catalogue } from './catalogue'

type Shop = Pick<Services, 'live' | 'catalogue'>

/** By state of the catalogue, whose array stays the same until something changes. */
const answers = new WeakMap<readonly unknown[], ShopAnswer>()

async function current({ live, catalogue }: Shop): Promise<Catalogue | { error: string | null }> {
  const { data } = await live.values.products.get()
  return data.success && catalogue.current ? catalogue.current : data
}

export async function readShop(shop: Shop): Promise<ShopAnswer> {
  const list = await current(shop)
  if ('error' in list) return failedShopAnswer(list.error ?? '')
  const { products, collections } = list
  const known = answers.get(products) ?? { success: true, products: [...products], collections: [...collections], error: null }
  answers.set(products, known)
  return known
}

/** @throws SERVICE_UNAVAILABLE while too many searches wait */
export async function searchShop(shop: Shop, asked: ProductSearch): Promise<ProductPage> {
  const list = await current(shop)
  if ('error' in list) return { ...failedOverview(list.error ?? ''), matching: 0 }
  try {
    return await list.search(asked)
  } catch (error) {
    if (error instanceof BulkheadRejectedError)
      throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: 'Too many searches at this moment. Please try again in a few seconds.' })
    throw error
  }
}

/** Shows a write of this process at once. @param id null for any product */
export function productChanged({ live, catalogue }: Shop, id: string | null): void {
  catalogue.changed(id)
  live.values.products.changed()
}
