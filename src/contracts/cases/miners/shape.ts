import * as z from 'zod'

/** A reading of a machine in the shop's own form, whichever program wrote it. Hashrates are in H/s, temperatures in °C. */

/** A number, or a text of one, as miners mix them; null for anything else. */
export const looseNumber = z.unknown().transform((value) => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number.parseFloat(value.slice(0, 40)) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
})

const text = z
  .string()
  .transform((value) => value.slice(0, 200))
  .nullable()
  .catch(null)
const number = z.number().nullable().catch(null)

const board = z.object({
  /** As the machine counts them. */
  slot: z.number(),
  hashrate: number,
  nominalHashrate: number,
  chips: number,
  expectedChips: number,
  temperature: number,
  chipTemperature: number,
  /** It should be there and does not answer. */
  isMissing: z.boolean(),
  serialNumber: text,
})
export type BoardReading = z.output<typeof board>

export const minerReading = z.object({
  source: z.enum(['pyasic', 'cgminer']),
  make: text,
  model: text,
  firmware: text,
  serialNumber: text,
  /** When the machine was read (ISO 8601), where the file says it. */
  readAt: text,
  /** Seconds. */
  uptime: number,
  isMining: z.boolean().nullable().catch(null),
  hashrate: number,
  nominalHashrate: number,
  boards: z.array(board).max(64).catch([]),
  expectedBoards: number,
  /** Speeds in revolutions per minute; null for a fan that says nothing. */
  fans: z.array(number).max(32).catch([]),
  expectedFans: number,
  /** Watts at the wall. */
  power: number,
  powerLimit: number,
  /** Joules for each terahash: watts for each TH/s. */
  efficiency: number,
  environmentTemperature: number,
  errors: z.array(z.string()).max(64).catch([]),
  pools: z
    .array(z.object({ url: text, isAlive: z.boolean().nullable().catch(null), accepted: number, rejected: number }))
    .max(16)
    .catch([]),
})
export type MinerReading = z.output<typeof minerReading>

const TERA = 1e12

/** J/TH, with one decimal; null where it cannot be told. */
export const efficiencyOf = (power: number | null, hashrate: number | null): number | null =>
  power === null || hashrate === null || hashrate <= 0 ? null : Math.round((power / (hashrate / TERA)) * 10) / 10

/** The sum of what is known; null where nothing is. */
export function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

const REGULAR_BOARDS: readonly (readonly [model: RegExp, boards: number])[] = [
  [/\bantminer\s{0,2}[st](?:9|17|19|21)(?!.{0,30}hyd)/i, 3],
  [/\bantminer\s{0,2}l[37]\b/i, 4],
  [/\bwhatsminer\s{0,2}m[2356][01]/i, 3],
  [/^m[2356][01]/i, 3],
]

/** How many boards a machine of a model has, where one knows; air-cooled ones of a series have the same. */
export const boardsOfModel = (model: string | null): number | null =>
  REGULAR_BOARDS.find(([pattern]) => pattern.test((model ?? '').slice(0, 200)))?.[1] ?? null

/** All boards of a machine have as many chips: one that has fewer has lost some. Boards that should be there and are not come in. */
export function completeBoards(boards: readonly BoardReading[], expectedBoards: number | null): BoardReading[] {
  const most = Math.max(0, ...boards.map(({ expectedChips, chips }) => expectedChips ?? chips ?? 0))
  const counted = boards.map((each) => ({ ...each, expectedChips: each.expectedChips ?? (most > 0 ? most : null) }))
  const slots = new Set(counted.map(({ slot }) => slot))
  const first = Math.min(...slots, 1)
  for (let slot = first; slots.size < Math.min(expectedBoards ?? 0, 64); slot += 1) {
    if (slots.has(slot)) continue
    slots.add(slot)
    counted.push({
      slot,
      hashrate: 0,
      nominalHashrate: null,
      chips: 0,
      expectedChips: most > 0 ? most : null,
      temperature: null,
      chipTemperature: null,
      isMissing: true,
      serialNumber: null,
    })
  }
  return counted.sort((a, b) => a.slot - b.slot)
}
