import type * as z from 'zod'
import { pendingTradeInStatuses, tradeInStatuses } from '~/contracts/statuses'
import type { TradeInList, tradeInListInput } from '~/contracts/trade-ins'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { withCustomer } from '~/server/customers/customer'
import { customerListSource } from '~/server/customers/list-source'
import { rowsByStatus, rowsOfAll } from '~/server/db/counts'
import { readList } from '~/server/db/list'
import { createdSorts } from '~/server/db/sorts'
import { toTradeIn } from './read'

const source = customerListSource(Prisma.sql`trade_ins`, Prisma.sql`trade_in_number`)

/** A page of trade-ins with the screen's figures (spec §2 Trade-in Management). @throws BAD_REQUEST for a foreign cursor */
export async function listTradeIns(
  prisma: PrismaClient,
  { status, sort, ...view }: z.output<typeof tradeInListInput>,
): Promise<TradeInList> {
  const { counts, ...page } = await readList(prisma, {
    noun: 'trade_ins',
    source,
    keyset: createdSorts[sort],
    filter: status ? Prisma.sql`t.status = ${status}::trade_in_status` : Prisma.sql`TRUE`,
    filtered: ({ total, rows }) => (status ? rows(status) : total),
    search: view.search,
    cursor: view.cursor,
    limit: view.limit,
    load: async (ids) => (await prisma.tradeIn.findMany({ where: { id: { in: ids } }, include: withCustomer })).map(toTradeIn),
  })
  return {
    ...page,
    counts: rowsByStatus(tradeInStatuses, counts),
    pendingEvaluation: rowsOfAll(pendingTradeInStatuses, counts),
    totalValue: counts.amount('completed'),
  }
}
