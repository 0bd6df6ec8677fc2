import type { OrderStatus } from '~/contracts/statuses'
import type { Prisma } from '~/generated/prisma/client'
import { orders } from '~/server/stock/sale/orders'
import type { StatusCall } from '~/server/platform/records/status-records'
import { changeStatus } from '~/server/platform/records/update-status'
import type { LockedLine } from './lock-line'

type Tx = Prisma.TransactionClient

async function leftOf(tx: Tx, orderId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ left: number }[]>`
    SELECT coalesce(sum(greatest(0, l.quantity - greatest(l.cancelled, 0)
      - (SELECT count(*) FROM order_line_units AS d WHERE d.line_id = l.id AND d.returned_at IS NULL))), 0)::int AS "left"
    FROM order_lines AS l JOIN products AS p ON p.id = l.product_id AND p.tracks_units WHERE l.order_id = ${orderId}::uuid`
  return row?.left ?? 0
}

async function setStatus(tx: Tx, call: StatusCall, { orderId, status }: LockedLine, next: OrderStatus): Promise<string[]> {
  if (status === next) return []
  const { notices = [] } = await changeStatus(tx, call, orders, { id: orderId, status: next })
  return notices
}

/** Needs the order's lock. @returns sentences for the administrator */
export async function followDispatch(tx: Tx, call: StatusCall, line: LockedLine): Promise<string[]> {
  if (line.status === 'completed') return []
  return setStatus(tx, call, line, (await leftOf(tx, line.orderId)) === 0 ? 'completed' : 'processing')
}

/** Reopens a completed order whose machine never left. @returns sentences for the administrator */
export const followUndoneDispatch = async (tx: Tx, call: StatusCall, line: LockedLine): Promise<string[]> =>
  line.status === 'completed' ? setStatus(tx, call, line, 'processing') : []
