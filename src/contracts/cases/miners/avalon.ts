import type { BoardReading } from './shape'

/** Avalon's own fields: one text `MM ID0` of `Name[values] Name[values]` in an object of STATS. */

type AvalonFields = ReadonlyMap<string, string>

const LONGEST = 100_000
const MOST_FIELDS = 500

/** The text's fields by name, in one pass. */
function fieldsOf(text: string): AvalonFields {
  const fields = new Map<string, string>()
  let at = 0
  while (at < text.length && fields.size < MOST_FIELDS) {
    const open = text.indexOf('[', at)
    const close = open === -1 ? -1 : text.indexOf(']', open)
    if (close === -1) break
    fields.set(text.slice(at, open).trim().slice(-40), text.slice(open + 1, close))
    at = close + 1
  }
  return fields
}

/** The fields of an object of STATS that has them; null for any other. */
export function avalonFields(stats: Readonly<Record<string, unknown>>): AvalonFields | null {
  const text = stats['MM ID0']
  return typeof text === 'string' && text.includes('[') ? fieldsOf(text.slice(0, LONGEST)) : null
}

const GIGA = 1e9

/** The numbers of a field such as '77 78 77'. */
const numbersIn = (fields: AvalonFields, name: string): number[] =>
  (fields.get(name) ?? '')
    .split(/[\s,]/, 2000)
    .filter((part) => part !== '')
    .map(Number)
    .filter((number) => Number.isFinite(number))
const numberIn = (fields: AvalonFields, ...names: string[]): number | null => {
  for (const name of names) {
    const [first] = numbersIn(fields, name)
    if (first !== undefined && first > 0) return first
  }
  return null
}

/** Reads the boards of a machine, a number for each: rates, temperatures, chips whose voltage is measured. */
function boardsOf(fields: AvalonFields): BoardReading[] {
  const rates = numbersIn(fields, 'MGHS')
  const hottest = numbersIn(fields, 'MTmax')
  const mean = numbersIn(fields, 'MTavg')
  const chipsOf = (index: number) => numbersIn(fields, `PVT_V${index}`)
  return Array.from({ length: Math.min(16, Math.max(rates.length, mean.length)) }, (_, index) => {
    const chips = chipsOf(index)
    const rate = rates[index]
    return {
      slot: index + 1,
      hashrate: rate === undefined ? null : rate * GIGA,
      nominalHashrate: null,
      chips: chips.length === 0 ? null : chips.filter((voltage) => voltage > 0).length,
      expectedChips: chips.length === 0 ? null : chips.length,
      temperature: mean[index] ?? null,
      chipTemperature: hottest[index] ?? null,
      isMissing: chips.length === 0 && (rate ?? 0) === 0,
      serialNumber: null,
    }
  })
}

/** How many boards the machine says it has: 'Work: In Work, Hash Board: 3 '. */
const boardsStated = (fields: AvalonFields): number | null => {
  const [, count] = /Hash Board: {0,2}(\d)/.exec((fields.get('SYSTEMSTATU') ?? '').slice(0, 200)) ?? []
  return count === undefined ? null : Number(count)
}

/** The part of a reading that these fields say. */
export function avalonReading(fields: AvalonFields) {
  const rate = numberIn(fields, 'GHSspd', 'GHSavg')
  const nominal = numberIn(fields, 'GHSmm')
  // The last of PS is what the supply draws, where WALLPOWER is not there.
  const supply = numbersIn(fields, 'PS').at(-1)
  const faults = numbersIn(fields, 'ECHU').flatMap((code, index) => (code === 0 ? [] : [`Hash board ${index + 1}: error ${code}`]))
  return {
    hashrate: rate === null ? null : rate * GIGA,
    nominalHashrate: nominal === null ? null : nominal * GIGA,
    boards: boardsOf(fields),
    expectedBoards: boardsStated(fields),
    fans: [1, 2, 3, 4].flatMap((fan) => (fields.has(`Fan${fan}`) ? [numbersIn(fields, `Fan${fan}`)[0] ?? null] : [])),
    power: numberIn(fields, 'WALLPOWER') ?? (supply !== undefined && supply > 0 ? supply : null),
    environmentTemperature: numberIn(fields, 'Temp'),
    uptime: numberIn(fields, 'Elapsed'),
    errors: faults,
  }
}
