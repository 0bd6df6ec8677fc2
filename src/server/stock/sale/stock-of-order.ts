import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import type { Actor } from '~/server/platform/audit/record-audit'
import { recordAudit } from '~/server/platform/audit/record-audit'
import type { LockedLine } from './lock-line'

/** Typed stock is taken when a sale is agreed, units when they are dispatched. Products are locked first, by id (docs/decisions/032). */

type Tx = Prisma.TransactionClient

export interface Wanted {
  productId: string
  pieces: number
}

export interface ProductStock {
  id: string
  name: string
  /** EUR; null: on request. */
  price: number | null
  isActive: boolean
  isPreOrder: boolean
  tracksUnits: boolean
  stock: number
  /** In stock and not held by other sales; negative if more are held than there are. */
  free: number
}

/** In the order of their ids; after orders, units and parts. */
export async function lockProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.$queryRaw`SELECT id FROM products WHERE id = ANY (${[...ids]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`
}

export async function readStock(
  tx: Pick<Tx, '$queryRaw'>,
  at: Date,
  ids: readonly string[],
  but: string | null = null,
): Promise<Map<string, ProductStock>> {
  const rows = await tx.$queryRaw<ProductStock[]>`
    SELECT id::text, left(name, 200) AS name, nullif(price, 'NaN')::float8 AS price, is_active AS "isActive", is_pre_order AS "isPreOrder",
      tracks_units AS "tracksUnits", stock_quantity AS stock, stock_quantity - held_pieces(id, ${at}::timestamptz, ${but}::uuid) AS free
    FROM products WHERE id = ANY (${[...ids]}::uuid[])`
  return new Map(rows.map((row) => [row.id, row]))
}

export function sumOfWanted(wanted: readonly Wanted[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { productId, pieces } of wanted) sums.set(productId.toLowerCase(), (sums.get(productId.toLowerCase()) ?? 0) + pieces)
  return sums
}

/** For products without units. Needs the locks of order and products, and a check. */
export async function takeTypedStock(tx: Tx, orderId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE products AS p SET stock_quantity = p.stock_quantity - w.pieces FROM (
      SELECT l.product_id, sum(l.quantity - least(greatest(l.cancelled, 0), l.quantity) - l.taken)::int AS pieces
      FROM order_lines AS l WHERE l.order_id = ${orderId}::uuid GROUP BY l.product_id
    ) AS w WHERE p.id = w.product_id AND NOT p.tracks_units AND w.pieces > 0`
  await tx.$executeRaw`
    UPDATE order_lines AS l SET taken = l.quantity - least(greatest(l.cancelled, 0), l.quantity)
    FROM products AS p WHERE l.order_id = ${orderId}::uuid AND p.id = l.product_id AND NOT p.tracks_units`
}

interface Returned {
  orderId: string
  number: string
  title: string
  pieces: number
}

/** Returns typed stock and parts; units are taken back by scanning. @returns sentences for the administrator */
export async function returnStock(tx: Tx, actor: Actor, orderIds: readonly string[]): Promise<string[]> {
  const ids = [...orderIds]
  const taken = await tx.$queryRaw<Returned[]>`
    SELECT o.id::text AS "orderId", left(o.order_number, 200) AS number, left(l.title, 200) AS title, l.taken AS pieces
    FROM order_lines AS l JOIN orders AS o ON o.id = l.order_id WHERE o.id = ANY (${ids}::uuid[]) AND l.taken > 0 AND o.status = 'cancelled'
    ORDER BY o.order_number, l.position, l.id`
  const parts = await tx.$queryRaw<Returned[]>`
    SELECT o.id::text AS "orderId", left(o.order_number, 200) AS number, left(l.title, 200) AS title, count(*)::int AS pieces
    FROM parts AS p JOIN order_lines AS l ON l.id = p.sold_line_id JOIN orders AS o ON o.id = l.order_id
    WHERE o.id = ANY (${ids}::uuid[]) AND p.state = 'sold' AND o.status = 'cancelled' GROUP BY o.id, l.id ORDER BY o.order_number, l.id`
  if (taken.length + parts.length === 0) return []
  await tx.$executeRaw`
    UPDATE parts SET state = 'in_stock', sold_line_id = NULL WHERE state = 'sold' AND sold_line_id IN (
      SELECT l.id FROM order_lines AS l JOIN orders AS o ON o.id = l.order_id WHERE o.id = ANY (${ids}::uuid[]) AND o.status = 'cancelled')`
  await lockProducts(tx, await productsOf(tx, ids))
  await tx.$executeRaw`
    UPDATE products AS p SET stock_quantity = p.stock_quantity + w.pieces FROM (
      SELECT l.product_id, sum(l.taken)::int AS pieces FROM order_lines AS l JOIN orders AS o ON o.id = l.order_id
      WHERE o.id = ANY (${ids}::uuid[]) AND o.status = 'cancelled' GROUP BY l.product_id
    ) AS w WHERE p.id = w.product_id AND NOT p.tracks_units AND w.pieces > 0`
  await tx.$executeRaw`
    UPDATE order_lines AS l SET taken = 0 FROM orders AS o WHERE o.id = l.order_id AND o.id = ANY (${ids}::uuid[]) AND o.status = 'cancelled' AND l.taken > 0`
  const back = [...taken, ...parts]
  const subjectType = records.orders.auditSubject
  await recordAudit(
    tx,
    actor,
    ...back.map(({ orderId, title, pieces }) => ({
      action: 'order.stock_returned',
      subjectType,
      subjectId: orderId,
      after: { stock: `${pieces} × ${title}` },
    })),
  )
  return back
    .slice(0, MOST_NAMED)
    .map(({ number, title, pieces }) => `${pieces} × ${title} of ${number} ${pieces === 1 ? 'is' : 'are'} back in stock.`)
}

export async function returnSpare(
  tx: Tx,
  { id, productId, taken }: Pick<LockedLine, 'id' | 'productId' | 'taken'>,
  wanted: number,
): Promise<void> {
  const spare = taken - wanted
  if (spare <= 0 || productId === null) return
  await lockProducts(tx, [productId])
  await tx.$executeRaw`UPDATE products SET stock_quantity = stock_quantity + ${spare}::int WHERE id = ${productId}::uuid AND NOT tracks_units`
  await tx.$executeRaw`UPDATE order_lines SET taken = ${wanted}::int WHERE id = ${id}::uuid`
}

const MOST_NAMED = 5

/** Sold here, not cancelled, and without their typed stock: agreed orders, and those that staff continue without money. */
const withoutStock = (tx: Tx, orderIds: readonly string[]) =>
  tx.$queryRaw<{ id: string; number: string }[]>`
    SELECT o.id::text, left(o.order_number, 200) AS number FROM orders AS o JOIN order_sales AS s ON s.order_id = o.id
    WHERE o.id = ANY (${[...orderIds]}::uuid[]) AND o.status <> 'cancelled' AND (s.agreed_at IS NOT NULL OR o.status <> 'pending') AND (s.agreed_at IS NULL OR EXISTS (
      SELECT FROM order_lines AS l JOIN products AS p ON p.id = l.product_id AND NOT p.tracks_units
      WHERE l.order_id = o.id AND l.taken < l.quantity - greatest(l.cancelled, 0))) ORDER BY o.id`

/** For orders that are no longer cancelled. @returns sentences about those whose stock is gone */
export async function takeStockAgain(tx: Tx, at: Date, orderIds: readonly string[]): Promise<string[]> {
  const open = await withoutStock(tx, orderIds)
  if (open.length === 0) return []
  await lockProducts(
    tx,
    await productsOf(
      tx,
      open.map(({ id }) => id),
    ),
  )
  const notices: string[] = []
  for (const { id, number } of open) {
    if (await isInStock(tx, at, id)) {
      await takeTypedStock(tx, id)
      await tx.$executeRaw`
        UPDATE order_sales SET agreed_at = coalesce(agreed_at, ${at}::timestamptz), short_at = NULL, lapsed_at = NULL WHERE order_id = ${id}::uuid`
    } else notices.push(`Not all of ${number} is in stock any more.`)
  }
  return notices.slice(0, MOST_NAMED)
}

export async function isInStock(tx: Pick<Tx, '$queryRaw'>, at: Date, orderId: string): Promise<boolean> {
  const wanted = await wantedBy(tx, orderId)
  const stock = await readStock(
    tx,
    at,
    wanted.map(({ productId }) => productId),
    orderId,
  )
  return wanted.every(({ productId, pieces }) => pieces === 0 || (stock.get(productId)?.free ?? 0) >= pieces)
}

export async function productsOf(tx: Pick<Tx, '$queryRaw'>, orderIds: readonly string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT product_id::text AS id FROM order_lines WHERE order_id = ANY (${[...orderIds]}::uuid[]) AND product_id IS NOT NULL`
  return rows.map(({ id }) => id)
}

async function wantedBy(tx: Pick<Tx, '$queryRaw'>, orderId: string): Promise<Wanted[]> {
  return tx.$queryRaw<Wanted[]>`
    SELECT l.product_id::text AS "productId", sum(greatest(0, l.quantity - least(greatest(l.cancelled, 0), l.quantity) - l.taken
      - (SELECT count(*) FROM order_line_units AS d WHERE d.line_id = l.id AND d.returned_at IS NULL)))::int AS pieces
    FROM order_lines AS l WHERE l.order_id = ${orderId}::uuid AND l.product_id IS NOT NULL GROUP BY l.product_id`
}
