// Written by `npm run shop:codegen` from operations.ts and the Storefront API’s schema.

import '@shopify/storefront-api-client'

import type { CART_CREATE, SHOP_COLLECTIONS, SHOP_PRODUCTS } from './operations'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type { CurrencyCode } from '@shopify/hydrogen-react/storefront-api-types'
export type AttributeInput = {
  key: string
  value: string
}

export type CartLineInput = {
  attributes?: Array<AttributeInput> | null | undefined
  merchandiseId: string
  parent?: CartLineParentInput | null | undefined
  quantity?: number | null | undefined
  sellingPlanId?: string | null | undefined
}

export type CartLineParentInput = {
  lineId?: string | null | undefined
  merchandiseId?: string | null | undefined
}

export type CreateCartMutationVariables = Exact<{
  lines: Array<CartLineInput> | CartLineInput
}>

export type CreateCartMutation = {
  cartCreate: {
    cart: { id: string; checkoutUrl: string } | null
    userErrors: Array<{ message: string }>
    warnings: Array<{ message: string }>
  } | null
}

export type ShopCollectionsQueryVariables = Exact<{
  after?: string | null | undefined
  first: number
}>

export type ShopCollectionsQuery = {
  collections: { pageInfo: { hasNextPage: boolean; endCursor: string | null }; nodes: Array<{ handle: string; title: string }> }
}

export type ShopProductsQueryVariables = Exact<{
  after?: string | null | undefined
  first: number
  withQuantity: boolean
}>

export type ShopProductsQuery = {
  products: {
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
    nodes: Array<{
      id: string
      handle: string
      title: string
      description: string
      vendor: string
      productType: string
      tags: Array<string>
      availableForSale: boolean
      totalInventory?: number | null
      onlineStoreUrl: string | null
      featuredImage: { url: string } | null
      priceRange: { minVariantPrice: { amount: string; currencyCode: CurrencyCode } }
      selectedOrFirstAvailableVariant: { id: string; availableForSale: boolean } | null
      collections: { nodes: Array<{ handle: string }> }
      metafields: Array<{ namespace: string; key: string; value: string } | null>
    }>
  }
}

declare module '@shopify/storefront-api-client' {
  interface StorefrontQueries {
    [SHOP_COLLECTIONS]: { return: ShopCollectionsQuery; variables: ShopCollectionsQueryVariables }
    [SHOP_PRODUCTS]: { return: ShopProductsQuery; variables: ShopProductsQueryVariables }
  }
  interface StorefrontMutations {
    [CART_CREATE]: { return: CreateCartMutation; variables: CreateCartMutationVariables }
  }
}
