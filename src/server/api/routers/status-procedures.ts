import type * as z from 'zod'
import { changeInput } from '~/contracts/office/letters'
import { records } from '~/contracts/records'
import { countRecords, listRecords, readRecord, type StatusRecords, type StatusView } from '~/server/office/records/status-records'
import { undoStatuses } from '~/server/office/records/undo-statuses'
import { updateStatus } from '~/server/office/records/update-status'
import { updateStatuses, type ChosenRow } from '~/server/office/records/update-statuses'
import { protectedAdminProcedure } from '../trpc'

interface Id {
  id: string
}

/** The schemas of contracts/status-inputs.ts, by what comes in and what comes out. */
interface Inputs<Status extends string, Sort extends string, ListIn, ViewIn, ByIdIn, OneIn, ManyIn> {
  page: z.ZodType<StatusView<Status> & { sort: Sort; cursor?: string | null | undefined; limit: number }, ListIn>
  view: z.ZodType<StatusView<Status>, ViewIn>
  byId: z.ZodType<Id, ByIdIn>
  updateStatus: z.ZodType<Id & { status: Status; version?: number | undefined }, OneIn>
  updateStatuses: z.ZodType<
    { ids?: ChosenRow[] | undefined; all?: StatusView<Status> | undefined; expected?: number | undefined; status: Status },
    ManyIn
  >
}

/** The procedures that orders, repairs and trade-ins have in common; a noun's router adds its own beside them. */
export function statusProcedures<
  Row extends object,
  Status extends string,
  Sort extends string,
  Figures extends object,
  ListIn,
  ViewIn,
  ByIdIn,
  OneIn,
  ManyIn,
>(of: StatusRecords<Row, Status, Sort, Figures>, inputs: Inputs<Status, Sort, ListIn, ViewIn, ByIdIn, OneIn, ManyIn>) {
  const { one, many } = records[of.noun]
  return {
    list: protectedAdminProcedure
      .meta({ about: `A page of the ${many}.` })
      .input(inputs.page)
      .query(({ ctx, input }) => listRecords(ctx, of, input)),

    byId: protectedAdminProcedure
      .meta({ about: `One ${one}.`, errors: { NOT_FOUND: true } })
      .input(inputs.byId)
      .query(({ ctx, input }) => readRecord(ctx, of, input)),

    updateStatus: protectedAdminProcedure
      .meta({ about: 'Sets the status.', errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`' } })
      .input(inputs.updateStatus)
      .mutation(({ ctx, input }) => updateStatus(ctx, of, input)),

    updateStatuses: protectedAdminProcedure
      .meta({
        largeBody: true,
        about: 'Sets the status of rows by id, with what became of each, or of all rows of a view.',
        errors: { CONFLICT: 'a view shows another number of rows than expected' },
      })
      .input(inputs.updateStatuses)
      .mutation(({ ctx, input }) => updateStatuses(ctx, of, input)),

    undoStatuses: protectedAdminProcedure
      .meta({
        about: 'Undoes what `updateStatuses` has changed, by the `change` of its answer and within 15 minutes, and recalls its emails.',
        errors: { NOT_FOUND: 'nothing is there to be undone (any more)' },
      })
      .input(changeInput)
      .mutation(({ ctx, input }) => undoStatuses(ctx, of, input)),

    countMatching: protectedAdminProcedure
      .meta({ about: 'How many rows a view shows, exactly.' })
      .input(inputs.view)
      .query(({ ctx, input }) => countRecords(ctx, of, input)),
  }
}
