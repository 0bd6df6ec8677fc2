import type * as z from 'zod'
import type { OrderList, orderListInput } from '~/contracts/orders'
import { orderStatuses } from '~/contracts/statuses'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { withCustomer } from '~/server/customers/customer'
import { customerListSource } from '~/server/customers/list-source'
import { rowsByStatus } from '~/server/db/counts'
import { amountColumn, type Keyset } from '~/server/db/keyset'
import { readList } from '~/server/db/list'
import { byId, createdSorts } from '~/server/db/sorts'
import { toOrder } from './read'

type OrderListInput = z.output<typeof orderListInput>

const amount = [amountColumn(Prisma.sql`t.total_amount`), byId]
const keysets: Record<OrderListInput['sort'], Keyset> = {
  ...createdSorts,
  '-amount': { name: '-amount', columns: amount, descending: true },
  amount: { name: 'amount', columns: amount, descending: false },
}
const source = customerListSource(Prisma.sql`orders`, Prisma.sql`order_number`)

/** A page of orders with the screen's figures (spec §2 Order Management). @throws BAD_REQUEST for a foreign cursor */
export async function listOrders(prisma: PrismaClient, { status, sort, ...view }: OrderListInput): Promise<OrderList> {
  const { counts, ...page } = await readList(prisma, {
    noun: 'orders',
    source,
    keyset: keysets[sort],
    filter: status ? Prisma.sql`t.status = ${status}::order_status` : Prisma.sql`TRUE`,
    filtered: ({ total, rows }) => (status ? rows(status) : total),
    search: view.search,
    cursor: view.cursor,
    limit: view.limit,
    load: async (ids) => (await prisma.order.findMany({ where: { id: { in: ids } }, include: withCustomer })).map(toOrder),
  })
  return { ...page, counts: rowsByStatus(orderStatuses, counts), totalRevenue: counts.amount('completed') }
}
