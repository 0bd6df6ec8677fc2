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
  list: protectedAdminProcedure.input(orderListInput.prefault({})).query(({ ctx, input }) => listOrders(ctx.db, input)),

  /** @throws NOT_FOUND */
  byId: protectedAdminProcedure.input(z.object({ id: rowId })).query(({ ctx, input }) => orderById(ctx.db.prisma, input.id)),

  /** @throws NOT_FOUND, CONFLICT for a stale version */
  updateStatus: protectedAdminProcedure
    .input(updateOrderStatusInput)
    .mutation(({ ctx, input }) => updateOrderStatus(ctx.db.prisma, actorOf(ctx), input)),

  /** Rows by id, with what became of each, or all of a view. @throws CONFLICT where a view shows another number of rows than expected */
  updateStatuses: protectedAdminProcedure
    .meta({ largeBody: true })
    .input(updateOrderStatusesInput)
    .mutation(({ ctx, input }) =>
      updateStatuses(ctx.db.prisma, actorOf(ctx), orderNoun, { ...input, all: input.all && orderListing(input.all) }),
    ),

  /** How many rows a view shows, exactly. */
  countMatching: protectedAdminProcedure
    .input(orderViewInput)
    .query(async ({ ctx, input }) => ({ matching: await countView(ctx.db.prisma, orderListing(input)) })),
})
