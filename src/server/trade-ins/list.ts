import type * as z from 'zod'
import { pendingTradeInStatuses, tradeInStatuses } from '~/contracts/statuses'
import type { TradeIn, TradeInList, tradeInListInput } from '~/contracts/trade-ins'
import { Prisma } from '~/generated/prisma/client'
import { customerListSource } from '~/server/customer-records/list-source'
import { rowsByStatus, rowsOfAll } from '~/server/platform/lists/counts'
import type { Database } from '~/server/platform/database/database'
import { readList, type Listing } from '~/server/platform/lists/list'
import { createdSorts } from '~/server/platform/lists/sorts'
import { tradeInRow } from './read'

const source = customerListSource(Prisma.sql`trade_ins`, Prisma.sql`trade_in_number`)

type TradeInListInput = z.output<typeof tradeInListInput>

/** The rows that a view shows, and in which order. */
export const tradeInListing = ({ status, search, sort = '-created' }: Partial<TradeInListInput>): Listing<TradeIn> => ({
  source,
  filter: status ? Prisma.sql`t.status = ${status}::trade_in_status` : Prisma.sql`TRUE`,
  search,
  keyset: createdSorts[sort],
  row: tradeInRow,
})

/** A page of trade-ins with the screen's figures (spec §2 Trade-in Management). @throws BAD_REQUEST for a foreign cursor */
export async function listTradeIns(db: Database, view: TradeInListInput): Promise<TradeInList> {
  const { counts, ...page } = await readList(db, {
    noun: 'trade_ins',
    ...tradeInListing(view),
    filtered: ({ total, rows }) => (view.status ? rows(view.status) : total),
    cursor: view.cursor,
    limit: view.limit,
  })
  return {
    ...page,
    counts: rowsByStatus(tradeInStatuses, counts),
    pendingEvaluation: rowsOfAll(pendingTradeInStatuses, counts),
    totalValue: counts.amount('completed'),
  }
}
