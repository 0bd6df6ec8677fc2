import * as z from 'zod'
import { serialText } from './numbers'
import { readPhone } from './phone-numbers'

/** Field types that several inputs share. */

/** PostgreSQL keeps no null character in a text, and no half of a character (a lone surrogate) in a JSON value. */
export const storable = z.refine<string>(
  (text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text),
  'Must not contain a null character or half of a character',
)

/** A text from elsewhere, without the characters that `storable` refuses. */
export const stripUnstorable = (text: string) => text.replaceAll(/\0|\p{Surrogate}/gu, '')

const atMost = (most: number) => `At most ${most.toLocaleString('en-GB')} characters`

/**
 * The longest text of a field, to stand before everything that reads the text: zod tries the checks behind a
 * failed one too, expressions among them, unless that one ends them.
 */
export const longest = (most: number, error = atMost(most)) => z.maxLength(most, { error, abort: true })

/** Any text that the database can keep, up to so many characters. */
export const plainText = (most: number, error?: string) => z.string().check(longest(most, error), storable)

/** The same without the blanks around it, which do not count. */
export const plainLine = (most: number, error?: string) => z.string().trim().check(longest(most, error), storable)

const LONGEST_SERIAL = 100

/** A serial number, without the words of labels and scanners around it (`serialText`). */
export const serialLine = z
  .string()
  .check(longest(3 * LONGEST_SERIAL), storable)
  .transform(serialText)
  .pipe(z.string().check(longest(LONGEST_SERIAL), storable))

const GUID_LENGTH = 36
const NO_ID = 'Not a valid id'

/** A row's id. Any UUID-shaped text: rows made by plain SQL need not follow a version's bits. */
export const rowId = z.string({ error: NO_ID }).check(longest(GUID_LENGTH, NO_ID), z.guid(NO_ID))

/** The `version` of the row that was edited; a stale one answers CONFLICT. */
export const rowVersion = z.int().positive()

/** True confirms an input that the server refused with `confirmation_needed`. */
export const withConfirmation = { confirmed: z.boolean().optional() }

const NO_KEY = 'A key is 16 to 64 letters, digits, hyphens or underscores'

/**
 * Sent with a creating call: the same key, sent again within a day, creates nothing more and gets the first
 * answer; with another input it answers CONFLICT. A call without one creates each time (docs/decisions/007).
 */
export const withIdempotencyKey = {
  idempotencyKey: z
    .string()
    .check(longest(64, NO_KEY), z.regex(/^[\w-]{16,64}$/, NO_KEY))
    .optional(),
}

const LARGEST_AMOUNT = 9_999_999_999.99

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/

/**
 * A number, or one as people write it, '12.50'; NaN for any other text, also for what programs take for a number: '0x10', '1e2',
 * 'Infinity'.
 */
export function decimalOf(given: number | string): number {
  if (typeof given === 'number') return given
  const typed = given.trim()
  return DECIMAL.test(typed) ? Number(typed) : Number.NaN
}

/** Whole cents: what the database keeps. */
const toCents = (amount: number) => Math.round(amount * 100) / 100

/** An amount in EUR from a number field: a number or what was typed; what is no number counts as 0 (requirements §5 Machine form). */
export const amountOrZero = z
  .union([z.number(), z.string().max(40)])
  .transform((typed) => {
    const amount = decimalOf(typed)
    return Number.isFinite(amount) ? toCents(amount) : 0
  })
  .pipe(z.number().min(0, 'Must not be negative').max(LARGEST_AMOUNT, 'Too large an amount'))

/** Binary fractions miss a cent by less than this. */
const ROUNDING = 1e-6

interface DecimalRules {
  /** The field's name at the start of a sentence. */
  name: string
  highest: number
  tooHigh: string
  decimals: number
  tooFine: string
}

/** A number or what was typed, in decimal steps; empty and null become null. */
export const decimalOrNull = ({ name, highest, tooHigh, decimals, tooFine }: DecimalRules) =>
  z
    .union([z.number(), z.string().max(40), z.null()], { error: `${name} must be a number` })
    .transform((typed) => (typed === null || (typeof typed === 'string' && typed.trim() === '') ? null : decimalOf(typed)))
    .pipe(
      z
        .number({ error: `${name} must be a number` })
        .min(0, 'Must not be negative')
        .max(highest, tooHigh)
        .refine((amount) => Math.abs(amount - Number(amount.toFixed(decimals))) < ROUNDING, tooFine)
        .transform((amount) => Number(amount.toFixed(decimals)))
        .nullable(),
    )

/** An amount in EUR, in steps of 0.01; empty and null become null. @param name the field's name at the start of a sentence */
export const amountOrNull = (name: string, tooHigh = 'Too large an amount') =>
  decimalOrNull({ name, highest: LARGEST_AMOUNT, tooHigh, decimals: 2, tooFine: 'At most two decimals' })

/** Characters of a line of text. */
const LONGEST_LINE = 200

/** A line as it is shown, whatever plain SQL has made of it: as much as a form would take. */
export const shownLine = (text: string): string => text.slice(0, LONGEST_LINE).trim()

const shortText = plainLine(LONGEST_LINE)

export const requiredLine = (message: string, most = LONGEST_LINE) =>
  z.string({ error: message }).trim().check(longest(most)).min(1, message).check(storable)

/** An optional line: may be left out, then it is empty text. */
export const optionalLine = shortText.default('')

/** An optional line: empty becomes null (requirements §5). */
export const lineOrNull = shortText.nullish().transform((line) => (line ? line : null))

/** An optional line: undefined leaves the value unchanged. @param empty the value for an empty line */
export const lineToChange = <Empty extends string | null>(empty: Empty) =>
  shortText
    .nullable()
    .transform((line) => (line ? line : empty))
    .optional()

/** A field that people do not see. A program that fills it in gets the usual answer, and nothing happens. */
export const honeypot = shortText.default('')

/** Characters of a text of several lines. */
const LONGEST_TEXT = 10_000

/** Optional longer text: empty becomes null (requirements §5). */
export const optionalText = plainText(LONGEST_TEXT)
  .nullish()
  .transform((text) => (text === undefined || text === null || text.trim() === '' ? null : text))

export const requiredText = (message: string) =>
  z
    .string({ error: message })
    .check(longest(LONGEST_TEXT))
    .refine((text) => text.trim() !== '', message)
    .check(storable)

/** Longer text that stays as it is where it is left out; empty becomes null. */
export const textToChange = plainText(LONGEST_TEXT)
  .nullable()
  .transform((text) => (text === null || text.trim() === '' ? null : text))
  .optional()

/** The id of a row that another points to; stays as it is where it is left out, and empty becomes null. */
export const idToChange = z.union([z.literal('').transform(() => null), z.null(), rowId], { error: NO_ID }).optional()

const NO_DAY = 'Not a valid date'

/** Days that both PostgreSQL and people understand. */
const isPlausibleDay = (day: string) => day >= '1970-01-01' && day <= '2999-12-31'

/** A calendar day, '2026-11-21'. */
export const day = z.string().check(longest(10, NO_DAY)).pipe(z.iso.date(NO_DAY)).refine(isPlausibleDay, NO_DAY)

/** The same, which stays as it is where it is left out; empty becomes null. */
export const dayToChange = z.union([z.literal('').transform(() => null), z.null(), day], { error: NO_DAY }).optional()

/** A number in any of the forms that people write; empty becomes null. */
export const phoneNumber = plainLine(40)
  .refine((typed) => typed === '' || readPhone(typed) !== null, 'Enter a phone number')
  .nullish()
  .transform((phone) => phone || null)
