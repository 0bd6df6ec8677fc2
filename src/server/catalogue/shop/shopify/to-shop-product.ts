import { decimalOf } from '~/contracts/fields'
import type { Availability, ShopProduct } from '~/contracts/catalogue/products'
import { isPictureAddress, isWebAddress } from '~/contracts/addresses'
import { drawingOf } from '~/server/catalogue/shop/drawings'
import { nameOfHandle } from '~/contracts/catalogue/slug'
import type { ShopProductsQuery } from './operations.generated'

/** A product in the Storefront API's form. */
export type PlatformProduct = ShopProductsQuery['products']['nodes'][number]

/** Up to here a stock is limited (pieces), as in the own catalogue. */
const LIMITED_STOCK = 5

const HIGHEST_RATING = 5

/** Tags and metafield values that mark a pre-order. */
const PRE_ORDER_TAG = /^pre[-_ ]?order$/i

/** The metafields that the shop reads: namespace `mining`, and `reviews.rating` of the platform's review apps. */
function fieldsOf({ metafields }: PlatformProduct): ReadonlyMap<string, string> {
  return new Map(metafields.flatMap((field) => (field ? [[`${field.namespace}.${field.key}`, field.value.trim()]] : [])))
}

/** Decided by the sale flag, then the mark, then the quantity; a shop that does not tell its quantities has enough. */
function availabilityOf(
  { availableForSale, totalInventory, tags }: Pick<PlatformProduct, 'availableForSale' | 'totalInventory' | 'tags'>,
  preOrderField?: string,
): Availability {
  if (!availableForSale) return 'Out of Stock'
  if (preOrderField === 'true' || tags.some((tag) => PRE_ORDER_TAG.test(tag))) return 'Pre-Order'
  return typeof totalInventory === 'number' && totalInventory <= LIMITED_STOCK ? 'Limited Stock' : 'In Stock'
}

/** A rating is a number, or the platform's rating type: `{"value": "4.5", "scale_min": "1.0", "scale_max": "5.0"}`. */
export function ratingOf(text: string | undefined): number | null {
  if (!text) return null
  const plain = Number(text)
  if (Number.isFinite(plain)) return withinScale(plain, HIGHEST_RATING)
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || !('value' in parsed)) return null
    const highest = 'scale_max' in parsed ? Number(parsed.scale_max) : HIGHEST_RATING
    return withinScale(Number(parsed.value), highest)
  } catch {
    return null
  }
}

function withinScale(value: number, highest: number): number | null {
  if (!Number.isFinite(value) || !(highest > 0)) return null
  const inFives = (value / highest) * HIGHEST_RATING
  return Math.round(Math.min(HIGHEST_RATING, Math.max(0, inFives)) * 10) / 10
}

const amountOf = (text: string): number => {
  const amount = decimalOf(text)
  return Number.isFinite(amount) && amount > 0 ? Math.round(amount * 100) / 100 : 0
}

/**
 * A platform's product in the shape of spec §3 Shop product. Fields without a value stay empty: no product is dropped for a missing
 * metafield.
 * @param shopUrl sells products without a page of their own; no slash at the end
 */
export function toShopProduct(product: PlatformProduct, shopUrl: string): ShopProduct {
  const fields = fieldsOf(product)
  const handles = product.collections.nodes.map(({ handle }) => handle)
  const category = product.productType.trim() || nameOfHandle(handles[0] ?? '') || 'Mining Hardware'
  const variant = product.selectedOrFirstAvailableVariant
  const picture = product.featuredImage?.url ?? ''
  return {
    id: product.id,
    name: product.title,
    description: product.description,
    image: isPictureAddress(picture) ? picture : drawingOf({ name: product.title, category }),
    price: amountOf(product.priceRange.minVariantPrice.amount),
    availability: availabilityOf(product, fields.get('mining.pre_order')),
    condition: fields.get('mining.condition') || 'New',
    category,
    collections: handles,
    rating: ratingOf(fields.get('mining.rating') ?? fields.get('reviews.rating')),
    shopUrl:
      product.onlineStoreUrl && isWebAddress(product.onlineStoreUrl) ? product.onlineStoreUrl : `${shopUrl}/products/${product.handle}`,
    manufacturer: product.vendor,
    hashrate: fields.get('mining.hashrate') ?? '',
    power: fields.get('mining.power') ?? '',
    efficiency: fields.get('mining.efficiency') ?? '',
    ...(variant?.availableForSale ? { variantId: variant.id } : {}),
  }
}
