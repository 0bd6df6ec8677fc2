import * as z from 'zod'
import { looseNumber, type BoardReading } from './shape'

/** The parts of a machine in answers of the CGMiner API (miner-cgminer.ts), whose fields each firmware names in its own way. */

/** Unknown fields are kept. */
export const section = z.array(z.looseObject({})).max(200)
export type Fields = z.output<typeof section>[number]

export const numberIn = (fields: Fields | undefined, ...names: string[]): number | null => {
  for (const name of names) {
    const value = fields?.[name]
    // A list of temperatures counts by its highest.
    const found = Array.isArray(value) ? highestOf(value) : looseNumber.parse(value)
    if (found !== null) return found
  }
  return null
}
const highestOf = (values: readonly unknown[]): number | null => {
  const known = values.map((value) => looseNumber.parse(value)).filter((value) => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}
export const textIn = (fields: Fields | undefined, ...names: string[]): string | null => {
  for (const name of names) {
    const value = fields?.[name]
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, 200)
  }
  return null
}
export const positive = (value: number | null) => (value !== null && value > 0 ? value : null)
/** −273 °C and 0 °C are what a sensor says that is not there. */
export const warm = (value: number | null) => (value !== null && value > -40 && value < 250 && value !== 0 ? value : null)

export const MEGA = 1e6
export const GIGA = 1e9

/** '45-40-60-55': sensors of a board; the highest counts. */
const highestTemperature = (value: unknown): number | null => {
  const parts: unknown[] = typeof value === 'string' ? value.slice(0, 100).split('-') : Array.isArray(value) ? value : [value]
  return warm(highestOf(parts))
}

/** Of Scrypt miners the fields that say GHS count in MH/s. */
export const isScrypt = (model: string | null) => /\bL\d/.test(model ?? '')

export const of = (rate: number | null, unit: number) => (rate === null ? null : rate * unit)

const emptyBoard = (slot: number): BoardReading => ({
  slot,
  hashrate: null,
  nominalHashrate: null,
  chips: null,
  expectedChips: null,
  temperature: null,
  chipTemperature: null,
  isMissing: false,
  serialNumber: null,
})

/** ' oooooooo ooooxooo': a letter for each chip, o for one that is well. */
const chipMarks = (value: unknown): { well: number; all: number } | null => {
  if (typeof value !== 'string') return null
  const marks = value.slice(0, 2000).replaceAll(/\s/g, '')
  return marks === '' ? null : { well: marks.length - marks.replaceAll(/o/gi, '').length, all: marks.length }
}

const MOST_CHAINS = 16

/** Antminer's older form: `chain_acn1`, `chain_rate1`, `temp_pcb1` and so on in one object. */
export function chainBoards(stats: Fields, unit: number): BoardReading[] {
  const boards: BoardReading[] = []
  for (let chain = 1; chain <= MOST_CHAINS; chain += 1) {
    const marks = chipMarks(stats[`chain_acs${chain}`])
    const counted = numberIn(stats, `chain_acn${chain}`)
    const hashrate = positive(numberIn(stats, `chain_rate${chain}`))
    // Places for boards that this machine has not are named too, with nothing in them.
    if (!counted && !marks && hashrate === null) continue
    boards.push({
      ...emptyBoard(chain),
      hashrate: of(hashrate, unit) ?? 0,
      nominalHashrate: of(positive(numberIn(stats, `chain_rateideal${chain}`)), unit),
      chips: marks ? marks.well : counted,
      expectedChips: marks ? marks.all : null,
      temperature: highestTemperature(stats[`temp_pcb${chain}`] ?? stats[`temp${chain}`]),
      chipTemperature: highestTemperature(stats[`temp_chip${chain}`] ?? stats[`temp2_${chain}`]),
    })
  }
  return boards
}

/** Antminer's newer form: a list `chain`, counted from 0. */
export function chainList(chains: readonly unknown[], unit: number): BoardReading[] {
  return chains.slice(0, MOST_CHAINS).flatMap((chain, index) => {
    const parsed = z.looseObject({}).safeParse(chain)
    if (!parsed.success) return []
    const fields = parsed.data
    const marks = chipMarks(fields.asic)
    return {
      ...emptyBoard((numberIn(fields, 'index') ?? index) + 1),
      hashrate: of(numberIn(fields, 'rate_real'), unit),
      nominalHashrate: of(positive(numberIn(fields, 'rate_ideal')), unit),
      chips: marks ? marks.well : numberIn(fields, 'asic_num'),
      expectedChips: marks ? marks.all : null,
      temperature: highestTemperature(fields.temp_pcb ?? fields.temp_pic),
      chipTemperature: highestTemperature(fields.temp_chip),
      serialNumber: textIn(fields, 'sn'),
    }
  })
}

/** One device for each board, as BTMiner and others answer `devs` and `edevs`. */
export const deviceBoards = (devices: readonly Fields[]): BoardReading[] =>
  devices.slice(0, MOST_CHAINS).map((device, index) => ({
    ...emptyBoard((numberIn(device, 'Slot', 'ASC', 'ID') ?? index) + 1),
    hashrate: of(numberIn(device, 'MHS 1m', 'MHS 5s', 'MHS av'), MEGA) ?? of(numberIn(device, 'GHS 5s', 'GHS av'), GIGA),
    nominalHashrate: of(positive(numberIn(device, 'Factory GHS')), GIGA),
    chips: numberIn(device, 'Effective Chips', 'Chips'),
    temperature: warm(numberIn(device, 'Temperature', 'Board', 'PCB Temp Avg')),
    chipTemperature: warm(numberIn(device, 'Chip Temp Max', 'Chip Temp Avg', 'Chip')),
    serialNumber: textIn(device, 'PCB SN'),
  }))

export function fansOf(stats: Fields | undefined, summary: Fields | undefined, listed: readonly Fields[]): (number | null)[] {
  if (listed.length > 0) return listed.slice(0, 16).map((fan) => numberIn(fan, 'RPM'))
  if (Array.isArray(stats?.fan)) return stats.fan.slice(0, 16).map((speed) => looseNumber.parse(speed))
  const both = ['Fan Speed In', 'Fan Speed Out'].map((name) => numberIn(summary, name))
  if (both.some((speed) => speed !== null)) return both
  const many = numberIn(stats, 'fan_num') ?? 0
  const numbered = Array.from({ length: 8 }, (_, index) => numberIn(stats, `fan${index + 1}`))
  const turning = numbered.filter((speed) => speed !== null && speed > 0)
  // `fan_num` counts those that turn; the places of others say 0, as do those of fans that were never there.
  return many > turning.length ? [...turning, ...Array.from({ length: Math.min(8, many) - turning.length }, () => 0)] : turning
}

export function errorsOf(summary: Fields | undefined): string[] {
  const many = Math.min(32, numberIn(summary, 'Error Code Count') ?? 0)
  const codes = Array.from({ length: many }, (_, index) => numberIn(summary, `Error Code ${index}`)).flatMap((code) =>
    code ? [`Error ${code}`] : [],
  )
  const states = Array.isArray(summary?.status) ? summary.status.slice(0, 32) : []
  const state = z.looseObject({ type: z.string(), status: z.string(), msg: z.string().catch('') })
  return [
    ...codes,
    ...states.flatMap((each: unknown) => {
      const parsed = state.safeParse(each)
      return parsed.success && parsed.data.status !== 's'
        ? [`${parsed.data.type}: ${parsed.data.msg || parsed.data.status}`.slice(0, 300)]
        : []
    }),
  ]
}
