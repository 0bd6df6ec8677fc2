import type { Services } from '~/server/services'
import * as z from 'zod'
import type { ListedProduct, Product } from '~/contracts/catalogue/product-admin'
import { records } from '~/contracts/records'
import { Prisma, type Product as ProductRow } from '~/generated/prisma/client'
import { toAmountOrNull } from '~/server/platform/database/column-values'
import { columnsRow, jsonTime, recordRow, type JsonRow } from '~/server/platform/lists/json-row'
import { notFound } from '~/server/platform/database/conflict'
import { firstPictureOf } from './product-pictures'

/** Plain SQL may put NaN where a rating belongs. */
const ratingOrNull = (rating: Prisma.Decimal | null): number | null => (rating === null || rating.isNaN() ? null : rating.toNumber())

/** A product for administrators; the shop has a shape of its own (server/catalogue/shop). */
export const toProduct = (row: ProductRow): Product => ({
  id: row.id,
  name: row.name,
  category: row.category,
  manufacturer: row.manufacturer,
  model: row.model,
  price: toAmountOrNull(row.price),
  stockQuantity: row.stockQuantity,
  description: row.description,
  imageUrl: row.imageUrl,
  isActive: row.isActive,
  isPreOrder: row.isPreOrder,
  condition: row.condition,
  rating: ratingOrNull(row.rating),
  hashrate: row.hashrate,
  power: row.power,
  efficiency: row.efficiency,
  collections: row.collections,
  shopUrl: row.shopUrl,
  ratingCount: row.ratingCount,
  algorithm: row.algorithm,
  voltage: row.voltage,
  noise: row.noise,
  warranty: row.warranty,
  delivery: row.delivery,
  tracksUnits: row.tracksUnits,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** Plain SQL may put NaN where an amount belongs. */
const amounts = { price: Prisma.sql`nullif(t.price, 'NaN')`, rating: Prisma.sql`nullif(t.rating, 'NaN')` }

const fields = {
  name: z.string(),
  category: z.string(),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  price: z.number().nullable(),
  stockQuantity: z.int(),
  description: z.string().nullable(),
  imageUrl: z.string().nullable(),
  isActive: z.boolean(),
  isPreOrder: z.boolean(),
  condition: z.string(),
  rating: z.number().nullable(),
  hashrate: z.string().nullable(),
  power: z.string().nullable(),
  efficiency: z.string().nullable(),
  collections: z.array(z.string()),
  shopUrl: z.string().nullable(),
  ratingCount: z.int().nullable(),
  algorithm: z.string().nullable(),
  voltage: z.string().nullable(),
  noise: z.string().nullable(),
  warranty: z.string().nullable(),
  delivery: z.string().nullable(),
  tracksUnits: z.boolean(),
}

/** The same for a list's row, and for a changed one. */
export const productRow: JsonRow<Product> = recordRow(fields, amounts)

const listed = z.object(fields).pick({
  name: true,
  category: true,
  manufacturer: true,
  model: true,
  price: true,
  stockQuantity: true,
  description: true,
  imageUrl: true,
  isActive: true,
  tracksUnits: true,
})

/** A product in a row of the list, with the id of its first picture. */
export const listedRow: JsonRow<Omit<ListedProduct, 'picture'> & { picture: string | null }> = columnsRow(
  { id: z.string(), ...listed.shape, version: z.int(), createdAt: jsonTime, picture: z.string().nullable() },
  { ...amounts, picture: firstPictureOf(Prisma.sql`t.id`) },
)

/** @throws NOT_FOUND */
export async function productById({ db: { prisma } }: Pick<Services, 'db'>, { id }: { id: string }): Promise<Product> {
  const row = await prisma.product.findUnique({ where: { id } })
  if (!row) throw notFound(records.products)
  return toProduct(row)
}
