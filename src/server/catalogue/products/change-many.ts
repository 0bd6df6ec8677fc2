import type * as z from 'zod'
import type { changeProductsInput, ProductChange } from '~/contracts/catalogue/product-admin'
import { keysOf } from '~/contracts/keys'
import type { BulkOutcome, BulkResult } from '~/contracts/office/bulk'
import { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { productChanged } from '~/server/catalogue/shop/read'
import { wrongNumber } from '~/server/office/records/id-windows'
import { noOutcomes } from '~/server/office/records/update-statuses'
import { type Actor, insertAudit } from '~/server/platform/audit/record'
import { viewCondition } from '~/server/platform/lists/view'
import { productListing } from './list'

type ChangeInput = z.output<typeof changeProductsInput>

const columns: Record<keyof ProductChange, { column: Prisma.Sql; type: Prisma.Sql }> = {
  price: { column: Prisma.sql`price`, type: Prisma.sql`numeric` },
  stockQuantity: { column: Prisma.sql`stock_quantity`, type: Prisma.sql`int` },
  isActive: { column: Prisma.sql`is_active`, type: Prisma.sql`boolean` },
}

/** What is to change, as SQL. */
const changes = (input: ProductChange) =>
  keysOf(columns).flatMap((field) => {
    const value = input[field]
    if (value === undefined) return []
    const { column, type } = columns[field]
    return [{ field, column, value: Prisma.sql`${value}::${type}` }]
  })
type Changes = ReturnType<typeof changes>

/** Changes locked products and audits what they were before, in one statement. */
async function setValues(tx: Prisma.TransactionClient, actor: Actor, ids: string[], set: Changes): Promise<void> {
  if (ids.length === 0) return
  const object = (row: Prisma.Sql) =>
    Prisma.sql`jsonb_build_object(${Prisma.join(set.map(({ field, column }) => Prisma.sql`${field}::text, ${row}.${column}`))})`
  await tx.$executeRaw`
    WITH was AS MATERIALIZED (SELECT * FROM products WHERE id = ANY(${ids}::uuid[])),
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

/**
 * Sets price (EUR), stock or visibility of many products, or of one. Named ones that somebody else has changed meanwhile stay; of a
 * view, all change or none.
 * @throws CONFLICT if a view shows another number of rows than expected
 */
export async function changeProducts(call: Call<'db' | 'live' | 'catalogue'>, input: ChangeInput): Promise<BulkResult> {
  const { ids, all, expected = 0 } = input
  const set = changes(input)
  const result = await call.db.prisma.$transaction(async (tx) => {
    const chosen = ids ? Prisma.sql`t.id = ANY(${ids.map(({ id }) => id)}::uuid[])` : viewCondition(productListing(all ?? {}))
    const differs = Prisma.join(
      set.map(({ column, value }) => Prisma.sql`t.${column} IS DISTINCT FROM ${value}`),
      ' OR ',
    )
    const locked = await tx.$queryRaw<{ id: string; version: number; differs: boolean }[]>`
      SELECT t.id::text AS id, t.version, (${differs}) AS differs FROM products AS t WHERE ${chosen} ORDER BY t.id FOR UPDATE OF t`
    if (!ids && locked.length !== expected) throw wrongNumber(locked.length, expected)
    const rows = new Map(locked.map((row) => [row.id, row]))
    const outcomeOf = ({ id, version }: { id: string; version?: number | undefined }): BulkOutcome => {
      const row = rows.get(id.toLowerCase())
      if (!row) return 'missing'
      if (version !== undefined && version !== row.version) return 'conflict'
      return row.differs ? 'changed' : 'unchanged'
    }
    const asked = ids ?? locked.map(({ id }) => ({ id }))
    const results = asked.map((each) => ({ id: each.id, outcome: outcomeOf(each) }))
    const changed = results.flatMap(({ id, outcome }) => (outcome === 'changed' ? [id.toLowerCase()] : []))
    await setValues(tx, call.actor, changed, set)
    const counts = noOutcomes()
    for (const { outcome } of results) counts[outcome]++
    return { counts, results: ids ? results : [] }
  })
  const [only] = ids ?? []
  productChanged(call, ids?.length === 1 && only ? only.id : null)
  return result
}
