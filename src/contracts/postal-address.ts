import * as z from 'zod'
import { longest, storable } from '~/contracts/fields'

/** The address that a device goes back to, as on its parcel. */

const LONGEST = 500
const MOST_LINES = 8

const lines = z
  .string()
  .check(longest(LONGEST), storable)
  .transform((text) => text.split(/\r?\n|\r/).flatMap((line) => line.trim() || []))
  .pipe(z.array(z.string()).max(MOST_LINES, `At most ${MOST_LINES} lines`))
  .transform((kept) => kept.join('\n') || null)

/** Left out, null or empty: none is known. */
export const returnAddress = lines.nullish().transform((address) => address ?? null)

/** Left out it stays as it is; null or empty takes it away. */
export const returnAddressToChange = lines.nullable().optional()
