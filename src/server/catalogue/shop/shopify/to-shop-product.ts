import * as z from 'zod'
import { decimalOf, stripUnstorable } from '~/contracts/fields'
import type { Availability, ShopProduct } from '~/contracts/catalogue/products'
import { isPictureAddress, isWebAddress } from '~/contracts/addresses'
import { drawingOf } from '~/server/catalogue/shop/drawings'
import { nameOfHandle } from '~/contracts/catalogue/slug'
import { metafieldText } from './metafield-text'

/** An unstorable text must not affect other products. */
const text = z.string().transform(stripUnstorable)
const money = z.object({ amount: text, currencyCode: text })

/** Unreadable fields are null, whatever the schema says; the required ones are the least for showing a product. */
export const platformProduct = z.object({
  id: text,
  handle: text,
  title: text,
  description: text.nullish(),
  vendor: text.nullish(),
  productType: text.nullish(),
  tags: z.array(text).nullish(),
  availableForSale: z.boolean(),
  totalInventory: z.number().nullish(),
  onlineStoreUrl: text.nullish(),
  featuredImage: z.object({ url: text }).nullish(),
  priceRange: z.object({ minVariantPrice: money, maxVariantPrice: money.nullish() }),
  selectedOrFirstAvailableVariant: z.object({ id: text, availableForSale: z.boolean(), price: money }).nullish(),
  collections: z.object({ nodes: z.array(z.object({ handle: text })) }).nullish(),
  metafields: z
    .array(z.object({ namespace: text, key: text, type: text.default('single_line_text_field'), value: text }).nullable())
    .nullish(),
})
export const platformCollection = z.object({ handle: text, title: text })
export type PlatformProduct = z.output<typeof platformProduct>

const EURO = 'EUR'

/** Pieces, as in the own catalogue. */
const LIMITED_STOCK = 5

const HIGHEST_RATING = 5

/** Marks a pre-order in tags and metafields. */
const PRE_ORDER_TAG = /^pre[-_ ]?order$/i

/** Namespace `mining`, and `reviews.rating` of the platform's review apps. */
function fieldsOf({ metafields }: PlatformProduct): ReadonlyMap<string, string> {
  return new Map((metafields ?? []).flatMap((field) => (field ? [[`${field.namespace}.${field.key}`, valueOf(field)]] : [])))
}

/** Interpreted instead of shown. */
const READ = new Set(['mining.rating', 'mining.pre_order', 'reviews.rating'])
const valueOf = ({ namespace, key, ...field }: { namespace: string; key: string; type: string; value: string }) =>
  READ.has(`${namespace}.${key}`) ? field.value.trim() : metafieldText(field)

/** By sale flag, pre-order mark, then quantity. Hidden quantities, and products that sell on at 0, count as in stock. */
function availabilityOf(
  { availableForSale, totalInventory, tags }: Pick<PlatformProduct, 'availableForSale' | 'totalInventory' | 'tags'>,
  preOrderField?: string,
): Availability {
  if (!availableForSale) return 'Out of Stock'
  if (preOrderField === 'true' || tags?.some((tag) => PRE_ORDER_TAG.test(tag))) return 'Pre-Order'
  return typeof totalInventory === 'number' && totalInventory > 0 && totalInventory <= LIMITED_STOCK ? 'Limited Stock' : 'In Stock'
}

/** A number, or `{"value": "4.5", "scale_min": "1.0", "scale_max": "5.0"}`. */
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

export const foreignCurrenciesOf = ({ priceRange, selectedOrFirstAvailableVariant: variant }: PlatformProduct): string[] =>
  [priceRange.minVariantPrice, priceRange.maxVariantPrice, variant?.price].flatMap((price) =>
    price && price.currencyCode !== EURO ? [price.currencyCode] : [],
  )

/** The cart's variant, or the lowest price, marked if there are higher ones. Without EUR it is 0: on request, not for the cart. */
function offerOf(product: PlatformProduct): Pick<ShopProduct, 'price' | 'isFrom' | 'variantId'> {
  if (foreignCurrenciesOf(product).length > 0) return { price: 0 }
  const { priceRange, selectedOrFirstAvailableVariant: variant } = product
  if (variant?.availableForSale) return { price: amountOf(variant.price.amount), variantId: variant.id }
  const price = amountOf(priceRange.minVariantPrice.amount)
  return amountOf(priceRange.maxVariantPrice?.amount ?? '0') > price ? { price, isFrom: true } : { price }
}

/** Requirements §3 Shop product; missing metafields leave fields empty. @param shopUrl for products without a page */
export function toShopProduct(product: PlatformProduct, shopUrl: string): ShopProduct {
  const fields = fieldsOf(product)
  const handles = (product.collections?.nodes ?? []).map(({ handle }) => handle)
  const category = product.productType?.trim() || nameOfHandle(handles[0] ?? '') || 'Mining Hardware'
  const picture = product.featuredImage?.url ?? ''
  return {
    id: product.id,
    slug: product.handle,
    name: product.title,
    description: product.description ?? '',
    image: isPictureAddress(picture) ? picture : drawingOf({ name: product.title, category }),
    ...offerOf(product),
    availability: availabilityOf(product, fields.get('mining.pre_order')),
    condition: fields.get('mining.condition') || 'New',
    category,
    collections: handles,
    rating: ratingOf(fields.get('mining.rating') ?? fields.get('reviews.rating')),
    shopUrl:
      product.onlineStoreUrl && isWebAddress(product.onlineStoreUrl) ? product.onlineStoreUrl : `${shopUrl}/products/${product.handle}`,
    manufacturer: product.vendor ?? '',
    hashrate: fields.get('mining.hashrate') ?? '',
    power: fields.get('mining.power') ?? '',
    efficiency: fields.get('mining.efficiency') ?? '',
  }
}
