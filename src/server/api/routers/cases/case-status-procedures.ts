import type * as z from 'zod'
import type { Parcel } from '~/contracts/cases/carriers'
import type { CaseStatus } from '~/contracts/cases/emails'
import type { CaseEmailText } from '~/contracts/cases/estimates'
import { countStatusEmails } from '~/server/cases/count-status-emails'
import { updateCaseStatus, updateCaseStatuses, type CaseRecords } from '~/server/cases/update-status'
import type { StatusesInput } from '~/server/office/records/update-statuses'
import { protectedAdminProcedure } from '~/server/api/trpc'

type Said<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined }

/** The schemas of contracts/case-emails.ts, by what comes in and what comes out. */
interface Inputs<Status extends CaseStatus, OneIn, ManyIn, CountIn> {
  updateStatus: z.ZodType<
    {
      id: string
      status: Status
      version?: number | undefined
      email?: CaseEmailText | false | undefined
      undo?: string | undefined
    } & Said<Parcel>,
    OneIn
  >
  updateStatuses: z.ZodType<StatusesInput<Status> & { email?: false | undefined }, ManyIn>
  countEmails: z.ZodType<Omit<StatusesInput<Status>, 'expected'>, CountIn>
}

/** In place of those that orders have too: the customer of a repair or a trade-in is told. */
export const caseStatusProcedures = <Row extends object, Status extends CaseStatus, OneIn, ManyIn, CountIn>(
  of: CaseRecords<Row, Status>,
  inputs: Inputs<Status, OneIn, ManyIn, CountIn>,
) => ({
  updateStatus: protectedAdminProcedure
    .meta({
      about: 'Sets the status, and writes to the customer by its rule or as `email` says.',
      errors: {
        NOT_FOUND: true,
        BAD_REQUEST: 'an `email` to a case without a customer who can be written to',
        CONFLICT: 'a stale `version`',
      },
    })
    .input(inputs.updateStatus)
    .mutation(({ ctx, input }) => updateCaseStatus(ctx, of, input)),

  updateStatuses: protectedAdminProcedure
    .meta({
      largeBody: true,
      about:
        'Sets the status of rows by id, with what became of each, or of all rows of a view, and writes to their customers by its rule.',
      errors: { CONFLICT: 'a view shows another number of rows than expected' },
    })
    .input(inputs.updateStatuses)
    .mutation(({ ctx, input }) => updateCaseStatuses(ctx, of, input)),

  // Changes nothing, and is sent like what it tells of: a thousand ids are too long for an address.
  countEmails: protectedAdminProcedure
    .meta({ largeBody: true, about: 'How many emails `updateStatuses` would send, and to how many customers.' })
    .input(inputs.countEmails)
    .mutation(({ ctx, input }) => countStatusEmails(ctx, of, input)),
})
