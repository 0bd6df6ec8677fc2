import type * as z from 'zod'
import { amountOfLines, type fitAmountInput } from '~/contracts/stock/sales'
import type { Order } from '~/contracts/stock/orders'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { changeRow } from '~/server/platform/audit/change-row'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { lockRow } from '~/server/platform/database/conflict'
import { refused } from './lock-line'
import { orders } from './orders'
import { linesOfOrder } from './read-order-lines'

/** The bill follows. @throws NOT_FOUND; CONFLICT for a stale version, an order without lines, and one of the shop platform */
export function fitAmount({ db, actor }: Call<'db'>, { id, version }: z.output<typeof fitAmountInput>): Promise<Order> {
  return db.prisma.$transaction(async (tx) => {
    const within = { readJson: readJsonWithin(tx) }
    await lockRow(tx, records.orders, id, version)
    const { lines } = await linesOfOrder(within, id)
    if (lines.length === 0) throw refused('This order has no lines yet.')
    if (lines.some(({ isFromPlatform }) => isFromPlatform)) throw refused('The shop platform says what this order comes to.')
    return changeRow(within, actor, {
      record: records.orders,
      id,
      set: Prisma.sql`total_amount = ${amountOfLines(lines)}::numeric(12, 2)`,
      row: orders.row,
      action: 'order.amount_fitted',
      audited: Prisma.sql`jsonb_build_object('totalAmount', t.total_amount)`,
    })
  })
}
