/** A file has one order of day and month. */
export type DayOrder = 'dmy' | 'mdy'

const EARLIEST = 1970
const LATEST = 2999

/** Beginnings of month names in the layouts' languages, without diacritics. The longest match counts. */
const monthNames: readonly (readonly [string, number])[] = Object.entries({
  1: 'jan gen ene sty led tam',
  2: 'feb fev fevr fbr helmi unor lut',
  3: 'mar mrz mrt maerz maalis brez',
  4: 'apr avr abr huhti kwi dub',
  5: 'may mai mei maj mag touko kvet',
  6: 'jun juin giu kesa cze cerv',
  7: 'jul juil lug heina lip cervenec',
  8: 'aug aou ago elo sie srp',
  9: 'sep set syys wrz zar',
  10: 'oct okt out ott loka paz rij',
  11: 'nov marras lis listopad',
  12: 'dec dez des dic joulu gru pros',
})
  .flatMap(([month, names]) => names.split(' ').map((name): readonly [string, number] => [name, Number(month)]))
  .toSorted(([one], [other]) => other.length - one.length)

function monthOf(name: string): number {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
  return monthNames.find(([start]) => plain.startsWith(start))?.[1] ?? 0
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** '2026-11-21'; null for a day that does not exist. */
function made(year: number, month: number, day: number): string | null {
  if (year < EARLIEST || year > LATEST || month < 1 || month > 12 || day < 1 || day > (DAYS[month - 1] ?? 0)) return null
  if (month === 2 && day === 29 && !isLeap(year)) return null
  return `${year}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`
}

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\.?(?:[T ,].*)?$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:[T ]?\d.*)?$/
const NUMBERS = /^(\d{1,2})[-/. ](\d{1,2})[-/. ,]{1,3}(\d{4}|\d{2})\.?(?:[ T,].*)?$/
const NAMED = /^(?:\p{L}{2,12}\.?,? )?(\d{1,2})(?:st|nd|rd|th|\.)?[-/. ]{0,2}(\p{L}{3,12})\.?[-/. ,]{0,3}(\d{4}|\d{2})(?:[ T,].*)?$/u
const MONTH_FIRST = /^(\p{L}{3,12})\.? (\d{1,2}),? (\d{4})(?:[ ,].*)?$/u
const LONGEST = 60

const fullYear = (year: string) => (year.length === 2 ? 2000 + Number(year) : Number(year))

/** The two numbers before the year whose order the file decides; null for unambiguous days. */
export function numbersOfDay(cell: string): readonly [number, number] | null {
  const found = cell.length > LONGEST ? null : NUMBERS.exec(cell.trim())
  return found ? [Number(found[1]), Number(found[2])] : null
}

/** As '2026-11-21'; null for anything else. @param order for numeric days that end with the year */
export function dayOf(cell: string, order: DayOrder = 'dmy'): string | null {
  if (cell.length > LONGEST) return null
  const text = cell.trim()
  const numbers = NUMBERS.exec(text)
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])]
    return order === 'dmy' ? made(fullYear(numbers[3] ?? ''), second, first) : made(fullYear(numbers[3] ?? ''), first, second)
  }
  const fixed = ISO.exec(text) ?? COMPACT.exec(text)
  if (fixed) return made(Number(fixed[1]), Number(fixed[2]), Number(fixed[3]))
  const named = NAMED.exec(text)
  if (named) return made(fullYear(named[3] ?? ''), monthOf(named[2] ?? ''), Number(named[1]))
  const american = MONTH_FIRST.exec(text)
  return american ? made(Number(american[3]), monthOf(american[1] ?? ''), Number(american[2])) : null
}
