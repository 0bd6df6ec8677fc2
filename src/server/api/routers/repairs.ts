import * as z from 'zod'
import { repairViewInput, updateRepairStatusesInput } from '~/contracts/bulk'
import { rowId } from '~/contracts/fields'
import { repairListInput, updateRepairStatusInput } from '~/contracts/repairs'
import { repairNoun } from '~/server/customer-records/status-table'
import { updateStatuses } from '~/server/customer-records/update-statuses'
import { countView } from '~/server/platform/lists/view'
import { repairListing, listRepairs } from '~/server/repairs/list'
import { repairById } from '~/server/repairs/read'
import { updateRepairStatus } from '~/server/repairs/update-status'
import { actorOf, createTRPCRouter, protectedAdminProcedure } from '../trpc'

export const repairsRouter = createTRPCRouter({
  list: protectedAdminProcedure.input(repairListInput.prefault({})).query(({ ctx, input }) => listRepairs(ctx.db, input)),

  /** @throws NOT_FOUND */
  byId: protectedAdminProcedure.input(z.object({ id: rowId })).query(({ ctx, input }) => repairById(ctx.db.prisma, input.id)),

  /** @throws NOT_FOUND, CONFLICT for a stale version */
  updateStatus: protectedAdminProcedure
    .input(updateRepairStatusInput)
    .mutation(({ ctx, input }) => updateRepairStatus(ctx.db.prisma, actorOf(ctx), input)),

  /** Rows by id, with what became of each, or all of a view. @throws CONFLICT where a view shows another number of rows than expected */
  updateStatuses: protectedAdminProcedure
    .meta({ largeBody: true })
    .input(updateRepairStatusesInput)
    .mutation(({ ctx, input }) =>
      updateStatuses(ctx.db.prisma, actorOf(ctx), repairNoun, { ...input, all: input.all && repairListing(input.all) }),
    ),

  /** How many rows a view shows, exactly. */
  countMatching: protectedAdminProcedure
    .input(repairViewInput)
    .query(async ({ ctx, input }) => ({ matching: await countView(ctx.db.prisma, repairListing(input)) })),
})
