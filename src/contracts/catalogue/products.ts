import type { EarningMachine } from './network'

/**
 * The shop's offer in the shapes of requirements §3 (Shop product, Shop collection), whichever platform it comes from. Public pages run
 * this module in the browser, so it imports no validator.
 */

/** Requirements §4. */
export const availabilities = ['In Stock', 'Limited Stock', 'Pre-Order', 'Out of Stock'] as const
export type Availability = (typeof availabilities)[number]

export interface ShopProduct {
  /** Ascends with the time at which the product was added. */
  id: string
  /** Its name in the address of its page. */
  slug: string
  name: string
  description: string
  /** Address of the picture, on this site or elsewhere. */
  image: string
  /** The description of the picture; absent where its product's name says it. */
  imageAlt?: string
  /** EUR; 0 where the price is on request. */
  price: number
  /** True if `price` is the lowest of several variants' prices. */
  isFrom?: true
  availability: Availability
  condition: string
  category: string
  /** Handles. */
  collections: string[]
  /** 0 to 5; null where nobody has rated the product. */
  rating: number | null
  /** The product's page in the external shop. */
  shopUrl: string
  /** Empty where there is nothing to say; so are the three figures. */
  manufacturer: string
  hashrate: string
  power: string
  efficiency: string
  /** So many ratings the rating is the mean of; absent where nobody knows: the rating is not shown then. */
  ratingCount?: number
  /** '103.2 TH/s, 3,041 W', as the passports of its units say; absent where none has one. */
  measured?: string
  /** Goes into the cart; absent where the shop has no cart of its own or the product is not for sale. */
  variantId?: string
}

/** As a short list shows it, and search engines read it there. */
export type FeaturedProduct = Pick<
  ShopProduct,
  | 'id'
  | 'slug'
  | 'name'
  | 'image'
  | 'price'
  | 'isFrom'
  | 'availability'
  | 'condition'
  | 'category'
  | 'rating'
  | 'ratingCount'
  | 'manufacturer'
  | 'shopUrl'
>

export const featured = ({ isFrom, ratingCount, ...product }: ShopProduct): FeaturedProduct => ({
  id: product.id,
  slug: product.slug,
  name: product.name,
  image: product.image,
  price: product.price,
  availability: product.availability,
  condition: product.condition,
  category: product.category,
  rating: product.rating,
  manufacturer: product.manufacturer,
  shopUrl: product.shopUrl,
  ...(isFrom && { isFrom }),
  ...(ratingCount !== undefined && { ratingCount }),
})

export interface ShopPicture {
  /** Addresses of both sizes: at most 640 and 1600 px on the longer side. */
  card: string
  full: string
  alt: string
  /** Pixels of the full size. */
  width: number
  height: number
}

export interface ProductDetails {
  description: string
  algorithm: string
  voltage: string
  noise: string
  warranty: string
  delivery: string
  /** Those that staff have uploaded, the card's first. */
  pictures: ShopPicture[]
}

export interface ProductPageContent {
  product: ShopProduct
  details: ProductDetails
  related: FeaturedProduct[]
  /** Its earnings depend on these; null where hashrate, power or algorithm are not known. */
  earning: EarningMachine | null
}

export interface ShopCollection {
  handle: string
  name: string
  products_count: number
}

/** The answer of the products function (requirements §7). */
export interface ShopAnswer {
  success: boolean
  products: ShopProduct[]
  collections: ShopCollection[]
  /** A sentence for people; null on success. */
  error: string | null
}

/** The collection that every product is in (requirements §9: 'all or a collection handle'). */
export const ALL_COLLECTIONS = 'all'

export const PRODUCTS_PER_PAGE = 24

/** Props of the products page; their size does not grow with the catalogue. */
export interface ShopOverview extends ShopAnswer {
  /** The first page, featured. */
  products: ShopProduct[]
  total: number
  facets: ProductFacets
  /** Names the content of the whole list: another one says that some product has changed. */
  revision: string
}

export interface ProductPage extends Pick<ShopOverview, 'success' | 'products' | 'total' | 'facets' | 'revision' | 'error'> {
  matching: number
}

export interface FacetValue {
  value: string
  /** Products that have it among those that the other filters leave. */
  count: number
}

/** Filters beside search and category. */
export const facetKeys = ['manufacturer', 'availability', 'condition'] as const
export type FacetKey = (typeof facetKeys)[number]
export type ProductFacets = Record<FacetKey, FacetValue[]>

/** Why there is no list at all, by the source it should have come from (requirements §8 Storefront). */
export const productFailures = {
  catalogue: 'Failed to load products',
  shopify: 'Failed to load products from Shopify',
} as const

/** The answer when there is no list at all. */
export const failedShopAnswer = (error: string): ShopAnswer => ({ success: false, products: [], collections: [], error })

export const noFacets: ProductFacets = { manufacturer: [], availability: [], condition: [] }

/** The same for the products page. */
export const failedOverview = (error: string): ShopOverview => ({ ...failedShopAnswer(error), total: 0, facets: noFacets, revision: '' })

export const CONTACT_FOR_PRICE = 'Contact for Price'

/** A price of 0 and an absent one both mean 'on request' (requirements §2, §9). */
export const isPriceOnRequest = (price: number | null | undefined): boolean => !price || price < 0
