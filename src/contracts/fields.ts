import * as z from 'zod'
import { serialText } from './numbers'
import { readPhone } from './phone-numbers'

/** PostgreSQL refuses null characters in text, and lone surrogates in JSON. */
export const storable = z.refine<string>(
  (text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text),
  'Must not contain a null character or half of a character',
)

export const stripUnstorable = (text: string) => text.replaceAll(/\0|\p{Surrogate}/gu, '')

const atMost = (most: number) => `At most ${most.toLocaleString('en-GB')} characters`

/** Goes before every check that reads the text: zod runs checks after a failed one, expressions included, unless that one aborts. */
export const longest = (most: number, error = atMost(most)) => z.maxLength(most, { error, abort: true })

export const plainText = (most: number, error?: string) => z.string().check(longest(most, error), storable)

export const plainLine = (most: number, error?: string) => z.string().trim().check(longest(most, error), storable)

const LONGEST_SERIAL = 100

/** Without the words of labels and scanners around it (`serialText`). */
export const serialLine = z
  .string()
  .check(longest(3 * LONGEST_SERIAL), storable)
  .transform(serialText)
  .pipe(z.string().check(longest(LONGEST_SERIAL), storable))

const GUID_LENGTH = 36
const NO_ID = 'Not a valid id'

/** Any UUID-shaped text: rows made by plain SQL need not have a version's bits. */
export const rowId = z.string({ error: NO_ID }).check(longest(GUID_LENGTH, NO_ID), z.guid(NO_ID))

/** The `version` that was edited; a stale one is CONFLICT. */
export const rowVersion = z.int().positive()

/** Confirms an input that the server refused with `confirmation_needed`. */
export const withConfirmation = { confirmed: z.boolean().optional() }

const NO_KEY = 'A key is 16 to 64 letters, digits, hyphens or underscores'

/** The same key within a day creates nothing more and returns the first answer, or CONFLICT for another input (docs/decisions/007). */
export const withIdempotencyKey = {
  idempotencyKey: z
    .string()
    .check(longest(64, NO_KEY), z.regex(/^[\w-]{16,64}$/, NO_KEY))
    .optional(),
}

const LARGEST_AMOUNT = 9_999_999_999.99

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/

/** NaN for texts that are no plain decimal, such as '0x10', '1e2' and 'Infinity'. */
export function decimalOf(given: number | string): number {
  if (typeof given === 'number') return given
  const typed = given.trim()
  return DECIMAL.test(typed) ? Number(typed) : Number.NaN
}

const toCents = (amount: number) => Math.round(amount * 100) / 100

/** EUR; a text that is no number counts as 0 (requirements §5 Machine form). */
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
  /** Begins a sentence. */
  name: string
  highest: number
  tooHigh: string
  decimals: number
  tooFine: string
}

/** A number or a typed text; '' and null become null. */
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

/** EUR in steps of 0.01; '' and null become null. @param name begins a sentence */
export const amountOrNull = (name: string, tooHigh = 'Too large an amount') =>
  decimalOrNull({ name, highest: LARGEST_AMOUNT, tooHigh, decimals: 2, tooFine: 'At most two decimals' })

const LONGEST_LINE = 200

/** A stored line cut to a form's length, since plain SQL can store any. */
export const shownLine = (text: string): string => text.slice(0, LONGEST_LINE).trim()

const shortText = plainLine(LONGEST_LINE)

export const requiredLine = (message: string, most = LONGEST_LINE) =>
  z.string({ error: message }).trim().check(longest(most)).min(1, message).check(storable)

export const optionalLine = shortText.default('')

/** '' becomes null (requirements §5). */
export const lineOrNull = shortText.nullish().transform((line) => (line ? line : null))

/** Undefined leaves the value unchanged. @param empty the value for '' */
export const lineToChange = <Empty extends string | null>(empty: Empty) =>
  shortText
    .nullable()
    .transform((line) => (line ? line : empty))
    .optional()

/** A hidden field. A program that fills it in gets the usual answer, and nothing happens. */
export const honeypot = shortText.default('')

const LONGEST_TEXT = 10_000

/** '' becomes null (requirements §5). */
export const optionalText = plainText(LONGEST_TEXT)
  .nullish()
  .transform((text) => (text === undefined || text === null || text.trim() === '' ? null : text))

export const requiredText = (message: string) =>
  z
    .string({ error: message })
    .check(longest(LONGEST_TEXT))
    .refine((text) => text.trim() !== '', message)
    .check(storable)

/** Undefined leaves the value unchanged; '' becomes null. */
export const textToChange = plainText(LONGEST_TEXT)
  .nullable()
  .transform((text) => (text === null || text.trim() === '' ? null : text))
  .optional()

/** Id of a referenced row. Undefined leaves the value unchanged; '' becomes null. */
export const idToChange = z.union([z.literal('').transform(() => null), z.null(), rowId], { error: NO_ID }).optional()

const NO_DAY = 'Not a valid date'

/** Days that both PostgreSQL and people understand. */
const isPlausibleDay = (day: string) => day >= '1970-01-01' && day <= '2999-12-31'

export const day = z.string().check(longest(10, NO_DAY)).pipe(z.iso.date(NO_DAY)).refine(isPlausibleDay, NO_DAY)

/** Undefined leaves the value unchanged; '' becomes null. */
export const dayToChange = z.union([z.literal('').transform(() => null), z.null(), day], { error: NO_DAY }).optional()

/** In any usual notation; '' becomes null. */
export const phoneNumber = plainLine(40)
  .refine((typed) => typed === '' || readPhone(typed) !== null, 'Enter a phone number')
  .nullish()
  .transform((phone) => phone || null)
