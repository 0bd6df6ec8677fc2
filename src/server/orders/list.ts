import type * as z from 'zod'
import type { Order, OrderList, orderListInput } from '~/contracts/orders'
import { orderStatuses } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import { customerListSource } from '~/server/customer-records/list-source'
import { rowsByStatus } from '~/server/platform/lists/counts'
import type { Database } from '~/server/platform/database/database'
import { amountColumn, type Keyset } from '~/server/platform/lists/keyset'
import { readList, type Listing } from '~/server/platform/lists/list'
import { byId, createdSorts } from '~/server/platform/lists/sorts'
import { orderRow } from './read'

type OrderListInput = z.output<typeof orderListInput>

const amount = [amountColumn(Prisma.sql`t.total_amount`), byId]
const keysets: Record<OrderListInput['sort'], Keyset> = {
  ...createdSorts,
  '-amount': { name: '-amount', columns: amount, descending: true },
  amount: { name: 'amount', columns: amount, descending: false },
}
const source = customerListSource(Prisma.sql`orders`, Prisma.sql`order_number`)

/** The rows that a view shows, and in which order. */
export const orderListing = ({ status, search, sort = '-created' }: Partial<OrderListInput>): Listing<Order> => ({
  source,
  filter: status ? Prisma.sql`t.status = ${status}::order_status` : Prisma.sql`TRUE`,
  search,
  keyset: keysets[sort],
  row: orderRow,
})

/** A page of orders with the screen's figures (spec §2 Order Management). @throws BAD_REQUEST for a foreign cursor */
export async function listOrders(db: Database, view: OrderListInput): Promise<OrderList> {
  const { counts, ...page } = await readList(db, {
    noun: 'orders',
    ...orderListing(view),
    filtered: ({ total, rows }) => (view.status ? rows(view.status) : total),
    cursor: view.cursor,
    limit: view.limit,
  })
  return { ...page, counts: rowsByStatus(orderStatuses, counts), totalRevenue: counts.amount('completed') }
}
