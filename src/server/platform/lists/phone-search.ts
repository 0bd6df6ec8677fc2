import { Prisma } from '~/generated/prisma/client'
import { substringPattern } from './list-search'

/** Fewer digits are rather a part of some number of the shop's own. */
const FEWEST_DIGITS = 5

/** A phone number as people write it, between the wildcards of a LIKE pattern. */
const PHONE_PATTERN = /^%([\d\s()+./-]+)%$/

/** The digits of a phone number without what stands before it at home ('0') and from abroad ('0044'). */
const localDigits = (text: string) => text.replace(/\D/g, '').replace(/^(?:(?:00)?44|0+)/, '')

/**
 * The condition that a column has a phone number like the one that is searched for, however either is written; goes by the index
 * `profiles_phone_digits_idx`. Null where the text is no part of a phone number.
 * @param pattern the LIKE pattern of the search's text (`substringPattern`)
 */
export function phoneMatches(column: Prisma.Sql, pattern: string): Prisma.Sql | null {
  const digits = localDigits(PHONE_PATTERN.exec(pattern)?.[1] ?? '')
  if (digits.length < FEWEST_DIGITS) return null
  return Prisma.sql`regexp_replace(${column}, '[^0-9]', '', 'g') LIKE ${substringPattern(digits)}`
}
