import { parcelNumber } from '~/contracts/parcel-numbers'
import { serialKey, serialText, writtenNumbers } from '~/contracts/numbers'
import { readPhone } from '~/contracts/phone-numbers'
import { Prisma } from '~/generated/prisma/client'
import type { ListSource } from './list-source'
import { substringPattern } from './like-pattern'

/** A search as conditions and ways of a list's source: each of its words somewhere in a row, or the number that the whole text is. */
interface Sought {
  hasOneWord: boolean
  /** The condition on the row `t`. */
  matches: Prisma.Sql
  found: readonly Prisma.Sql[]
  newest: { condition: Prisma.Sql; first: Prisma.Sql } | undefined
}

/** More words than these narrow a search no further. */
const MOST_WORDS = 6
/** An index of three letters helps with no fewer. */
const INDEXED = 3
/** A serial number has at least so many letters and digits, and is written in so few parts. */
const SHORTEST_SERIAL = 4
const MOST_PARTS = 3

/** Words with a digit are rare, and long ones rarer than short ones: by such a word the index finds few rows, which the others are tried on. */
const rarity = (word: string) => (word.length >= INDEXED ? 1_000 : 0) + (/\d/.test(word) ? 500 : 0) + word.length

/** The words of a search, the rarest first. A telephone number, or a number of the shop, is one word with its blanks. */
function wordsOf(text: string): string[] {
  if (!/\s/.test(text) || readPhone(text) !== null || writtenNumbers(text).length > 0) return [text]
  const words = [...new Set(text.split(/\s+/))].sort((one, other) => rarity(other) - rarity(one))
  return words.slice(0, MOST_WORDS)
}

/** How the number that a whole text is may be stored, beside the text itself. */
function spellingsOf(text: string): string[] {
  const all = [...writtenNumbers(text), parcelNumber(text), serialText(text)]
  const isOther = (spelling: string) => spelling.length > 1 && spelling.toLowerCase() !== text.toLowerCase()
  return [...new Map(all.map((spelling) => [spelling.toLowerCase(), spelling])).values()].filter(isOther)
}

/** The key of a text that may be a serial number; null for any other, so that usual searches cost no more. */
function keyOf(text: string): string | null {
  const key = /\d/.test(text) ? serialKey(text) : null
  return key !== null && key.length >= SHORTEST_SERIAL && text.split(/\s+/).length <= MOST_PARTS ? key : null
}

/** The condition that finds a text in a source. @param text not empty, without blanks around it */
export function seek({ table, matches, found, foundAll, newest, bySerial }: ListSource, text: string): Sought {
  const [rarest = text, ...words] = wordsOf(text)
  const further = words.map((word) => substringPattern(word))
  const others = further.map((word) => Prisma.sql` AND ${matches(word)}`)
  const withOthers = (condition: Prisma.Sql) => (others.length === 0 ? condition : Prisma.sql`${condition}${Prisma.join(others, '')}`)
  const pattern = substringPattern(rarest)
  const spellings = spellingsOf(text).map((spelling) => substringPattern(spelling))
  const key = bySerial ? keyOf(text) : null
  const serial = bySerial && key !== null ? [bySerial(key)] : []
  const ways = [withOthers(matches(pattern)), ...spellings.map((spelling) => matches(spelling)), ...serial]
  const first = newest?.(pattern)
  return {
    hasOneWord: others.length === 0,
    matches: ways.length === 1 && others.length === 0 ? matches(pattern) : Prisma.sql`(${Prisma.join(ways, ' OR ')})`,
    found: [
      ...(foundAll?.(pattern, further) ?? found(pattern).map((way) => withOthers(way))),
      ...spellings.flatMap((spelling) => found(spelling)),
      ...serial.map((condition) => Prisma.sql`${table} WHERE ${condition}`),
    ],
    newest: first && { condition: withOthers(first.condition), first: first.first },
  }
}
