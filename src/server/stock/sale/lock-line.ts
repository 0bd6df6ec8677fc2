import { TRPCError } from '@trpc/server'
import { records } from '~/contracts/records'
import type { OrderStatus } from '~/contracts/statuses'
import type { Prisma } from '~/generated/prisma/client'
import { recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import { lockRow, notFound } from '~/server/platform/database/conflict'

type Tx = Prisma.TransactionClient

export const refused = (message: string) => new TRPCError({ code: 'CONFLICT', message })

export interface LockedLine {
  id: string
  version: number
  orderId: string
  orderNumber: string
  status: OrderStatus
  userId: string | null
  isFromPlatform: boolean
  productId: string | null
  title: string
  sku: string | null
  quantity: number
  cancelled: number
  price: number
  tax: number
  /** Machines that are out; `wasSent` if one ever was. */
  sent: number
  wasSent: boolean
  /** Taken from the product's typed stock, and parts sold with it. */
  taken: number
  soldParts: number
}

/** Locks order, line, then units by their ids, as dispatches do. @throws NOT_FOUND */
export async function lockLine(tx: Tx, id: string): Promise<LockedLine> {
  const of = await tx.orderLine.findUnique({ where: { id }, select: { orderId: true } })
  if (!of) throw notFound({ one: 'line' })
  await lockRow(tx, records.orders, of.orderId)
  const [line] = await tx.$queryRaw<LockedLine[]>`
    SELECT l.id::text, l.version, o.id::text AS "orderId", left(o.order_number, 200) AS "orderNumber", o.status::text, o.user_id::text AS "userId",
      l.external_id IS NOT NULL AS "isFromPlatform", l.product_id::text AS "productId", left(l.title, 200) AS title, l.sku, l.quantity,
      least(greatest(l.cancelled, 0), l.quantity) AS cancelled,
      coalesce(l.price, 0)::float8 AS price, coalesce(l.tax, 0)::float8 AS tax,
      (SELECT count(*)::int FROM order_line_units AS d WHERE d.line_id = l.id AND d.returned_at IS NULL) AS sent,
      EXISTS (SELECT FROM order_line_units AS d WHERE d.line_id = l.id) AS "wasSent",
      l.taken, (SELECT count(*)::int FROM parts AS q WHERE q.sold_line_id = l.id AND q.state = 'sold') AS "soldParts"
    FROM order_lines AS l JOIN orders AS o ON o.id = l.order_id WHERE l.id = ${id}::uuid FOR UPDATE OF l`
  if (!line) throw notFound({ one: 'line' })
  return line
}

export const touchLine = (tx: Tx, { id }: Pick<LockedLine, 'id'>) =>
  tx.$executeRaw`UPDATE order_lines SET updated_at = now() WHERE id = ${id}::uuid`

export const auditOrder = (
  tx: Tx,
  actor: Actor,
  { orderId }: Pick<LockedLine, 'orderId'>,
  action: string,
  change: Record<'before' | 'after', Record<string, string | null>>,
): Promise<void> =>
  recordAudit(tx, actor, { action: `order.${action}`, subjectType: records.orders.auditSubject, subjectId: orderId, ...change })
