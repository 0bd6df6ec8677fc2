import type * as z from 'zod'
import {
  MOST_LINES,
  type addOrderLineInput,
  type changeOrderLineInput,
  type lineProductsInput,
  type OrderLine,
  type OrderLines,
  type ProductChoice,
  type removeOrderLineInput,
} from '~/contracts/stock/order-lines'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import { createOnce, type Call, type CreatingCall } from '~/server/call'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { conflict, lockRow } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { substringPattern } from '~/server/platform/lists/like-pattern'
import type { Services } from '~/server/services'
import { auditOrder, lockLine, refused, type LockedLine } from './lock-line'
import { linesOfOrder, readLine } from './read-order-lines'
import { returnSpare } from './stock-of-order'

type Tx = Prisma.TransactionClient

/** @throws BAD_REQUEST `productId` for an unknown product */
async function productName(tx: Tx, productId: string): Promise<string> {
  const product = await tx.product.findUnique({ where: { id: productId }, select: { name: true } })
  if (!product) throw fieldError('validation_failed', 'productId', 'There is no such product')
  return product.name.slice(0, 200)
}

/** '2 × Antminer S19 at €1,200', for the order's history. */
const told = ({ quantity, cancelled, title, price }: Pick<LockedLine, 'quantity' | 'cancelled' | 'title' | 'price'>) =>
  `${quantity} × ${title} at ${formatEuro(price)}${cancelled > 0 ? `, ${cancelled} cancelled` : ''}`

/** @throws NOT_FOUND for an unknown order, BAD_REQUEST for an unknown product, CONFLICT for too many lines and a key with another input */
export const addLine = (call: CreatingCall<never>, input: z.output<typeof addOrderLineInput>): Promise<OrderLine> =>
  createOnce(call, input, async (tx, { title: typed, ...line }) => {
    await lockRow(tx, records.orders, line.orderId)
    if ((await tx.orderLine.count({ where: { orderId: line.orderId } })) >= MOST_LINES)
      throw refused(`An order has at most ${MOST_LINES} lines.`)
    const title = typed || (line.productId === null ? '' : await productName(tx, line.productId))
    if (typed && line.productId !== null) await productName(tx, line.productId)
    const { _max: last } = await tx.orderLine.aggregate({ where: { orderId: line.orderId }, _max: { position: true } })
    // Plain SQL may have used the highest number.
    const position = Math.min((last.position ?? -1) + 1, 2_147_483_647)
    const { id } = await tx.orderLine.create({ data: { ...line, title, position }, select: { id: true } })
    const after = { line: told({ ...line, title, cancelled: 0 }) }
    await auditOrder(tx, call.actor, line, 'line_added', { before: { line: null }, after })
    return readLine({ readJson: readJsonWithin(tx) }, id)
  })

type Change = Omit<z.output<typeof changeOrderLineInput>, 'id' | 'version'>

/** @throws BAD_REQUEST with the field, or CONFLICT, if the line cannot become this */
function mayBecome(line: LockedLine, change: Change, now: Pick<LockedLine, 'quantity' | 'cancelled' | 'productId' | 'title'>): void {
  const { productId, ...rest } = change
  if (line.isFromPlatform && Object.values(rest).some((value) => value !== undefined))
    throw refused('This line comes from the shop platform, which changes it. Only its product is chosen here.')
  if (productId !== undefined && now.productId !== line.productId && line.sent > 0)
    throw refused('Units are out for this line. Take them back before it becomes another product.')
  if (productId !== undefined && now.productId !== line.productId && line.taken > 0)
    throw refused('Stock was taken for this line. Say how many are cancelled before it becomes another product.')
  if (now.cancelled > now.quantity) throw fieldError('validation_failed', 'cancelled', 'At most the quantity')
  if (now.quantity - now.cancelled < line.sent)
    throw refused(`${line.sent} of this line are dispatched, so no fewer can be wanted. Take units back first.`)
  if (now.title === '') throw fieldError('validation_failed', 'title', 'Say what it is, or choose a product')
}

/**
 * Absent fields keep their values. @throws NOT_FOUND; BAD_REQUEST for an unknown product; CONFLICT for a stale version, for the shop
 * platform's fields, and for fewer pieces or another product than dispatched
 */
export function changeLine(call: Call<'db'>, { id, version, ...change }: z.output<typeof changeOrderLineInput>): Promise<OrderLine> {
  return call.db.prisma.$transaction(async (tx) => {
    const line = await lockLine(tx, id)
    if (version !== undefined && version !== line.version) throw conflict({ one: 'line' })
    const productId = change.productId === undefined ? line.productId : (change.productId?.toLowerCase() ?? null)
    const ofProduct = change.productId ? await productName(tx, change.productId) : null
    const { quantity = line.quantity, cancelled = line.cancelled, price = line.price, tax = line.tax, sku = line.sku } = change
    const title = (change.title ?? line.title) || (productId === null ? '' : (ofProduct ?? (await productName(tx, productId))))
    const now = { productId, title, sku, quantity, cancelled, price, tax }
    mayBecome(line, change, now)
    await tx.orderLine.update({ where: { id }, data: now, select: { id: true } })
    await returnSpare(tx, line, now.quantity - now.cancelled)
    const [before, after] = [told(line), told(now)]
    if (before !== after) await auditOrder(tx, call.actor, line, 'line_changed', { before: { line: before }, after: { line: after } })
    if (productId !== line.productId && ofProduct !== null)
      await auditOrder(tx, call.actor, line, 'line_changed', { before: { product: line.title }, after: { product: ofProduct } })
    return readLine({ readJson: readJsonWithin(tx) }, id)
  })
}

/** @throws NOT_FOUND; CONFLICT for a line of the shop platform, or with dispatched machines */
export function removeLine(call: Call<'db'>, { id }: z.output<typeof removeOrderLineInput>): Promise<OrderLines> {
  return call.db.prisma.$transaction(async (tx) => {
    const line = await lockLine(tx, id)
    if (line.isFromPlatform) throw refused('This line comes from the shop platform. Remove it there.')
    if (line.wasSent) throw refused('Units were dispatched for this line, so it stays. Say how many are cancelled instead.')
    if (line.taken + line.soldParts > 0) throw refused('Stock has left for this line, so it stays. Say how many are cancelled instead.')
    await tx.orderLine.delete({ where: { id }, select: { id: true } })
    await auditOrder(tx, call.actor, line, 'line_removed', { before: { line: told(line) }, after: { line: null } })
    return linesOfOrder({ readJson: readJsonWithin(tx) }, line.orderId)
  })
}

const MOST_OFFERED = 8

export async function productChoices(
  { db }: Pick<Services, 'db'>,
  { search }: z.output<typeof lineProductsInput>,
  modelId: string | null = null,
): Promise<ProductChoice[]> {
  const isOfModel = Prisma.sql`coalesce(t.model_id = ${modelId}::uuid, FALSE)`
  const words = search.split(/\s+/).map((word) => Prisma.sql`t.name ILIKE ${substringPattern(word)}`)
  const matches = search.trim() === '' ? isOfModel : Prisma.join(words, ' AND ')
  return db.prisma.$queryRaw<ProductChoice[]>`
    SELECT t.id::text, left(t.name, 200) AS name, nullif(t.price, 'NaN')::float8 AS price, t.stock_quantity AS "stockQuantity",
      t.tracks_units AS "tracksUnits", t.is_active AS "isActive", ${isOfModel} AS "isOfModel"
    FROM products AS t WHERE ${matches} ORDER BY ${isOfModel} DESC, t.is_active DESC, t.name, t.id LIMIT ${MOST_OFFERED}`
}
