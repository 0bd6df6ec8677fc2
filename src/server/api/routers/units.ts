import * as z from 'zod'
import {
  changeUnitsInput,
  createUnitInput,
  findUnitInput,
  mergeUnitsInput,
  unitListInput,
  unitNumberInput,
  unitTimelineInput,
  unmergeUnitInput,
  updateUnitInput,
} from '~/contracts/stock/units'
import {
  dispatchInput,
  offerUnitInput,
  takeBackInput,
  unitForOrderInput,
  unitOffersInput,
  withdrawUnitInput,
} from '~/contracts/stock/order-lines'
import { caseRef } from '~/contracts/case-ref'
import { rowId } from '~/contracts/fields'
import { createTRPCRouter, protectedAdminProcedure } from '~/server/api/trpc'
import { dispatchUnits } from '~/server/stock/sale/dispatch-units'
import { offerUnit, unitOffers, withdrawUnit } from '~/server/stock/sale/offer-units'
import { salesOfUnit } from '~/server/stock/sale/read-order-lines'
import { takeBack } from '~/server/stock/sale/take-back-units'
import { unitForOrder } from '~/server/stock/sale/unit-for-order'
import { changeUnits } from '~/server/stock/units/change-units'
import { passportProcedures } from '../procedures/passport-procedures'
import { openCaseUnit } from '~/server/stock/units/cases-without-unit'
import { findUnits } from '~/server/stock/units/find-units'
import { listUnits } from '~/server/stock/units/list-units'
import { mergeUnits, unmergeUnit } from '~/server/stock/units/merge-units'
import { readUnitTimeline } from '~/server/stock/units/unit-timeline'
import { readUnitOfCase, readUnitPage, unitById } from '~/server/stock/units/unit-page'
import { createUnit, updateUnit } from '~/server/stock/units/write-unit'
import { readsKind } from '../procedures/kind-scope'
import { unitBenchProcedures } from '../procedures/unit-bench-procedures'

export const unitsRouter = createTRPCRouter({
  ...passportProcedures,

  list: protectedAdminProcedure
    .meta({ about: 'A page of the units: single machines. A search finds those that were merged too.' })
    .input(unitListInput.prefault({}))
    .query(({ ctx, input }) => listUnits(ctx, input)),

  byId: protectedAdminProcedure
    .meta({ about: 'One unit.', errors: { NOT_FOUND: true } })
    .input(z.object({ id: rowId }))
    .query(({ ctx, input }) => unitById(ctx, input)),

  find: protectedAdminProcedure
    .meta({ about: 'The units that a scanned or typed code names: their number, their serial number or an address on our papers.' })
    .input(findUnitInput)
    .query(({ ctx, input }) => findUnits(ctx, input)),

  page: protectedAdminProcedure
    .meta({ about: 'A unit by its number, with its cases and with those that were merged into it.', errors: { NOT_FOUND: true } })
    .input(unitNumberInput)
    .query(({ ctx, input }) => readUnitPage(ctx, input)),

  timeline: protectedAdminProcedure
    .meta({
      about: 'What happened to a machine, newest first: of the unit and of all that were merged into it.',
      errors: { NOT_FOUND: true },
    })
    .input(unitTimelineInput)
    .query(({ ctx, input }) => readUnitTimeline(ctx, input)),

  ofCase: protectedAdminProcedure
    .meta({ about: 'The machine of a case, with its other cases; null while it has none.' })
    .input(caseRef)
    .use(readsKind)
    .query(({ ctx, input }) => readUnitOfCase(ctx, input)),

  open: protectedAdminProcedure
    .meta({ about: "Gives a case its unit: the one of its device's maker and serial number, else a new one.", errors: { NOT_FOUND: true } })
    .input(caseRef)
    .use(readsKind)
    .mutation(({ ctx, input }) => ctx.db.prisma.$transaction((tx) => openCaseUnit(tx, input.id, ctx.actor))),

  create: protectedAdminProcedure
    .meta({
      about: 'Makes a unit by hand.',
      errors: {
        BAD_REQUEST: 'an unknown customer or model',
        CONFLICT: 'a serial number that another unit of the maker has, or an `idempotencyKey` that was sent with another input',
      },
    })
    .input(createUnitInput)
    .mutation(({ ctx, input }) => createUnit(ctx, input)),

  update: protectedAdminProcedure
    .meta({
      about: 'Changes what is written of a unit, or moves it by hand.',
      errors: {
        NOT_FOUND: true,
        BAD_REQUEST: 'an unknown customer or model',
        CONFLICT:
          'a stale `version`, a move that is not made by hand, a merged unit, or a serial number that another unit of the maker has',
      },
    })
    .input(updateUnitInput)
    .mutation(({ ctx, input }) => updateUnit(ctx, input)),

  change: protectedAdminProcedure
    .meta({
      largeBody: true,
      about: 'Gives units by id a location, with what became of each, or all units of a view.',
      errors: { CONFLICT: 'a view shows another number of rows than expected' },
    })
    .input(changeUnitsInput)
    .mutation(({ ctx, input }) => changeUnits(ctx, input)),

  merge: protectedAdminProcedure
    .meta({
      about: 'Merges a unit into another one that is the same machine.',
      errors: {
        NOT_FOUND: true,
        CONFLICT: 'one is merged, listed or sold; both have a part in one slot, or open cases of different customers',
      },
    })
    .input(mergeUnitsInput)
    .mutation(({ ctx, input }) => mergeUnits(ctx, input)),

  unmerge: protectedAdminProcedure
    .meta({
      about: 'Takes a merge back.',
      errors: { NOT_FOUND: true, CONFLICT: 'it is not merged, or another unit has its maker and serial number meanwhile' },
    })
    .input(unmergeUnitInput)
    .mutation(({ ctx, input }) => unmergeUnit(ctx, input)),

  offers: protectedAdminProcedure
    .meta({ about: 'A few products that a unit may be listed under: those of its model, or by name.', errors: { NOT_FOUND: true } })
    .input(unitOffersInput)
    .query(({ ctx, input }) => unitOffers(ctx, input)),

  offer: protectedAdminProcedure
    .meta({
      about: 'Lists a unit that is ready under a product, whose stock is then the number of its listed units.',
      errors: {
        NOT_FOUND: true,
        BAD_REQUEST: 'an unknown product',
        CONFLICT: 'a stale `version`, a merged unit, or one that is not ready',
      },
    })
    .input(offerUnitInput)
    .mutation(({ ctx, input }) => offerUnit(ctx, input)),

  withdraw: protectedAdminProcedure
    .meta({
      about: 'Takes a listed unit out of its product; it stays ready.',
      errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`, a merged unit, or one that is not listed' },
    })
    .input(withdrawUnitInput)
    .mutation(({ ctx, input }) => withdrawUnit(ctx, input)),

  forOrder: protectedAdminProcedure
    .meta({
      about: 'The unit that a scanned or typed code names, and the line of an order that it can be dispatched for, or why it cannot.',
      errors: { NOT_FOUND: true },
    })
    .input(unitForOrderInput)
    .query(({ ctx, input }) => unitForOrder(ctx, input)),

  dispatch: protectedAdminProcedure
    .meta({
      about:
        'Dispatches units for a line of an order: they are sold to its customer, and the order is completed with the last one. An order that is not paid in full needs `shipUnpaid`. The same call can be sent again.',
      errors: {
        NOT_FOUND: true,
        CONFLICT:
          'an order with something left to pay (`payment_required`, names the sum), a cancelled one, a unit that is not listed under the product of the line, one unit twice, or more than are left',
      },
    })
    .input(dispatchInput)
    .mutation(({ ctx, input }) => dispatchUnits(ctx, input)),

  takeBack: protectedAdminProcedure
    .meta({
      about: 'Takes a dispatched unit back: returned by its buyer, or never sent.',
      errors: { NOT_FOUND: true, CONFLICT: 'it is back already, the company’s again, or has gone on otherwise' },
    })
    .input(takeBackInput)
    .mutation(({ ctx, input }) => takeBack(ctx, input)),

  sales: protectedAdminProcedure
    .meta({ about: 'The orders that a unit was dispatched for, the latest first.' })
    .input(z.object({ id: rowId }))
    .query(({ ctx, input }) => salesOfUnit(ctx, input)),
  ...unitBenchProcedures,
})
