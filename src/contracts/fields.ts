import * as z from 'zod'

/** Field types that several inputs share. */

/** PostgreSQL keeps no null character in a text, and no half of a character (a lone surrogate) in a JSON value. */
export const storable = z.refine<string>(
  (text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text),
  'Must not contain a null character or half of a character',
)

/** Any text that the database can keep. */
export const plainText = z.string().check(storable)

/** A row's id. Any UUID-shaped text: rows made by plain SQL need not follow a version's bits. */
export const rowId = z.guid({ error: 'Not a valid id' })

/** The `version` of the row that was edited; a stale one answers CONFLICT. */
export const rowVersion = z.int().positive()

/**
 * Sent with a creating call: the same key, sent again within a day, creates nothing more and gets the first
 * answer; with another input it answers CONFLICT. A call without one creates each time (docs/decisions/044).
 */
export const withIdempotencyKey = {
  idempotencyKey: z
    .string()
    .regex(/^[\w-]{16,64}$/, 'A key is 16 to 64 letters, digits, hyphens or underscores')
    .optional(),
}

const LARGEST_AMOUNT = 9_999_999_999.99

/** Whole cents: what the database keeps. */
const toCents = (amount: number) => Math.round(amount * 100) / 100

/**
 * An amount in EUR from a number field: a number or what was typed; what is no number counts as 0
 * (spec §5 Machine form).
 */
export const amountOrZero = z
  .union([z.number(), z.string().max(40)])
  .transform((typed) => {
    const amount = Number(typed)
    return Number.isFinite(amount) ? toCents(amount) : 0
  })
  .pipe(z.number().min(0, 'Must not be negative').max(LARGEST_AMOUNT, 'Too large an amount'))

const shortText = plainText.trim().max(200, 'At most 200 characters')

/** A required line of text. */
export const requiredLine = (message: string) => z.string({ error: message }).trim().min(1, message).pipe(shortText)

/** An optional line: may be left out, then it is empty text. */
export const optionalLine = shortText.default('')

/** An optional line: empty becomes null (spec §5). */
export const lineOrNull = shortText.nullish().transform((line) => (line ? line : null))

/** Optional longer text: empty becomes null (spec §5). */
export const optionalText = plainText
  .max(10_000, 'At most 10,000 characters')
  .nullish()
  .transform((text) => (text === undefined || text === null || text.trim() === '' ? null : text))
