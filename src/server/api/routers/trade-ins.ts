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
  list: protectedAdminProcedure
    .meta({ about: 'A page of the trade-ins.' })
    .input(tradeInListInput.prefault({}))
    .query(({ ctx, input }) => listTradeIns(ctx.db, input)),

  byId: protectedAdminProcedure
    .meta({ about: 'One trade-in.', errors: { NOT_FOUND: true } })
    .input(z.object({ id: rowId }))
    .query(({ ctx, input }) => tradeInById(ctx.db.prisma, input.id)),

  updateStatus: protectedAdminProcedure
    .meta({ about: 'Sets the status.', errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`' } })
    .input(updateTradeInStatusInput)
    .mutation(({ ctx, input }) => updateTradeInStatus(ctx.db.prisma, actorOf(ctx), input)),

  updateStatuses: protectedAdminProcedure
    .meta({
      largeBody: true,
      about: 'Sets the status of rows by id, with what became of each, or of all rows of a view.',
      errors: { CONFLICT: 'a view shows another number of rows than expected' },
    })
    .input(updateTradeInStatusesInput)
    .mutation(({ ctx, input }) =>
      updateStatuses(ctx.db.prisma, actorOf(ctx), tradeInNoun, { ...input, all: input.all && tradeInListing(input.all) }),
    ),

  countMatching: protectedAdminProcedure
    .meta({ about: 'How many rows a view shows, exactly.' })
    .input(tradeInViewInput)
    .query(async ({ ctx, input }) => ({ matching: await countView(ctx.db.prisma, tradeInListing(input)) })),
})
