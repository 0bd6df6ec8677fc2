import * as z from 'zod'
import { rowId } from '~/contracts/fields'

/**
 * Emails that an administrator's change sends to customers. They wait a moment, so that the administrator sees who gets what and
 * can still take it back.
 */

/** So long it waits (s): as long as the toast stays that names it, and the answer to that takes. */
export const LETTERS_WAIT_SECONDS = 15

/** So many of them are named; the rest is counted. */
export const LETTERS_NAMED = 3

const letters = z.object({
  count: z.int().nonnegative(),
  /** To so many addresses: who has several cases is written to about each. */
  customers: z.int().nonnegative(),
  first: z.array(z.object({ to: z.string(), subject: z.string() })),
  /** The changes that caused them. */
  changes: z.array(z.string()),
})
/** Emails to customers. */
export type Letters = z.output<typeof letters>

export const changeLetters = z.object({
  /** By this id they are recalled together (`outbox.recall`). */
  change: z.string(),
  /** Those that it sends, each where no more than that has happened in so many seconds. */
  waiting: letters.extend({ seconds: z.number() }).nullable(),
  /** Those of this and of earlier changes that it has taken back. */
  recalled: letters.nullable(),
  /** Those that it should have taken back, and that were on their way already. */
  gone: letters.nullable(),
})
/** Emails that a change has written, and taken back. */
export type ChangeLetters = z.output<typeof changeLetters>

/** Sent by whoever wants to be told of the letters of a change in its answer; names of headers are in lower case. */
export const LETTERS_HEADER = 'x-letters'

/** Adds the emails of a change to its answer; absent where it wrote and took back nothing. */
export type WithLetters<Answer> = Answer & { letters?: ChangeLetters }

export const changeInput = z.object({ change: rowId })
