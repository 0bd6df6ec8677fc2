import * as z from 'zod'
import { rowId } from '~/contracts/fields'
import { repairListInput, updateRepairStatusInput } from '~/contracts/repairs'
import { listRepairs } from '~/server/repairs/list'
import { repairById } from '~/server/repairs/read'
import { updateRepairStatus } from '~/server/repairs/update-status'
import { actorOf, createTRPCRouter, protectedAdminProcedure } from '../trpc'

export const repairsRouter = createTRPCRouter({
  list: protectedAdminProcedure.input(repairListInput.prefault({})).query(({ ctx, input }) => listRepairs(ctx.db.prisma, input)),

  /** @throws NOT_FOUND */
  byId: protectedAdminProcedure.input(z.object({ id: rowId })).query(({ ctx, input }) => repairById(ctx.db.prisma, input.id)),

  /** @throws NOT_FOUND, CONFLICT for a stale version */
  updateStatus: protectedAdminProcedure
    .input(updateRepairStatusInput)
    .mutation(({ ctx, input }) => updateRepairStatus(ctx.db.prisma, actorOf(ctx), input)),
})
