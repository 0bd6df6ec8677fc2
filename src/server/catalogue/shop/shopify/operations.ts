/**
 * The operations of the Storefront API. `npm run shop:codegen` writes their types, checked against the platform's schema, into
 * operations.generated.ts; a test compares the two.
 *
 * Prices are asked for in a country of the euro, so that a shop with several markets answers in EUR.
 */

/** A page of products. The quantity needs a right of the token that not every shop gives. */
export const SHOP_PRODUCTS = `#graphql
  query ShopProducts($after: String, $first: Int!, $withQuantity: Boolean!) @inContext(country: IE) {
    products(first: $first, after: $after, sortKey: CREATED_AT, reverse: true) {
      pageInfo {
        hasNextPage
        endCursor
      }
      nodes {
        id
        handle
        title
        description(truncateAt: 500)
        vendor
        productType
        tags
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
        }
        selectedOrFirstAvailableVariant {
          id
          availableForSale
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
          value
        }
      }
    }
  }
` as const

/** A page of collections. */
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

/** Hands a basket over to the platform's checkout. */
export const CART_CREATE = `#graphql
  mutation CreateCart($lines: [CartLineInput!]!) @inContext(country: IE) {
    cartCreate(input: { lines: $lines }) {
      cart {
        id
        checkoutUrl
      }
      userErrors {
        message
      }
      warnings {
        message
      }
    }
  }
` as const
