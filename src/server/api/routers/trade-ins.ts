import * as z from 'zod'
import { rowId } from '~/contracts/fields'
import { tradeInListInput, updateTradeInStatusInput } from '~/contracts/trade-ins'
import { listTradeIns } from '~/server/trade-ins/list'
import { tradeInById } from '~/server/trade-ins/read'
import { updateTradeInStatus } from '~/server/trade-ins/update-status'
import { actorOf, createTRPCRouter, protectedAdminProcedure } from '../trpc'

export const tradeInsRouter = createTRPCRouter({
  list: protectedAdminProcedure.input(tradeInListInput.prefault({})).query(({ ctx, input }) => listTradeIns(ctx.db.prisma, input)),

  /** @throws NOT_FOUND */
  byId: protectedAdminProcedure.input(z.object({ id: rowId })).query(({ ctx, input }) => tradeInById(ctx.db.prisma, input.id)),

  /** @throws NOT_FOUND, CONFLICT for a stale version */
  updateStatus: protectedAdminProcedure
    .input(updateTradeInStatusInput)
    .mutation(({ ctx, input }) => updateTradeInStatus(ctx.db.prisma, actorOf(ctx), input)),
})
