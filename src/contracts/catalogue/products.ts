import type { EarningMachine } from './network'

/** The shapes of requirements §3 (Shop product, Shop collection). Runs in the browser on public pages, so it imports no validator. */

/** (requirements §4) */
export const availabilities = ['In Stock', 'Limited Stock', 'Pre-Order', 'Out of Stock'] as const
export type Availability = (typeof availabilities)[number]

export interface ShopProduct {
  /** Ascends with the time of creation. */
  id: string
  slug: string
  name: string
  description: string
  image: string
  /** Absent if the product's name describes the picture. */
  imageAlt?: string
  /** EUR; 0 for a price on request. */
  price: number
  /** `price` is the lowest of several variants. */
  isFrom?: true
  availability: Availability
  condition: string
  category: string
  collections: string[]
  /** 0 to 5; null without ratings. */
  rating: number | null
  shopUrl: string
  /** '' if unknown, like the three figures. */
  manufacturer: string
  hashrate: string
  power: string
  efficiency: string
  /** Without it the rating is not shown. */
  ratingCount?: number
  /** '103.2 TH/s, 3,041 W' by the passports of its units. */
  measured?: string
  /** Absent if the product cannot go into a cart of the shop. */
  variantId?: string
}

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
  /** Longer side at most 640 and 1600 px. */
  card: string
  full: string
  alt: string
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
  /** Uploaded ones, the card's first. */
  pictures: ShopPicture[]
}

export interface ProductPageContent {
  product: ShopProduct
  details: ProductDetails
  related: FeaturedProduct[]
  earning: EarningMachine | null
}

export interface ShopCollection {
  handle: string
  name: string
  products_count: number
}

export interface ShopAnswer {
  success: boolean
  products: ShopProduct[]
  collections: ShopCollection[]
  error: string | null
}

/** Contains every product (requirements §9: 'all or a collection handle'). */
export const ALL_COLLECTIONS = 'all'

export const PRODUCTS_PER_PAGE = 24

/** Props of the products page; their size does not grow with the catalogue. */
export interface ShopOverview extends ShopAnswer {
  products: ShopProduct[]
  total: number
  facets: ProductFacets
  /** Identifies the content of the whole list; changes with any product. */
  revision: string
}

export interface ProductPage extends Pick<ShopOverview, 'success' | 'products' | 'total' | 'facets' | 'revision' | 'error'> {
  matching: number
}

export interface FacetValue {
  value: string
  count: number
}

/** Besides search and category. */
export const facetKeys = ['manufacturer', 'availability', 'condition'] as const
export type FacetKey = (typeof facetKeys)[number]
export type ProductFacets = Record<FacetKey, FacetValue[]>

/** By source, when there is no list at all (requirements §8 Storefront). */
export const productFailures = {
  catalogue: 'Failed to load products',
  shopify: 'Failed to load products from Shopify',
} as const

export const failedShopAnswer = (error: string): ShopAnswer => ({ success: false, products: [], collections: [], error })

export const noFacets: ProductFacets = { manufacturer: [], availability: [], condition: [] }

export const failedOverview = (error: string): ShopOverview => ({ ...failedShopAnswer(error), total: 0, facets: noFacets, revision: '' })

export const CONTACT_FOR_PRICE = 'Contact for Price'

/** 0 and a missing price both mean 'on request' (requirements §2, §9). */
export const isPriceOnRequest = (price: number | null | undefined): boolean => !price || price < 0
