import { productFailures, type Availability, type ShopAnswer, type ShopProduct } from '~/contracts/catalogue/products'
import { shownLine } from '~/contracts/fields'
import type { Prisma, PrismaClient } from '~/generated/prisma/client'
import { isPictureAddress, isWebAddress } from '~/contracts/addresses'
import { firstPictures } from '~/server/catalogue/products/product-pictures'
import { toAmount } from '~/server/platform/database/column-values'
import { collectionsOf, collectionsOfProducts, handlesOf } from './collections'
import { drawingOf } from './drawings'
import type { ProductSource } from './product-source'
import { slugOf } from '~/contracts/catalogue/slug'
import { hashrateText } from '~/contracts/catalogue/hashrate'

/** Pieces held by orders (docs/decisions/032). */
interface HeldStock {
  pieces: number
  /** End of the first hold that waits for money. */
  until: Date | null
}

async function heldStockOf(
  prisma: Pick<Prisma.TransactionClient, '$queryRaw'>,
  at: Date,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, HeldStock>> {
  if (productIds.length === 0) return new Map()
  const rows = await prisma.$queryRaw<({ id: string } & HeldStock)[]>`
    SELECT p.id::text, held_pieces(p.id, ${at}::timestamptz, NULL) AS pieces, (
      SELECT min(s.held_until) FROM order_lines AS l JOIN order_sales AS s ON s.order_id = l.order_id
      WHERE l.product_id = p.id AND l.taken < l.quantity AND s.agreed_at IS NULL AND s.held_until > ${at}::timestamptz) AS until
    FROM products AS p WHERE p.id = ANY (${[...productIds]}::uuid[]) AND EXISTS (
      SELECT FROM order_lines AS l JOIN order_sales AS s ON s.order_id = l.order_id WHERE l.product_id = p.id AND l.taken < l.quantity)`
  return new Map(rows.map(({ id, ...held }) => [id, held]))
}

interface Measured {
  product: string
  /** H/s. */
  least: number
  most: number
  /** Watts; null if a passport lacks them. */
  leastPower: number | null
  mostPower: number | null
}

const watts = (power: number) => `${Math.round(power).toLocaleString('en-GB')} W`
const span = (least: string, most: string) => (least === most ? least : `${least} to ${most}`)

/** '103.2 TH/s, 3,041 W' by product id, for listed units with valid passports; a range if they differ. */
async function measuredOf(
  prisma: Pick<Prisma.TransactionClient, '$queryRaw'>,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (productIds.length === 0) return new Map()
  const rows = await prisma.$queryRaw<Measured[]>`
    SELECT product::text AS product, min(rate)::float8 AS least, max(rate)::float8 AS most,
      CASE WHEN count(power) = count(*) THEN min(power)::float8 END AS "leastPower", CASE WHEN count(power) = count(*) THEN max(power)::float8 END AS "mostPower"
    FROM (
      SELECT u.product_id AS product, (CASE WHEN jsonb_typeof(m->'hashrate') = 'number' THEN (m->>'hashrate')::numeric END) AS rate,
        (CASE WHEN jsonb_typeof(m->'power') = 'number' THEN (m->>'power')::numeric END) AS power
      FROM units AS u, LATERAL (
        SELECT p.content->'measured' AS m FROM passports AS p
        WHERE p.unit_id IN (SELECT unit_family(u.id)) AND p.revoked_at IS NULL ORDER BY p.issued_at DESC, p.id DESC LIMIT 1
      ) AS newest
      WHERE u.product_id = ANY(${[...productIds]}::uuid[]) AND u.state = 'listed' AND u.merged_into IS NULL
    ) AS measured WHERE rate > 0 AND rate < 1e24 AND (power IS NULL OR power BETWEEN 0 AND 1e7) GROUP BY product`
  return new Map(
    rows.map(({ product, least, most, leastPower, mostPower }) => {
      const power = leastPower === null || mostPower === null ? [] : [span(watts(leastPower), watts(mostPower))]
      return [product, [span(hashrateText(least), hashrateText(most)), ...power].join(', ')]
    }),
  )
}

const ROWS_AT_ONCE = 1_000

/** Up to here a stock is limited (pieces). */
const LIMITED_STOCK = 5

/** The list shows a beginning, the product's page all of it. */
const LONGEST_DESCRIPTION = 500

const MOST_COLLECTIONS = 50

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
  ratingCount: true,
  tracksUnits: true,
  slugs: { where: { isCurrent: true }, select: { slug: true } },
} satisfies Prisma.ProductSelect
type Row = Prisma.ProductGetPayload<{ select: typeof columns }>

/** A pre-order can be placed without stock. */
function availabilityOf(free: number, { isPreOrder }: Pick<Row, 'isPreOrder'>): Availability {
  if (free > LIMITED_STOCK) return 'In Stock'
  if (free > 0) return 'Limited Stock'
  return isPreOrder ? 'Pre-Order' : 'Out of Stock'
}

function shortened(description: string): string {
  if (description.length <= LONGEST_DESCRIPTION) return description
  return `${description.slice(0, LONGEST_DESCRIPTION).replace(/(?<!\s)\s+\S*$/, '')}…`
}

/** Links only to http(s), never a script. */
const addressOr = (typed: string | null, otherwise: string): string => (typed !== null && isWebAddress(typed) ? typed : otherwise)

const UNNAMED = 'Unnamed product'

/** Plain SQL may have stored any text. */
const shown = (row: Row): Row => ({
  ...row,
  name: shownLine(row.name) || UNNAMED,
  category: shownLine(row.category),
  condition: shownLine(row.condition),
  manufacturer: row.manufacturer && shownLine(row.manufacturer),
  hashrate: row.hashrate && shownLine(row.hashrate),
  power: row.power && shownLine(row.power),
  efficiency: row.efficiency && shownLine(row.efficiency),
  collections: row.collections.slice(0, MOST_COLLECTIONS).map(shownLine),
})

function imageOf(row: Row): string {
  return row.imageUrl !== null && isPictureAddress(row.imageUrl) ? row.imageUrl : drawingOf(row)
}

interface Picture {
  card: string
  altText: string
}

interface OwnShop {
  /** For products without an address; no trailing slash. */
  shopUrl: string
  /** Without a shop platform, the cart is paid here. */
  sellsHere: boolean
  now: () => Date
}

interface Beside {
  picture: Picture | undefined
  measured: string | undefined
  held: HeldStock | undefined
}

function toShopProduct(row: Row, { shopUrl, sellsHere }: Omit<OwnShop, 'now'>, { picture, measured, held }: Beside): ShopProduct {
  const free = row.stockQuantity - (held?.pieces ?? 0)
  const price = row.price === null || row.price.isNaN() ? 0 : Math.max(0, toAmount(row.price))
  return {
    id: row.id,
    // Triggers give every product one.
    slug: row.slugs[0]?.slug ?? row.id,
    name: row.name,
    description: shortened(row.description ?? ''),
    image: picture?.card ?? imageOf(row),
    price,
    availability: availabilityOf(free, row),
    condition: row.condition,
    category: row.category,
    collections: handlesOf(row),
    rating: row.rating === null || row.rating.isNaN() ? null : Math.min(HIGHEST_RATING, Math.max(0, row.rating.toNumber())),
    shopUrl: addressOr(row.shopUrl, `${shopUrl}/products/${encodeURIComponent(slugOf(row.name) || row.id)}`),
    manufacturer: row.manufacturer ?? '',
    hashrate: row.hashrate ?? '',
    power: row.power ?? '',
    efficiency: row.efficiency ?? '',
    ...(row.ratingCount !== null && row.ratingCount > 0 ? { ratingCount: row.ratingCount } : {}),
    ...(picture && picture.altText !== '' ? { imageAlt: picture.altText } : {}),
    ...(measured === undefined ? {} : { measured }),
    ...(sellsHere && price > 0 && free > 0 ? { variantId: row.id } : {}),
  }
}

export function ownCatalogue(prisma: PrismaClient, shop: OwnShop): ProductSource {
  /** End of each product's next hold (ms). */
  const ends = new Map<string, number>()
  const readRows = async (where: Prisma.ProductWhereInput) => {
    const rows = await prisma.product.findMany({
      where: { ...where, isActive: true },
      orderBy: { id: 'desc' },
      take: ROWS_AT_ONCE,
      select: columns,
    })
    const ids = rows.map(({ id }) => id)
    const pictures = await firstPictures(prisma, ids)
    const held = await heldStockOf(prisma, shop.now(), ids)
    for (const id of ids) {
      const until = held.get(id)?.until
      if (until) ends.set(id, until.getTime())
      else ends.delete(id)
    }
    const measured = await measuredOf(
      prisma,
      rows.flatMap(({ id, tracksUnits }) => (tracksUnits ? [id] : [])),
    )
    return rows.map((row) =>
      toShopProduct(shown(row), shop, { picture: pictures.get(row.id), measured: measured.get(row.id), held: held.get(row.id) }),
    )
  }
  return {
    failure: productFailures.catalogue,
    /** By the index of active rows, a thousand at a time, with turns of the event loop between. */
    read: async (): Promise<ShopAnswer> => {
      const products: ShopProduct[] = []
      let page: ShopProduct[] = []
      do {
        const last = page.at(-1)
        page = await readRows(last ? { id: { lt: last.id } } : {})
        for (const product of page) products.push(product)
      } while (page.length === ROWS_AT_ONCE)
      return { success: true, products, collections: collectionsOfProducts(products), error: null }
    },
    freedBy: (at) => {
      const freed = [...ends].flatMap(([id, end]) => (end <= at.getTime() ? id : []))
      for (const id of freed) ends.delete(id)
      return freed
    },
    parts: { read: (ids) => readRows({ id: { in: [...ids] } }), collectionsOf },
  }
}
