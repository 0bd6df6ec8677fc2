import { createTRPCRouter, publicProcedure, protectedAdminProcedure } from '~/server/api/trpc'
import * as z from 'zod'
import { rowId } from '~/contracts/fields'
import { adjustValuesInput, previewAdjustmentInput } from '~/contracts/catalogue/machine-values'
import { createMachineInput, machineListInput, updateMachineInput } from '~/contracts/catalogue/machines'
import { adjustValues, previewAdjustment } from '~/server/catalogue/machines/adjust-values'
import { listMachines } from '~/server/catalogue/machines/list-machines'
import { createMachine, machineById, updateMachine } from '~/server/catalogue/machines/write-machine'

export const machinesRouter = createTRPCRouter({
  active: publicProcedure
    .meta({ about: 'What the public calculator offers, by manufacturer, then model.' })
    .query(async ({ ctx }) => (await ctx.live.values.machines.get()).data),

  list: protectedAdminProcedure
    .meta({ about: 'A page of the machines.' })
    .input(machineListInput.prefault({}))
    .query(({ ctx, input }) => listMachines(ctx, input)),

  byId: protectedAdminProcedure
    .meta({ about: 'One machine.', errors: { NOT_FOUND: true } })
    .input(z.object({ id: rowId }))
    .query(({ ctx, input }) => machineById(ctx, input)),

  create: protectedAdminProcedure
    .meta({ about: 'Adds a machine.', errors: { CONFLICT: 'an `idempotencyKey` that was sent with another input' } })
    .input(createMachineInput)
    .mutation(({ ctx, input }) => createMachine(ctx, input)),

  update: protectedAdminProcedure
    .meta({ about: 'Changes a machine.', errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`' } })
    .input(updateMachineInput)
    .mutation(({ ctx, input }) => updateMachine(ctx, input)),

  previewAdjustment: protectedAdminProcedure
    .meta({
      largeBody: true,
      about: 'What a percentage would make of the values of many machines.',
      errors: { CONFLICT: 'a view shows another number of rows than expected' },
    })
    .input(previewAdjustmentInput)
    .query(({ ctx, input }) => previewAdjustment(ctx, input)),

  adjustValues: protectedAdminProcedure
    .meta({
      largeBody: true,
      about: 'Changes the values of many machines by a percentage.',
      errors: { BAD_REQUEST: 'a value would become too large', CONFLICT: 'a view is not what was previewed' },
    })
    .input(adjustValuesInput)
    .mutation(({ ctx, input }) => adjustValues(ctx, input)),
})
