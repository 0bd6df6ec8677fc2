import type * as z from 'zod'
import type { Product, ProductFields, ProductInput, updateProductInput } from '~/contracts/product-admin'
import { records } from '~/contracts/records'
import type { Prisma, PrismaClient } from '~/generated/prisma/client'
import { changedFields, recordAudit, type Actor } from '~/server/platform/audit/record'
import { lockRow } from '~/server/platform/database/conflict'
import { toProduct } from './read'

/** What the audit log tells of a product: the fields that people edit. */
function audited({ id: _id, version: _version, createdAt: _createdAt, updatedAt: _updatedAt, ...fields }: Product): ProductFields {
  return fields
}

type Said<Fields> = { [Field in keyof Fields]: Exclude<Fields[Field], undefined> }

/** The fields that a caller has named; the others keep what the database has or gives. */
const said = <Fields extends object>(fields: Fields): Said<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Said<Fields>

/** Adds a product to the own catalogue, within a transaction. */
export async function createProduct(tx: Prisma.TransactionClient, actor: Actor, input: ProductInput): Promise<Product> {
  const product = toProduct(await tx.product.create({ data: said(input) }))
  await recordAudit(tx, actor, { action: 'product.created', subjectType: 'product', subjectId: product.id, after: audited(product) })
  return product
}

/**
 * Changes a product; a picture and fields of the shop's page that are left out stay. With `version`, only if nobody has changed it since.
 * @throws NOT_FOUND, CONFLICT
 */
export async function updateProduct(
  prisma: PrismaClient,
  actor: Actor,
  { id, version, ...fields }: z.output<typeof updateProductInput>,
): Promise<Product> {
  return prisma.$transaction(async (tx) => {
    await lockRow(tx, records.products, id, version)
    const was = toProduct(await tx.product.findUniqueOrThrow({ where: { id } }))
    const product = toProduct(await tx.product.update({ where: { id }, data: said(fields) }))
    const changed = changedFields(audited(was), audited(product))
    if (changed) await recordAudit(tx, actor, { action: 'product.updated', subjectType: 'product', subjectId: id, ...changed })
    return product
  })
}

/** Takes a product out of the catalogue for good. @throws NOT_FOUND */
export async function deleteProduct(prisma: PrismaClient, actor: Actor, id: string): Promise<{ id: string }> {
  return prisma.$transaction(async (tx) => {
    await lockRow(tx, records.products, id)
    const product = toProduct(await tx.product.delete({ where: { id } }))
    await recordAudit(tx, actor, { action: 'product.deleted', subjectType: 'product', subjectId: id, before: audited(product) })
    return { id }
  })
}
