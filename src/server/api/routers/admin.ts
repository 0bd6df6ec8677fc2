import { tracked } from '@trpc/server'
import { followTablesInput } from '~/contracts/admin-live'
import { adminSearchInput } from '~/contracts/admin-search'
import { followTables } from '~/server/changes/follow-tables'
import { searchAll } from '~/server/search/search'
import { createTRPCRouter, protectedAdminProcedure } from '../trpc'

/** What belongs to the back office as a whole. */
export const adminRouter = createTRPCRouter({
  /** The tables in which something has changed, for open screens; ends with the administrator's session or role. */
  onChange: protectedAdminProcedure.input(followTablesInput.optional()).subscription(async function* ({ ctx, input, signal }) {
    for await (const { id, tables } of followTables(ctx, ctx.viewer, { ...input, signal })) yield tracked(id, { tables })
  }),

  /** Records by number, name or address, a few of each kind. */
  search: protectedAdminProcedure.input(adminSearchInput).query(({ ctx, input }) => searchAll(ctx.db.prisma, input.query)),
})
