// Written by `npm run shop:codegen` from operations.ts and the Storefront API’s schema.

import '@shopify/storefront-api-client'

import type {
  CART_CREATE,
  SHOP_COLLECTIONS,
  SHOP_PRODUCT_IDS,
  SHOP_PRODUCTS,
  SHOP_PRODUCTS_BY_ID,
  SHOP_PRODUCTS_BY_ID_WITHOUT_TAGS,
  SHOP_PRODUCTS_WITHOUT_TAGS,
} from './operations'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
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

export type CartLineParentInput = { lineId: string; merchandiseId?: never } | { lineId?: never; merchandiseId: string }

export type CartWarningCode =
  | 'DISCOUNT_CODE_NOT_HONOURED'
  | 'DISCOUNT_CURRENTLY_INACTIVE'
  | 'DISCOUNT_CUSTOMER_NOT_ELIGIBLE'
  | 'DISCOUNT_CUSTOMER_USAGE_LIMIT_REACHED'
  | 'DISCOUNT_ELIGIBLE_CUSTOMER_MISSING'
  | 'DISCOUNT_INCOMPATIBLE_PURCHASE_TYPE'
  | 'DISCOUNT_NOT_FOUND'
  | 'DISCOUNT_NO_ENTITLED_LINE_ITEMS'
  | 'DISCOUNT_NO_ENTITLED_SHIPPING_LINES'
  | 'DISCOUNT_PURCHASE_NOT_IN_RANGE'
  | 'DISCOUNT_QUANTITY_NOT_IN_RANGE'
  | 'DISCOUNT_USAGE_LIMIT_REACHED'
  | 'DUPLICATE_DELIVERY_ADDRESS'
  | 'MERCHANDISE_NOT_ENOUGH_STOCK'
  | 'MERCHANDISE_OUT_OF_STOCK'
  | 'MERCHANDISE_SELLING_PLAN_NOT_APPLICABLE_ON_COMPANY_LOCATION'
  | 'PAYMENTS_GIFT_CARDS_UNAVAILABLE'
  | 'PRODUCT_UNAVAILABLE_IN_BUYER_LOCATION'

export type CurrencyCode =
  | 'AED'
  | 'AFN'
  | 'ALL'
  | 'AMD'
  | 'ANG'
  | 'AOA'
  | 'ARS'
  | 'AUD'
  | 'AWG'
  | 'AZN'
  | 'BAM'
  | 'BBD'
  | 'BDT'
  | 'BGN'
  | 'BHD'
  | 'BIF'
  | 'BMD'
  | 'BND'
  | 'BOB'
  | 'BRL'
  | 'BSD'
  | 'BTN'
  | 'BWP'
  | 'BYN'
  | 'BYR'
  | 'BZD'
  | 'CAD'
  | 'CDF'
  | 'CHF'
  | 'CLP'
  | 'CNY'
  | 'COP'
  | 'CRC'
  | 'CVE'
  | 'CZK'
  | 'DJF'
  | 'DKK'
  | 'DOP'
  | 'DZD'
  | 'EGP'
  | 'ERN'
  | 'ETB'
  | 'EUR'
  | 'FJD'
  | 'FKP'
  | 'GBP'
  | 'GEL'
  | 'GHS'
  | 'GIP'
  | 'GMD'
  | 'GNF'
  | 'GTQ'
  | 'GYD'
  | 'HKD'
  | 'HNL'
  | 'HRK'
  | 'HTG'
  | 'HUF'
  | 'IDR'
  | 'ILS'
  | 'INR'
  | 'IQD'
  | 'IRR'
  | 'ISK'
  | 'JEP'
  | 'JMD'
  | 'JOD'
  | 'JPY'
  | 'KES'
  | 'KGS'
  | 'KHR'
  | 'KID'
  | 'KMF'
  | 'KRW'
  | 'KWD'
  | 'KYD'
  | 'KZT'
  | 'LAK'
  | 'LBP'
  | 'LKR'
  | 'LRD'
  | 'LSL'
  | 'LTL'
  | 'LVL'
  | 'LYD'
  | 'MAD'
  | 'MDL'
  | 'MGA'
  | 'MKD'
  | 'MMK'
  | 'MNT'
  | 'MOP'
  | 'MRU'
  | 'MUR'
  | 'MVR'
  | 'MWK'
  | 'MXN'
  | 'MYR'
  | 'MZN'
  | 'NAD'
  | 'NGN'
  | 'NIO'
  | 'NOK'
  | 'NPR'
  | 'NZD'
  | 'OMR'
  | 'PAB'
  | 'PEN'
  | 'PGK'
  | 'PHP'
  | 'PKR'
  | 'PLN'
  | 'PYG'
  | 'QAR'
  | 'RON'
  | 'RSD'
  | 'RUB'
  | 'RWF'
  | 'SAR'
  | 'SBD'
  | 'SCR'
  | 'SDG'
  | 'SEK'
  | 'SGD'
  | 'SHP'
  | 'SLL'
  | 'SOS'
  | 'SRD'
  | 'SSP'
  | 'STD'
  | 'STN'
  | 'SYP'
  | 'SZL'
  | 'THB'
  | 'TJS'
  | 'TMT'
  | 'TND'
  | 'TOP'
  | 'TRY'
  | 'TTD'
  | 'TWD'
  | 'TZS'
  | 'UAH'
  | 'UGX'
  | 'USD'
  | 'UYU'
  | 'UZS'
  | 'VED'
  | 'VEF'
  | 'VES'
  | 'VND'
  | 'VUV'
  | 'WST'
  | 'XAF'
  | 'XCD'
  | 'XOF'
  | 'XPF'
  | 'XXX'
  | 'YER'
  | 'ZAR'
  | 'ZMW'

export type CreateCartMutationVariables = Exact<{
  lines: Array<CartLineInput> | CartLineInput
}>

export type CreateCartMutation = {
  cartCreate: {
    cart: {
      id: string
      checkoutUrl: string
      lines: { nodes: Array<{ id: string; merchandise: { id: string } } | { id: string; merchandise: { id: string } }> }
    } | null
    userErrors: Array<{ message: string }>
    warnings: Array<{ code: CartWarningCode; target: string }>
  } | null
}

export type ShopCollectionsQueryVariables = Exact<{
  after?: string | null | undefined
  first: number
}>

export type ShopCollectionsQuery = {
  collections: { pageInfo: { hasNextPage: boolean; endCursor: string | null }; nodes: Array<{ handle: string; title: string }> }
}

export type ShopProductIdsQueryVariables = Exact<{
  after?: string | null | undefined
  first: number
}>

export type ShopProductIdsQuery = {
  products: { pageInfo: { hasNextPage: boolean; endCursor: string | null }; nodes: Array<{ id: string }> }
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
      priceRange: {
        minVariantPrice: { amount: string; currencyCode: CurrencyCode }
        maxVariantPrice: { amount: string; currencyCode: CurrencyCode }
      }
      selectedOrFirstAvailableVariant: {
        id: string
        availableForSale: boolean
        price: { amount: string; currencyCode: CurrencyCode }
      } | null
      collections: { nodes: Array<{ handle: string }> }
      metafields: Array<{ namespace: string; key: string; type: string; value: string } | null>
    }>
  }
}

export type ShopProductsByIdQueryVariables = Exact<{
  ids: Array<string> | string
  withQuantity: boolean
}>

export type ShopProductsByIdQuery = {
  nodes: Array<
    | {
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
        priceRange: {
          minVariantPrice: { amount: string; currencyCode: CurrencyCode }
          maxVariantPrice: { amount: string; currencyCode: CurrencyCode }
        }
        selectedOrFirstAvailableVariant: {
          id: string
          availableForSale: boolean
          price: { amount: string; currencyCode: CurrencyCode }
        } | null
        collections: { nodes: Array<{ handle: string }> }
        metafields: Array<{ namespace: string; key: string; type: string; value: string } | null>
      }
    | Record<PropertyKey, never>
    | null
  >
}

export type ShopProductsByIdWithoutTagsQueryVariables = Exact<{
  ids: Array<string> | string
  withQuantity: boolean
}>

export type ShopProductsByIdWithoutTagsQuery = {
  nodes: Array<
    | {
        id: string
        handle: string
        title: string
        description: string
        vendor: string
        productType: string
        availableForSale: boolean
        totalInventory?: number | null
        onlineStoreUrl: string | null
        featuredImage: { url: string } | null
        priceRange: {
          minVariantPrice: { amount: string; currencyCode: CurrencyCode }
          maxVariantPrice: { amount: string; currencyCode: CurrencyCode }
        }
        selectedOrFirstAvailableVariant: {
          id: string
          availableForSale: boolean
          price: { amount: string; currencyCode: CurrencyCode }
        } | null
        collections: { nodes: Array<{ handle: string }> }
        metafields: Array<{ namespace: string; key: string; type: string; value: string } | null>
      }
    | Record<PropertyKey, never>
    | null
  >
}

export type ShopProductsWithoutTagsQueryVariables = Exact<{
  after?: string | null | undefined
  first: number
  withQuantity: boolean
}>

export type ShopProductsWithoutTagsQuery = {
  products: {
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
    nodes: Array<{
      id: string
      handle: string
      title: string
      description: string
      vendor: string
      productType: string
      availableForSale: boolean
      totalInventory?: number | null
      onlineStoreUrl: string | null
      featuredImage: { url: string } | null
      priceRange: {
        minVariantPrice: { amount: string; currencyCode: CurrencyCode }
        maxVariantPrice: { amount: string; currencyCode: CurrencyCode }
      }
      selectedOrFirstAvailableVariant: {
        id: string
        availableForSale: boolean
        price: { amount: string; currencyCode: CurrencyCode }
      } | null
      collections: { nodes: Array<{ handle: string }> }
      metafields: Array<{ namespace: string; key: string; type: string; value: string } | null>
    }>
  }
}

declare module '@shopify/storefront-api-client' {
  interface StorefrontQueries {
    [SHOP_COLLECTIONS]: { return: ShopCollectionsQuery; variables: ShopCollectionsQueryVariables }
    [SHOP_PRODUCT_IDS]: { return: ShopProductIdsQuery; variables: ShopProductIdsQueryVariables }
    [SHOP_PRODUCTS]: { return: ShopProductsQuery; variables: ShopProductsQueryVariables }
    [SHOP_PRODUCTS_BY_ID]: { return: ShopProductsByIdQuery; variables: ShopProductsByIdQueryVariables }
    [SHOP_PRODUCTS_BY_ID_WITHOUT_TAGS]: { return: ShopProductsByIdWithoutTagsQuery; variables: ShopProductsByIdWithoutTagsQueryVariables }
    [SHOP_PRODUCTS_WITHOUT_TAGS]: { return: ShopProductsWithoutTagsQuery; variables: ShopProductsWithoutTagsQueryVariables }
  }
  interface StorefrontMutations {
    [CART_CREATE]: { return: CreateCartMutation; variables: CreateCartMutationVariables }
  }
}
