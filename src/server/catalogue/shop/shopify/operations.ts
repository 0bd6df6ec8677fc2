/** `npm run shop:codegen` writes their types, as a test checks. The country makes shops with several markets answer in EUR. */

/** `tags`, and fields with `@include`, need a scope that some tokens lack. */
const productFields = <Tags extends string>(tags: Tags) =>
  `
    id
    handle
    title
    description(truncateAt: 500)
    vendor
    productType
    ${tags}
    availableForSale
    totalInventory @include(if: $withQuantity)
    onlineStoreUrl
    featuredImage {
      url(transform: { maxWidth: 960, maxHeight: 720 })
    }
    priceRange {
      minVariantPrice {
        amount
        currencyCode
      }
      maxVariantPrice {
        amount
        currencyCode
      }
    }
    selectedOrFirstAvailableVariant {
      id
      availableForSale
      price {
        amount
        currencyCode
      }
    }
    collections(first: 100) {
      nodes {
        handle
      }
    }
    metafields(
      identifiers: [
        { namespace: "mining", key: "condition" }
        { namespace: "mining", key: "hashrate" }
        { namespace: "mining", key: "power" }
        { namespace: "mining", key: "efficiency" }
        { namespace: "mining", key: "rating" }
        { namespace: "mining", key: "pre_order" }
        { namespace: "reviews", key: "rating" }
      ]
    ) {
      namespace
      key
      type
      value
    }
  ` as const

/** The schema says that tags are never null, so a token without their scope gets no product: one query has tags, one does not. */
const shopProducts = <Name extends string, Tags extends string>(name: Name, tags: Tags) =>
  `#graphql
  query ${name}($after: String, $first: Int!, $withQuantity: Boolean!) @inContext(country: IE) {
    products(first: $first, after: $after, sortKey: CREATED_AT, reverse: true) {
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        ${productFields(tags)}
      }
    }
  }
` as const
export const SHOP_PRODUCTS = shopProducts('ShopProducts', 'tags')
export const SHOP_PRODUCTS_WITHOUT_TAGS = shopProducts('ShopProductsWithoutTags', '')

/** An unreadable product is null, without affecting the others. */
const shopProductsById = <Name extends string, Tags extends string>(name: Name, tags: Tags) =>
  `#graphql
  query ${name}($ids: [ID!]!, $withQuantity: Boolean!) @inContext(country: IE) {
    nodes(ids: $ids) {
      ... on Product {
        ${productFields(tags)}
      }
    }
  }
` as const
export const SHOP_PRODUCTS_BY_ID = shopProductsById('ShopProductsById', 'tags')
export const SHOP_PRODUCTS_BY_ID_WITHOUT_TAGS = shopProductsById('ShopProductsByIdWithoutTags', '')

/** For reading one by one when a product makes its page fail. */
export const SHOP_PRODUCT_IDS = `#graphql
  query ShopProductIds($after: String, $first: Int!) @inContext(country: IE) {
    products(first: $first, after: $after, sortKey: CREATED_AT, reverse: true) {
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        id
      }
    }
  }
` as const

export const SHOP_COLLECTIONS = `#graphql
  query ShopCollections($after: String, $first: Int!) {
    collections(first: $first, after: $after, sortKey: TITLE) {
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        handle
        title
      }
    }
  }
` as const

export const CART_CREATE = `#graphql
  mutation CreateCart($lines: [CartLineInput!]!) @inContext(country: IE) {
    cartCreate(input: { lines: $lines }) {
      cart {
        id
        checkoutUrl
        lines(first: 250) {
          nodes {
            id
            merchandise {
              ... on ProductVariant {
                id
              }
            }
          }
        }
      }
      userErrors {
        message
      }
      warnings {
        code
        target
      }
    }
  }
` as const
