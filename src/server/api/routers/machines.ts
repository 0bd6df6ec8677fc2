import * as z from 'zod'
import { rowId } from '~/contracts/fields'
import { adjustValuesInput, previewAdjustmentInput } from '~/contracts/machine-values'
import { createMachineInput, machineListInput, updateMachineInput } from '~/contracts/machines'
import { once } from '~/server/platform/database/idempotency'
import { adjustValues, previewAdjustment } from '~/server/machines/adjust-values'
import { listMachines } from '~/server/machines/list'
import { createMachine, machineById, updateMachine } from '~/server/machines/write'
import { actorOf, createTRPCRouter, protectedAdminProcedure, publicProcedure, submissionOf } from '../trpc'

export const machinesRouter = createTRPCRouter({
  /** What the public calculator offers, by manufacturer, then model. */
  active: publicProcedure.query(async ({ ctx }) => (await ctx.live.values.machines.get()).data),

  list: protectedAdminProcedure.input(machineListInput.prefault({})).query(({ ctx, input }) => listMachines(ctx.db, input)),

  /** @throws NOT_FOUND */
  byId: protectedAdminProcedure.input(z.object({ id: rowId })).query(({ ctx, input }) => machineById(ctx.db.prisma, input.id)),

  /** @throws CONFLICT for an idempotency key that was sent with another machine */
  create: protectedAdminProcedure.input(createMachineInput).mutation(async ({ ctx, path, input: { idempotencyKey, ...input } }) => {
    const submission = submissionOf(ctx, path, idempotencyKey, input)
    const machine = await once(ctx.db.prisma, submission, (tx) => createMachine(tx, actorOf(ctx), input))
    await ctx.live.values.machines.catchUp()
    return machine
  }),

  /** @throws NOT_FOUND, CONFLICT for a stale version */
  update: protectedAdminProcedure.input(updateMachineInput).mutation(async ({ ctx, input }) => {
    const machine = await updateMachine(ctx.db.prisma, actorOf(ctx), input)
    await ctx.live.values.machines.catchUp()
    return machine
  }),

  /** What a percentage would make of the values of many machines. */
  previewAdjustment: protectedAdminProcedure
    .input(previewAdjustmentInput)
    .query(({ ctx, input }) => previewAdjustment(ctx.db.prisma, input)),

  /** @throws BAD_REQUEST, CONFLICT where a view is not what was previewed */
  adjustValues: protectedAdminProcedure
    .meta({ largeBody: true })
    .input(adjustValuesInput)
    .mutation(async ({ ctx, input }) => {
      const adjusted = await adjustValues(ctx.db.prisma, actorOf(ctx), input)
      await ctx.live.values.machines.catchUp()
      return adjusted
    }),
})
