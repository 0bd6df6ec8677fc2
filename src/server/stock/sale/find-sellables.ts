import type * as z from 'zod'
import type { lineProductsInput } from '~/contracts/stock/order-lines'
import type { Sellable } from '~/contracts/stock/sales'
import { unitName } from '~/contracts/stock/units'
import { Prisma } from '~/generated/prisma/client'
import { allows } from '~/contracts/identity/api-keys'
import type { SignedInCall } from '~/server/call'
import { substringPattern } from '~/server/platform/lists/like-pattern'
import { findUnits } from '~/server/stock/units/find-units'
import { readStock } from './stock-of-order'

const MOST_FOUND = 6

const named = (column: 'name', words: readonly string[]) =>
  Prisma.join(
    words.map((word) => Prisma.sql`t.${Prisma.raw(column)} ILIKE ${substringPattern(word)}`),
    ' AND ',
  )

type Finding = SignedInCall<'db' | 'now'>

async function findProducts({ db: { prisma }, now }: Finding, words: readonly string[]): Promise<Sellable[]> {
  const rows = await prisma.$queryRaw<{ id: string; name: string; price: number | null; tracksUnits: boolean }[]>`
    SELECT t.id::text, left(t.name, 200) AS name, nullif(t.price, 'NaN')::float8 AS price, t.tracks_units AS "tracksUnits"
    FROM products AS t WHERE ${named('name', words)} ORDER BY t.is_active DESC, t.stock_quantity > 0 DESC, t.name, t.id LIMIT ${MOST_FOUND}`
  const stock = await readStock(
    prisma,
    now(),
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, name, price, tracksUnits }) => ({
    kind: 'product',
    ...{ id, name, number: '', price, tracksUnits, free: Math.max(0, stock.get(id)?.free ?? 0) },
  }))
}

const findParts = ({ db: { prisma } }: Finding, words: readonly string[]): Promise<Sellable[]> =>
  prisma.$queryRaw<Sellable[]>`
    SELECT 'part' AS kind, t.id::text, t.name, coalesce(t.sku, '') AS number,
      t.price::float8 AS price, t.in_stock AS free, FALSE AS "tracksUnits"
    FROM part_types AS t WHERE t.is_active AND ${named('name', words)} ORDER BY t.in_stock > 0 DESC, t.name, t.id LIMIT ${MOST_FOUND}`

async function findOwnUnits(call: Finding, code: string): Promise<Sellable[]> {
  const units = (await findUnits(call, { code })).filter(
    ({ owner, state }) => owner === 'company' && (state === 'listed' || state === 'ready'),
  )
  const products = await call.db.prisma.product.findMany({
    where: { id: { in: units.flatMap(({ productId }) => productId ?? []) } },
    select: { id: true, price: true },
  })
  return units.slice(0, MOST_FOUND).map((unit) => {
    const price = products.find(({ id }) => id === unit.productId)?.price ?? null
    return {
      kind: 'unit',
      ...{ id: unit.id, name: unitName(unit), number: unit.unitNumber, free: null, tracksUnits: false },
      price: price === null || price.isNaN() ? null : price.toNumber(),
    }
  })
}

/** A scanned label means that machine, so units come first. Skips kinds that the caller may not read. */
export async function findSellables(call: Finding, { search }: z.output<typeof lineProductsInput>): Promise<Sellable[]> {
  const words = search.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return []
  const may = (router: string) => allows(call.viewer.scopes, router, 'read')
  return [
    ...(may('units') ? await findOwnUnits(call, search) : []),
    ...(await findProducts(call, words)),
    ...(may('parts') ? await findParts(call, words) : []),
  ]
}
