import type * as z from 'zod'
import type { Product, ProductInput, updateProductInput } from '~/contracts/product-admin'
import type { PrismaClient } from '~/generated/prisma/client'
import { asItWas, notFound, updateRefusal } from '~/server/db/stale'
import { toProduct } from './read'

/** Adds a product to the own catalogue. */
export async function createProduct(prisma: PrismaClient, input: ProductInput): Promise<Product> {
  return toProduct(await prisma.product.create({ data: input }))
}

/**
 * Changes a product; a picture that is left out stays. With `version`, only if nobody has changed it since.
 * @throws NOT_FOUND, CONFLICT
 */
export async function updateProduct(
  prisma: PrismaClient,
  { id, version, imageUrl, ...fields }: z.output<typeof updateProductInput>,
): Promise<Product> {
  const data = imageUrl === undefined ? fields : { ...fields, imageUrl }
  const [row] = await prisma.product.updateManyAndReturn({ where: asItWas({ id }, version), data })
  if (!row) throw updateRefusal('product', await prisma.product.count({ where: { id } }))
  return toProduct(row)
}

/** Takes a product out of the catalogue for good. @throws NOT_FOUND */
export async function deleteProduct(prisma: PrismaClient, id: string): Promise<{ id: string }> {
  const { count } = await prisma.product.deleteMany({ where: { id } })
  if (count === 0) throw notFound('product')
  return { id }
}
