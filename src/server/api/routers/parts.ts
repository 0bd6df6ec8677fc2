import * as z from 'zod'
import {
  countPartsInput,
  createPartsInput,
  findPartInput,
  installPartInput,
  ofCaseInput,
  ofUnitInput,
  partChoicesInput,
  partListInput,
  removePartInput,
  restockPartInput,
  updatePartInput,
  writeOffPartInput,
} from '~/contracts/stock/parts'
import {
  cancelPartOrderInput,
  createPartTypeInput,
  orderPartsInput,
  partOrdersInput,
  partTypeListInput,
  updatePartOrderInput,
  updatePartTypeInput,
} from '~/contracts/stock/part-types'
import { rowId } from '~/contracts/fields'
import { createTRPCRouter, protectedAdminProcedure } from '~/server/api/trpc'
import { alsoReading } from '../procedures/also-reading'
import { countParts } from '~/server/stock/parts/count-parts'
import { installPart, removePart } from '~/server/stock/parts/install-part'
import { cancelPartOrder, listPartOrders, orderParts, updatePartOrder } from '~/server/stock/parts/orders'
import { listParts, partById } from '~/server/stock/parts/list-parts'
import { findParts, partsOfCase, partsOfUnit } from '~/server/stock/parts/part-places'
import { createPartType, listPartTypes, partChoices, partTypeById, updatePartType } from '~/server/stock/parts/part-types'
import { createParts, restockPart, updatePart, writeOffPart } from '~/server/stock/parts/write-part'

export const partsRouter = createTRPCRouter({
  list: protectedAdminProcedure
    .meta({ about: 'A page of the spare parts.' })
    .input(partListInput.prefault({}))
    .query(({ ctx, input }) => listParts(ctx, input)),

  byId: protectedAdminProcedure
    .meta({ about: 'One spare part, and the machines that it has been in.', errors: { NOT_FOUND: true } })
    .input(z.object({ id: rowId }))
    .query(({ ctx, input }) => partById(ctx, input)),

  find: protectedAdminProcedure
    .meta({ about: 'The parts that a scanned or typed code names: their number, their serial number or the address of their page.' })
    .input(findPartInput)
    .query(({ ctx, input }) => findParts(ctx, input)),

  create: protectedAdminProcedure
    .meta({
      about: 'Receives parts: one with a serial number, or several without.',
      errors: {
        NOT_FOUND: 'an unknown type, or an order of another one',
        CONFLICT:
          'a cancelled order, a serial number that another part of the type has, or an `idempotencyKey` that was sent with another input',
      },
    })
    .input(createPartsInput)
    .mutation(({ ctx, input }) => createParts(ctx, input)),

  update: protectedAdminProcedure
    .meta({
      about: 'Corrects what is said of a part, or moves it; what is left out stays as it is.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, or a serial number that another part of the type has' },
    })
    .input(updatePartInput)
    .mutation(({ ctx, input }) => updatePart(ctx, input)),

  writeOff: protectedAdminProcedure
    .meta({
      about: 'Writes a part off, with the reason.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, or a part that is in a machine or written off' },
    })
    .input(writeOffPartInput)
    .mutation(({ ctx, input }) => writeOffPart(ctx, input)),

  restock: protectedAdminProcedure
    .meta({
      about: 'Puts a part that was taken out or written off back into stock.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, or a part that is in stock, reserved or in a machine' },
    })
    .input(restockPartInput)
    .mutation(({ ctx, input }) => restockPart(ctx, input)),

  install: protectedAdminProcedure
    .meta({
      about: 'Puts a part into a slot of a machine.',
      errors: {
        NOT_FOUND: 'an unknown part, unit or case',
        CONFLICT:
          'a part that is in a machine, reserved for another repair or written off, a slot that is taken, or a case of another machine',
      },
    })
    .input(installPartInput)
    .mutation(({ ctx, input }) => installPart(ctx, input)),

  remove: protectedAdminProcedure
    .meta({
      about: 'Takes a part out of its machine.',
      errors: { NOT_FOUND: 'an unknown part or case', CONFLICT: 'a part that is in no machine' },
    })
    .input(removePartInput)
    .mutation(({ ctx, input }) => removePart(ctx, input)),

  ofUnit: protectedAdminProcedure
    .meta({ about: 'The parts of a machine by slot, and those that were in there.', errors: { NOT_FOUND: true } })
    .input(ofUnitInput)
    .query(({ ctx, input }) => partsOfUnit(ctx, input)),

  ofCase: alsoReading('repairs')
    .meta({
      about: 'What the agreed work of a repair takes from stock, what is reserved for it, and what is missing.',
      errors: { NOT_FOUND: true },
    })
    .input(ofCaseInput)
    .query(({ ctx, input }) => partsOfCase(ctx, input)),

  types: protectedAdminProcedure
    .meta({ about: 'A page of the types of spare parts, with their stock.' })
    .input(partTypeListInput.prefault({}))
    .query(({ ctx, input }) => listPartTypes(ctx, input)),

  type: protectedAdminProcedure
    .meta({ about: 'One type of spare part.', errors: { NOT_FOUND: true } })
    .input(z.object({ id: rowId }))
    .query(({ ctx, input }) => partTypeById(ctx, input)),

  choices: protectedAdminProcedure
    .meta({ about: 'Types of spare parts to choose from: those that a text finds, or those with these ids.' })
    .input(partChoicesInput.prefault({}))
    .query(({ ctx, input }) => partChoices(ctx, input)),

  createType: protectedAdminProcedure
    .meta({ about: 'Adds a type of spare part.', errors: { CONFLICT: 'an `idempotencyKey` that was sent with another input' } })
    .input(createPartTypeInput)
    .mutation(({ ctx, input }) => createPartType(ctx, input)),

  updateType: protectedAdminProcedure
    .meta({ about: 'Changes a type of spare part.', errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`' } })
    .input(updatePartTypeInput)
    .mutation(({ ctx, input }) => updatePartType(ctx, input)),

  orders: protectedAdminProcedure
    .meta({ about: 'What was ordered of a type from suppliers: what is still to come, then the newest.' })
    .input(partOrdersInput)
    .query(({ ctx, input }) => listPartOrders(ctx, input)),

  order: protectedAdminProcedure
    .meta({
      about: 'Writes down an order at a supplier, and when it is expected. `create` with its `orderId` receives it.',
      errors: { NOT_FOUND: 'an unknown type', CONFLICT: 'an `idempotencyKey` that was sent with another input' },
    })
    .input(orderPartsInput)
    .mutation(({ ctx, input }) => orderParts(ctx, input)),

  updateOrder: protectedAdminProcedure
    .meta({
      about: 'Corrects an order of parts, or the day on which it is expected.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, a cancelled order, or fewer than have come in' },
    })
    .input(updatePartOrderInput)
    .mutation(({ ctx, input }) => updatePartOrder(ctx, input)),

  cancelOrder: protectedAdminProcedure
    .meta({
      about: 'Says that what is still to come of an order does not.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, or an order that is complete or cancelled' },
    })
    .input(cancelPartOrderInput)
    .mutation(({ ctx, input }) => cancelPartOrder(ctx, input)),

  count: protectedAdminProcedure
    .meta({
      about: 'Books a count of the parts of a type on the shelf: what is more is received, what is missing is written off.',
      errors: {
        NOT_FOUND: true,
        BAD_REQUEST: 'far more than there should be',
        CONFLICT: 'the record is not as `expected`, or too few of what is missing have no serial number',
      },
    })
    .input(countPartsInput)
    .mutation(({ ctx, input }) => countParts(ctx, input)),
})
