import { readPhone } from '~/contracts/phone-numbers'
import { Prisma } from '~/generated/prisma/client'
import { substringPattern } from './like-pattern'

/** Fewer digits are rather a part of some number of the shop's own. */
const FEWEST_DIGITS = 5

/** The text between the wildcards of a LIKE pattern; nothing for one with signs that no phone number has. */
const TEXT = /^%([^%\\_]*)%$/

/**
 * The condition that a column has a phone number like the one that is searched for, however either is written; goes by the index
 * `profiles_phone_digits_idx`. Null where the text is no part of a phone number.
 * @param pattern the LIKE pattern of the search's text (`substringPattern`)
 */
export function phoneMatches(column: Prisma.Sql, pattern: string): Prisma.Sql | null {
  const digits = readPhone(TEXT.exec(pattern)?.[1] ?? '')?.searched ?? ''
  if (digits.length < FEWEST_DIGITS) return null
  return Prisma.sql`regexp_replace(${column}, '[^0-9]', '', 'g') LIKE ${substringPattern(digits)}`
}
