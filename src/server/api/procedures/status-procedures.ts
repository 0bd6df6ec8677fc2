import type * as z from 'zod'
import { changeInput } from '~/contracts/change-emails'
import { records } from '~/contracts/records'
import { countRecords, listRecords, readRecord, type StatusRecords, type StatusView } from '~/server/platform/records/status-records'
import { undoStatuses } from '~/server/platform/records/undo-statuses'
import { updateStatus, type StatusChange } from '~/server/platform/records/update-status'
import { updateStatuses, type StatusesInput } from '~/server/platform/records/update-statuses'
import { protectedAdminProcedure } from '../trpc'

/** Schemas by their output; `In` is the type that clients send. */
export type Schemas<Out, In> = { [Key in keyof In]: z.ZodType<Key extends keyof Out ? Out[Key] : unknown, In[Key]> }

export interface StatusInputs<Status extends string, Sort extends string> {
  page: StatusView<Status> & { sort: Sort; cursor?: string | null | undefined; limit: number }
  view: StatusView<Status>
  byId: { id: string }
  updateStatus: StatusChange<Status>
  updateStatuses: StatusesInput<Status>
}

const givesTooMuch = 'a status that gives more used store credit back than `CREDIT_LIMIT` leaves'

const silent = {
  updateStatus: {
    about: 'Sets the status.',
    errors: {
      NOT_FOUND: true,
      CONFLICT: `a stale \`version\`, or ${givesTooMuch}`,
    },
  },
  updateStatuses: {
    largeBody: true,
    about: 'Sets the status of rows by id, with what became of each, or of all rows of a view.',
    errors: {
      CONFLICT: `a view shows another number of rows than expected, or ${givesTooMuch}`,
    },
  },
} as const

/** Descriptions for cases, whose customers are emailed about a new status. */
const telling = {
  updateStatus: {
    about: 'Sets the status, and writes to the customer by its rule or as `email` says.',
    errors: {
      NOT_FOUND: true,
      BAD_REQUEST: 'an `email` to a case without a customer who can be written to',
      CONFLICT: `a stale \`version\`, or ${givesTooMuch}`,
    },
  },
  updateStatuses: {
    ...silent.updateStatuses,
    about: 'Sets the status of rows by id, with what became of each, or of all rows of a view, and writes to their customers by its rule.',
  },
} as const

/** The definition says whether customers are emailed about a new status; the inputs follow from it. */
export function statusProcedures<
  Row extends object,
  Status extends string,
  Sort extends string,
  Figures extends object,
  In extends Record<keyof StatusInputs<Status, Sort>, unknown>,
>(of: StatusRecords<Row, Status, Sort, Figures>, inputs: Schemas<StatusInputs<Status, Sort>, In>) {
  const { one, many } = records[of.noun]
  const change = of.tell ? telling : silent
  const gives = of.gives === true
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
      .meta({ gives, ...change.updateStatus })
      .input(inputs.updateStatus)
      .mutation(({ ctx, input }) => updateStatus(ctx, of, input)),

    updateStatuses: protectedAdminProcedure
      .meta({ gives, ...change.updateStatuses })
      .input(inputs.updateStatuses)
      .mutation(({ ctx, input }) => updateStatuses(ctx, of, input)),

    undoStatuses: protectedAdminProcedure
      .meta({
        gives,
        about: 'Undoes what `updateStatuses` has changed, by the `change` of its answer and within 15 minutes, and recalls its emails.',
        errors: {
          NOT_FOUND: 'there is nothing to undo, or no longer',
          CONFLICT: givesTooMuch,
        },
      })
      .input(changeInput)
      .mutation(({ ctx, input }) => undoStatuses(ctx, of, input)),

    countMatching: protectedAdminProcedure
      .meta({ about: 'How many rows a view shows, exactly.' })
      .input(inputs.view)
      .query(({ ctx, input }) => countRecords(ctx, of, input)),
  }
}
