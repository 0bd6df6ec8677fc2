import * as z from 'zod'
import { rowId } from '~/contracts/fields'

/** Emails of an administrator's change. They wait a moment, so that the administrator sees the recipients and can recall them. */

/** As long as the toast that names them, plus the time of its answer. */
export const EMAIL_WAIT_SECONDS = 15

/** Minutes in which a bulk change can be undone; the undo also restores emails that the change withdrew. */
export const UNDONE_WITHIN = 15

export const EMAILS_NAMED = 3

const letters = z.object({
  count: z.int().nonnegative(),
  /** Addresses; a customer with several cases gets several emails. */
  customers: z.int().nonnegative(),
  first: z.array(z.object({ to: z.string(), subject: z.string() })),
  changes: z.array(z.string()),
})
export type EmailSummary = z.output<typeof letters>

export const changeEmails = z.object({
  /** Pass it to `outbox.recall`. */
  change: z.string(),
  /** Not sent yet; `seconds` remain to recall them. */
  waiting: letters.extend({ seconds: z.number() }).nullable(),
  recalled: letters.nullable(),
  /** Already sent when the change tried to withdraw them. */
  gone: letters.nullable(),
})
export type ChangeEmails = z.output<typeof changeEmails>

/** Asks for a change's emails in its answer; in lower case, as Node names headers. */
export const CHANGE_EMAILS_HEADER = 'x-letters'

/** Absent if the change neither wrote nor withdrew emails. */
export type WithChangeEmails<Answer> = Answer & { letters?: ChangeEmails }

export const changeInput = z.object({ change: rowId })
