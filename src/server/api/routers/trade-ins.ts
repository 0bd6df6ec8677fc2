import * as z from 'zod'
import { tradeInViewInput, updateTradeInStatusesInput } from '~/contracts/bulk'
import { rowId } from '~/contracts/fields'
import { tradeInListInput, updateTradeInStatusInput } from '~/contracts/trade-ins'
import { tradeInNoun } from '~/server/customer-records/status-table'
import { updateStatuses } from '~/server/customer-records/update-statuses'
import { countView } from '~/server/platform/lists/view'
import { tradeInListing, listTradeIns } from '~/server/trade-ins/list'
import { tradeInById } from '~/server/trade-ins/read'
import { updateTradeInStatus } from '~/server/trade-ins/update-status'
import { actorOf, createTRPCRouter, protectedAdminProcedure } from '../trpc'

export const tradeInsRouter = createTRPCRouter({
  list: protectedAdminProcedure.input(tradeInListInput.prefault({})).query(({ ctx, input }) => listTradeIns(ctx.db, input)),

  /** @throws NOT_FOUND */
  byId: protectedAdminProcedure.input(z.object({ id: rowId })).query(({ ctx, input }) => tradeInById(ctx.db.prisma, input.id)),

  /** @throws NOT_FOUND, CONFLICT for a stale version */
  updateStatus: protectedAdminProcedure
    .input(updateTradeInStatusInput)
    .mutation(({ ctx, input }) => updateTradeInStatus(ctx.db.prisma, actorOf(ctx), input)),

  /** Rows by id, with what became of each, or all of a view. @throws CONFLICT where a view shows another number of rows than expected */
  updateStatuses: protectedAdminProcedure
    .meta({ largeBody: true })
    .input(updateTradeInStatusesInput)
    .mutation(({ ctx, input }) =>
      updateStatuses(ctx.db.prisma, actorOf(ctx), tradeInNoun, { ...input, all: input.all && tradeInListing(input.all) }),
    ),

  /** How many rows a view shows, exactly. */
  countMatching: protectedAdminProcedure
    .input(tradeInViewInput)
    .query(async ({ ctx, input }) => ({ matching: await countView(ctx.db.prisma, tradeInListing(input)) })),
})
