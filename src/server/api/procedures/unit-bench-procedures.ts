import * as z from 'zod'
import { addUnitReadingInput, answerBoardInput } from '~/contracts/stock/boards'
import { loadTestInput, safetyTestInput, tickStepInput } from '~/contracts/stock/refurbishing'
import { rowId } from '~/contracts/fields'
import { protectedAdminProcedure } from '~/server/api/trpc'
import { readRefurbishing } from '~/server/stock/refurbishing/read-refurbishing'
import { beginRefurbishing, makeReady, saveLoadTest, saveSafetyTest, tickStep } from '~/server/stock/refurbishing/refurbishing-steps'
import { addUnitReading, answerBoard, readUnitBoards } from '~/server/stock/units/unit-boards'

const ofUnit = z.object({ id: rowId })
const OVER = 'the refurbishment is over'

export const unitBenchProcedures = {
  boards: protectedAdminProcedure
    .meta({ about: 'The boards of a unit before and after the work, and those that nobody here has changed.', errors: { NOT_FOUND: true } })
    .input(ofUnit)
    .query(({ ctx, input }) => readUnitBoards(ctx, input)),

  addReading: protectedAdminProcedure
    .meta({
      largeBody: true,
      about: 'Reads the text of a file as the own data of a unit that is in no case, and compares its boards with the record.',
      errors: {
        NOT_FOUND: true,
        BAD_REQUEST: 'the text is no reading, or one of another machine',
        CONFLICT: 'the unit has 100 readings outside of cases, or an `idempotencyKey` that was sent with another input',
      },
    })
    .input(addUnitReadingInput)
    .mutation(({ ctx, input }) => addUnitReading(ctx, input)),

  answerBoard: protectedAdminProcedure
    .meta({
      about: 'Says of a board that nobody here has changed: swapped before us, or misread.',
      errors: { NOT_FOUND: true, CONFLICT: 'the board is known, or somebody has answered otherwise' },
    })
    .input(answerBoardInput)
    .mutation(({ ctx, input }) => answerBoard(ctx, input)),

  refurbishing: protectedAdminProcedure
    .meta({ about: 'The newest refurbishment of a unit, and what it lacks before it can be ready.', errors: { NOT_FOUND: true } })
    .input(ofUnit)
    .query(({ ctx, input }) => readRefurbishing(ctx, input)),

  beginRefurbishing: protectedAdminProcedure
    .meta({
      about: 'Takes a unit to the bench; one that was ready goes on with its last checklist.',
      errors: { NOT_FOUND: true, CONFLICT: 'a unit whose state does not allow it, or one that was merged' },
    })
    .input(ofUnit)
    .mutation(({ ctx, input }) => beginRefurbishing(ctx, input)),

  tickStep: protectedAdminProcedure
    .meta({ about: 'Ticks a step of a refurbishment, or takes its tick away.', errors: { NOT_FOUND: true, CONFLICT: OVER } })
    .input(tickStepInput)
    .mutation(({ ctx, input }) => tickStep(ctx, input)),

  saveLoadTest: protectedAdminProcedure
    .meta({
      about: 'Says when the load test began, and when it ended.',
      errors: { NOT_FOUND: true, BAD_REQUEST: 'a time to come, or an end before the beginning', CONFLICT: OVER },
    })
    .input(loadTestInput)
    .mutation(({ ctx, input }) => saveLoadTest(ctx, input)),

  saveSafetyTest: protectedAdminProcedure
    .meta({
      about: 'Records an electrical safety test by the caller.',
      errors: { NOT_FOUND: true, BAD_REQUEST: 'a day to come', CONFLICT: `${OVER}, or another test than \`was\` is on record` },
    })
    .input(safetyTestInput)
    .mutation(({ ctx, input }) => saveSafetyTest(ctx, input)),

  makeReady: protectedAdminProcedure
    .meta({
      about: 'Says that a unit is ready for sale.',
      errors: { NOT_FOUND: true, CONFLICT: 'it lacks something, which the sentence names; its state does not allow it, or it was merged' },
    })
    .input(ofUnit)
    .mutation(({ ctx, input }) => makeReady(ctx, input)),
}
