import * as z from 'zod'
import { orderViewInput, updateOrderStatusesInput } from '~/contracts/bulk'
import { rowId } from '~/contracts/fields'
import { orderListInput, updateOrderStatusInput } from '~/contracts/orders'
import { orderNoun } from '~/server/customer-records/status-table'
import { updateStatuses } from '~/server/customer-records/update-statuses'
import { countView } from '~/server/platform/lists/view'
import { orderListing, listOrders } from '~/server/orders/list'
import { orderById } from '~/server/orders/read'
import { updateOrderStatus } from '~/server/orders/update-status'
import { actorOf, createTRPCRouter, protectedAdminProcedure } from '../trpc'

export const ordersRouter = createTRPCRouter({
  list: protectedAdminProcedure
    .meta({ about: 'A page of the orders.' })
    .input(orderListInput.prefault({}))
    .query(({ ctx, input }) => listOrders(ctx.db, input)),

  byId: protectedAdminProcedure
    .meta({ about: 'One order.', errors: { NOT_FOUND: true } })
    .input(z.object({ id: rowId }))
    .query(({ ctx, input }) => orderById(ctx.db.prisma, input.id)),

  updateStatus: protectedAdminProcedure
    .meta({ about: 'Sets the status.', errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`' } })
    .input(updateOrderStatusInput)
    .mutation(({ ctx, input }) => updateOrderStatus(ctx.db.prisma, actorOf(ctx), input)),

  updateStatuses: protectedAdminProcedure
    .meta({
      largeBody: true,
      about: 'Sets the status of rows by id, with what became of each, or of all rows of a view.',
      errors: { CONFLICT: 'a view shows another number of rows than expected' },
    })
    .input(updateOrderStatusesInput)
    .mutation(({ ctx, input }) =>
      updateStatuses(ctx.db.prisma, actorOf(ctx), orderNoun, { ...input, all: input.all && orderListing(input.all) }),
    ),

  countMatching: protectedAdminProcedure
    .meta({ about: 'How many rows a view shows, exactly.' })
    .input(orderViewInput)
    .query(async ({ ctx, input }) => ({ matching: await countView(ctx.db.prisma, orderListing(input)) })),
})
