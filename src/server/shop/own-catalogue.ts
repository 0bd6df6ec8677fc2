import { productFailures, type Availability, type ShopAnswer, type ShopProduct } from '~/contracts/products'
import type { Prisma, PrismaClient } from '~/generated/prisma/client'
import { isPictureAddress, isWebAddress } from '~/lib/links'
import { toAmount } from '~/server/db/amount'
import { collectionsOf, handlesOf } from './collections'
import { drawingOf } from './drawings'
import type { ProductSource } from './product-source'
import { slugOf } from './slug'

/** The own catalogue (table products) as the shop: active products only. */

/** A catalogue beyond it is cut, not slow. */
const MOST_PRODUCTS = 5_000

/** Up to here a stock is limited (pieces). */
const LIMITED_STOCK = 5

/** A list shows the beginning of a description; the product's own page has all of it. */
const LONGEST_DESCRIPTION = 500

const HIGHEST_RATING = 5

const columns = {
  id: true,
  name: true,
  category: true,
  manufacturer: true,
  price: true,
  stockQuantity: true,
  description: true,
  imageUrl: true,
  isPreOrder: true,
  condition: true,
  collections: true,
  rating: true,
  hashrate: true,
  power: true,
  efficiency: true,
  shopUrl: true,
} satisfies Prisma.ProductSelect
type Row = Prisma.ProductGetPayload<{ select: typeof columns }>

/** Stock decides; without any, a product can still be ordered before its first delivery. */
function availabilityOf({ stockQuantity, isPreOrder }: Pick<Row, 'stockQuantity' | 'isPreOrder'>): Availability {
  if (stockQuantity > LIMITED_STOCK) return 'In Stock'
  if (stockQuantity > 0) return 'Limited Stock'
  return isPreOrder ? 'Pre-Order' : 'Out of Stock'
}

function shortened(description: string): string {
  if (description.length <= LONGEST_DESCRIPTION) return description
  return `${description.slice(0, LONGEST_DESCRIPTION).replace(/\s+\S*$/, '')}…`
}

/** An address typed by people becomes a link only if it is one of the web: a script never does. */
const addressOr = (typed: string | null, otherwise: string): string => (typed !== null && isWebAddress(typed) ? typed : otherwise)

function toShopProduct(row: Row, shopUrl: string): ShopProduct {
  return {
    id: row.id,
    name: row.name,
    description: shortened(row.description ?? ''),
    image: row.imageUrl !== null && isPictureAddress(row.imageUrl) ? row.imageUrl : drawingOf(row),
    price: row.price === null ? 0 : Math.max(0, toAmount(row.price)),
    availability: availabilityOf(row),
    condition: row.condition,
    category: row.category,
    collections: handlesOf(row),
    rating: row.rating === null ? null : Math.min(HIGHEST_RATING, Math.max(0, row.rating.toNumber())),
    shopUrl: addressOr(row.shopUrl, `${shopUrl}/products/${encodeURIComponent(slugOf(row.name) || row.id)}`),
    manufacturer: row.manufacturer ?? '',
    hashrate: row.hashrate ?? '',
    power: row.power ?? '',
    efficiency: row.efficiency ?? '',
  }
}

/**
 * The own catalogue.
 * @param shopUrl where products without an address of their own are sold; no slash at the end
 */
export function ownCatalogue(prisma: PrismaClient, shopUrl: string): ProductSource {
  return {
    failure: productFailures.catalogue,
    read: async (): Promise<ShopAnswer> => {
      const rows = await prisma.product.findMany({
        where: { isActive: true },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: MOST_PRODUCTS,
        select: columns,
      })
      return { success: true, products: rows.map((row) => toShopProduct(row, shopUrl)), collections: collectionsOf(rows), error: null }
    },
  }
}
