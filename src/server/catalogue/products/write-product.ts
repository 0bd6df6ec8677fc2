import { createOnce, type Call, type CreatingCall } from '~/server/call'
import { productChanged } from '~/server/catalogue/shop/search-shop'
import type * as z from 'zod'
import type { createProductInput, Product, ProductFields, ProductInput, updateProductInput } from '~/contracts/catalogue/product-admin'
import { productFields } from '~/contracts/catalogue/product-fields'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { assignments, changeRow, typesOf } from '~/server/platform/audit/change-row'
import { recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import { definedFields } from '~/server/platform/database/column-values'
import { lockRow } from '~/server/platform/database/conflict'
import { productRow, toProduct } from './read-product'

/** A product in the audit log: the fields that people edit. */
function audited(product: Product): ProductFields {
  const { id: _id, tracksUnits: _tracksUnits, version: _version, createdAt: _createdAt, updatedAt: _updatedAt, ...fields } = product
  return fields
}

const columns = typesOf(productFields)

/** Adds a product to the own catalogue. @throws CONFLICT for an idempotency key that was sent with another product */
export async function createProduct(
  call: CreatingCall<'live' | 'catalogue'>,
  input: z.output<typeof createProductInput>,
): Promise<Product> {
  const product = await createOnce(call, input, (tx, fields) => insertProduct(tx, call.actor, fields))
  productChanged(call, product.id)
  return product
}

async function insertProduct(tx: Prisma.TransactionClient, actor: Actor, input: ProductInput): Promise<Product> {
  const product = toProduct(await tx.product.create({ data: definedFields(input) }))
  await recordAudit(tx, actor, { action: 'product.created', subjectType: 'product', subjectId: product.id, after: audited(product) })
  return product
}

/**
 * Changes a product; a picture and fields of the shop's page that are left out stay. The stock of a product with units is theirs to
 * say, whatever was sent: the answer has it.
 * @param version if given, only that version of the product changes
 * @throws NOT_FOUND, CONFLICT
 */
export async function updateProduct(
  call: Call<'db' | 'live' | 'catalogue'>,
  { id, version, ...fields }: z.output<typeof updateProductInput>,
): Promise<Product> {
  const stored = await changeRow(call.db, call.actor, {
    record: records.products,
    id,
    version,
    set: assignments(columns, fields),
    row: productRow,
    action: 'product.updated',
  })
  productChanged(call, id)
  return stored
}

/** Deletes a product. @throws NOT_FOUND */
export async function deleteProduct(call: Call<'db' | 'live' | 'catalogue'>, { id }: { id: string }): Promise<{ id: string }> {
  await call.db.prisma.$transaction(async (tx) => {
    await lockRow(tx, records.products, id)
    const product = toProduct(await tx.product.delete({ where: { id } }))
    await recordAudit(tx, call.actor, { action: 'product.deleted', subjectType: 'product', subjectId: id, before: audited(product) })
  })
  productChanged(call, id)
  return { id }
}
