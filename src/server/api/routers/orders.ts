import * as z from 'zod'
import { rowId } from '~/contracts/fields'
import { orderListInput, updateOrderStatusInput } from '~/contracts/orders'
import { listOrders } from '~/server/orders/list'
import { orderById } from '~/server/orders/read'
import { updateOrderStatus } from '~/server/orders/update-status'
import { actorOf, createTRPCRouter, protectedAdminProcedure } from '../trpc'

export const ordersRouter = createTRPCRouter({
  list: protectedAdminProcedure.input(orderListInput.prefault({})).query(({ ctx, input }) => listOrders(ctx.db.prisma, input)),

  /** @throws NOT_FOUND */
  byId: protectedAdminProcedure.input(z.object({ id: rowId })).query(({ ctx, input }) => orderById(ctx.db.prisma, input.id)),

  /** @throws NOT_FOUND, CONFLICT for a stale version */
  updateStatus: protectedAdminProcedure
    .input(updateOrderStatusInput)
    .mutation(({ ctx, input }) => updateOrderStatus(ctx.db.prisma, actorOf(ctx), input)),
})
