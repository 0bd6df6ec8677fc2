import * as z from 'zod'
import { rowId } from '~/contracts/fields'

/**
 * Emails that an administrator's change sends to customers. They wait a moment, so that the administrator sees who gets what and
 * can still take it back.
 */

/** Seconds that the emails wait: as long as the toast that names them stays, plus the time of its answer. */
export const EMAIL_WAIT_SECONDS = 15

/** Minutes in which a bulk change can be undone. An undo in that time also restores the emails that the change had withdrawn. */
export const UNDONE_WITHIN = 15

/** Emails named one by one; the rest is counted. */
export const EMAILS_NAMED = 3

const letters = z.object({
  count: z.int().nonnegative(),
  /** Number of addresses: a customer with several cases gets an email about each. */
  customers: z.int().nonnegative(),
  first: z.array(z.object({ to: z.string(), subject: z.string() })),
  changes: z.array(z.string()),
})
export type EmailSummary = z.output<typeof letters>

export const changeEmails = z.object({
  /** By this id they are recalled together (`outbox.recall`). */
  change: z.string(),
  /** Emails that go out after so many seconds, unless a later change takes them back. */
  waiting: letters.extend({ seconds: z.number() }).nullable(),
  recalled: letters.nullable(),
  /** Emails that were on their way already and could not be taken back. */
  gone: letters.nullable(),
})
export type ChangeEmails = z.output<typeof changeEmails>

/** Header of callers that want the emails of a change in its answer; in lower case, as Node has header names. */
export const CHANGE_EMAILS_HEADER = 'x-letters'

/** Adds the emails of a change to its answer; absent where it wrote and took back nothing. */
export type WithChangeEmails<Answer> = Answer & { letters?: ChangeEmails }

export const changeInput = z.object({ change: rowId })
