import * as z from 'zod'
import { longest, storable } from '~/contracts/fields'

const LONGEST = 500
const MOST_LINES = 8

const lines = z
  .string()
  .check(longest(LONGEST), storable)
  .transform((text) => text.split(/\r?\n|\r/).flatMap((line) => line.trim() || []))
  .pipe(z.array(z.string()).max(MOST_LINES, `At most ${MOST_LINES} lines`))
  .transform((kept) => kept.join('\n') || null)

/** Undefined, null and '' become null. */
export const returnAddress = lines.nullish().transform((address) => address ?? null)

/** Undefined leaves the value unchanged; null or '' removes it. */
export const returnAddressToChange = lines.nullable().optional()
