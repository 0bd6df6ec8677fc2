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
  list: protectedAdminProcedure
    .meta({ about: 'A page of the repairs.' })
    .input(repairListInput.prefault({}))
    .query(({ ctx, input }) => listRepairs(ctx.db, input)),

  byId: protectedAdminProcedure
    .meta({ about: 'One repair.', errors: { NOT_FOUND: true } })
    .input(z.object({ id: rowId }))
    .query(({ ctx, input }) => repairById(ctx.db.prisma, input.id)),

  updateStatus: protectedAdminProcedure
    .meta({ about: 'Sets the status.', errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`' } })
    .input(updateRepairStatusInput)
    .mutation(({ ctx, input }) => updateRepairStatus(ctx.db.prisma, actorOf(ctx), input)),

  updateStatuses: protectedAdminProcedure
    .meta({
      largeBody: true,
      about: 'Sets the status of rows by id, with what became of each, or of all rows of a view.',
      errors: { CONFLICT: 'a view shows another number of rows than expected' },
    })
    .input(updateRepairStatusesInput)
    .mutation(({ ctx, input }) =>
      updateStatuses(ctx.db.prisma, actorOf(ctx), repairNoun, { ...input, all: input.all && repairListing(input.all) }),
    ),

  countMatching: protectedAdminProcedure
    .meta({ about: 'How many rows a view shows, exactly.' })
    .input(repairViewInput)
    .query(async ({ ctx, input }) => ({ matching: await countView(ctx.db.prisma, repairListing(input)) })),
})
