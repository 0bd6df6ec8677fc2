import type * as z from 'zod'
import type { changeProductsInput, ProductChange } from '~/contracts/catalogue/product-admin'
import { shownLine } from '~/contracts/fields'
import { keysOf } from '~/contracts/keys'
import type { BulkResult } from '~/contracts/bulk-inputs'
import { fieldError } from '~/server/platform/errors'
import { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { productChanged } from '~/server/catalogue/shop/search-shop'
import { changeChosen } from '~/server/platform/records/change-chosen'
import { type Actor, insertAudit } from '~/server/platform/audit/record-audit'
import { productListing } from './list-products'

type ChangeInput = z.output<typeof changeProductsInput>

const columns: Record<keyof ProductChange, { column: Prisma.Sql; type: Prisma.Sql }> = {
  price: { column: Prisma.sql`price`, type: Prisma.sql`numeric` },
  stockQuantity: { column: Prisma.sql`stock_quantity`, type: Prisma.sql`int` },
  isActive: { column: Prisma.sql`is_active`, type: Prisma.sql`boolean` },
}

const changes = (input: ProductChange) =>
  keysOf(columns).flatMap((field) => {
    const value = input[field]
    if (value === undefined) return []
    const { column, type } = columns[field]
    return [{ field, column, value: Prisma.sql`${value}::${type}` }]
  })
type Changes = ReturnType<typeof changes>

/** Changes locked products and audits what they were before, in one statement. */
async function setValues(tx: Prisma.TransactionClient, actor: Actor, ids: readonly string[], set: Changes): Promise<void> {
  if (ids.length === 0) return
  const object = (row: Prisma.Sql) =>
    Prisma.sql`jsonb_build_object(${Prisma.join(set.map(({ field, column }) => Prisma.sql`${field}::text, ${row}.${column}`))})`
  await tx.$executeRaw`
    WITH was AS MATERIALIZED (SELECT * FROM products WHERE id = ANY(${[...ids]}::uuid[])),
    changed AS (
      UPDATE products AS t SET ${Prisma.join(set.map(({ column, value }) => Prisma.sql`${column} = ${value}`))}
      FROM was WHERE t.id = was.id RETURNING t.*
    )
    ${insertAudit(
      actor,
      { action: 'product.updated', subjectType: 'product' },
      Prisma.sql`
        SELECT changed.id::text AS subject_id, ${object(Prisma.sql`was`)} AS before, ${object(Prisma.sql`changed`)} AS after
        FROM changed JOIN was ON was.id = changed.id ORDER BY changed.id`,
    )}`
}

/** @throws BAD_REQUEST where one of these has units, whose number is its stock */
async function mustHaveOwnStock(tx: Prisma.TransactionClient, ids: readonly string[]): Promise<void> {
  const where = { id: { in: [...ids] }, tracksUnits: true }
  const [first] = await tx.product.findMany({ where, select: { name: true }, orderBy: { id: 'asc' }, take: 1 })
  if (!first) return
  const message = `The stock of ‘${shownLine(first.name)}’ is the number of its listed units. List or withdraw units instead.`
  throw fieldError('validation_failed', 'stockQuantity', message)
}

/**
 * Sets price (EUR), stock or visibility of many products, or of one. Named ones that somebody else has changed meanwhile stay; of a
 * view, all change or none.
 * @throws CONFLICT if a view shows another number of rows than expected; BAD_REQUEST for the stock of a product that has units
 */
export async function changeProducts(call: Call<'db' | 'live' | 'catalogue'>, input: ChangeInput): Promise<BulkResult> {
  const { ids, all, expected } = input
  const set = changes(input)
  const differs = Prisma.join(
    set.map(({ column, value }) => Prisma.sql`t.${column} IS DISTINCT FROM ${value}`),
    ' OR ',
  )
  const result = await call.db.prisma.$transaction((tx) => {
    const write = async (changed: readonly string[]) => {
      if (input.stockQuantity !== undefined) await mustHaveOwnStock(tx, changed)
      await setValues(tx, call.actor, changed, set)
    }
    return changeChosen(tx, { table: Prisma.sql`products`, ids, view: productListing(all ?? {}), expected, differs, write })
  })
  const [only] = ids ?? []
  productChanged(call, ids?.length === 1 && only ? only.id : null)
  return result
}
