import { tracked } from '@trpc/server'
import { followTablesInput, liveTables } from '~/contracts/streams'
import { adminSearchInput, scanInput } from '~/contracts/office/search'
import { untilSessionEnds } from '~/server/identity/auth/session-stream'
import { followTables } from '~/server/platform/change-feed/follow-tables'
import { findScanned } from '~/server/office/scan'
import { searchAll } from '~/server/office/search'
import { createTRPCRouter, protectedAdminProcedure } from '~/server/api/trpc'

export const adminRouter = createTRPCRouter({
  onChange: protectedAdminProcedure
    .meta({ about: "The tables in which something has changed, for open screens; ends with the administrator's session or role." })
    .input(followTablesInput.optional())
    .subscription(async function* ({ ctx, input, signal }) {
      const changes = untilSessionEnds(ctx, {
        signal,
        follow: (until) => followTables(ctx.hub, { ...input, tables: liveTables, signal: until }),
      })
      for await (const { id, tables } of changes) yield tracked(id, { tables })
    }),

  search: protectedAdminProcedure
    .meta({
      about: 'Records by number, name, address or phone number, and cases by device, serial or tracking number; a few of each kind.',
    })
    .input(adminSearchInput)
    .query(({ ctx, input }) => searchAll(ctx, input)),

  scan: protectedAdminProcedure
    .meta({
      about: 'The record of a code that was scanned: a number, a serial or tracking number, or the address of a page; null for another.',
    })
    .input(scanInput)
    .query(({ ctx, input }) => findScanned(ctx, input)),
})
