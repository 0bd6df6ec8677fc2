import * as z from 'zod'
import { unitOf } from './hashrate'
import { ReadingFault } from './miner-json'
import { avalonFields, avalonReading } from './miner-avalon'
import { boardsOfModel, completeBoards, efficiencyOf, looseNumber, sumOf, type BoardReading, type MinerReading } from './miner-shape'

/**
 * Answers of the CGMiner API, which most firmware speaks: `summary`, `stats`, `pools`, `devs` and others, alone, in one answer
 * (`summary+stats`) or one after the other in a file. Each firmware has fields of its own: those of Antminer, Whatsminer
 * (BTMiner) and Avalon are known here, and what DEVS says of any.
 * @see https://github.com/ckolivas/cgminer/blob/master/API-README
 */

/** Unknown fields are kept. */
const section = z.array(z.looseObject({})).max(200)
type Fields = z.output<typeof section>[number]

const SECTIONS = ['SUMMARY', 'STATS', 'POOLS', 'DEVS', 'DEVDETAILS', 'VERSION', 'POWER', 'FANS', 'TEMPS'] as const
type Sections = Partial<Record<(typeof SECTIONS)[number], Fields[]>>

/** An answer stands a few levels deep at most: in a list of answers, under the name of its command, in BTMiner's `Msg`. */
const DEEPEST = 5

function collect(value: unknown, into: Sections, depth = 0): void {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const each of value.slice(0, 200)) collect(each, into, depth + 1)
    return
  }
  for (const [name, inner] of Object.entries(value).slice(0, 500)) {
    const known = SECTIONS.find((each) => each === name)
    if (known === undefined) {
      collect(inner, into, depth + 1)
      continue
    }
    const parsed = section.safeParse(inner)
    if (!parsed.success) throw new ReadingFault(`${name} is not as miners answer: it must be a list of objects.`)
    into[known] = [...(into[known] ?? []), ...parsed.data]
  }
}

const statusRow = z.looseObject({ STATUS: z.string(), Msg: z.unknown().optional() })

/** What a miner says instead of an answer: `{"STATUS": [{"STATUS": "E", "Msg": "Access denied"}]}`. */
function refusalIn(values: readonly unknown[]): string | null {
  for (const value of values) {
    const parsed = z.looseObject({ STATUS: z.union([z.array(statusRow), z.string()]), Msg: z.unknown().optional() }).safeParse(value)
    if (!parsed.success) continue
    const rows = typeof parsed.data.STATUS === 'string' ? [{ STATUS: parsed.data.STATUS, Msg: parsed.data.Msg }] : parsed.data.STATUS
    const refused = rows.find(({ STATUS }) => STATUS === 'E' || STATUS === 'F')
    if (refused) return typeof refused.Msg === 'string' ? refused.Msg.slice(0, 100) : ''
  }
  return null
}

const numberIn = (fields: Fields | undefined, ...names: string[]): number | null => {
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
const textIn = (fields: Fields | undefined, ...names: string[]): string | null => {
  for (const name of names) {
    const value = fields?.[name]
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, 200)
  }
  return null
}
const positive = (value: number | null) => (value !== null && value > 0 ? value : null)
/** −273 °C and 0 °C are what a sensor says that is not there. */
const warm = (value: number | null) => (value !== null && value > -40 && value < 250 && value !== 0 ? value : null)

const MEGA = 1e6
const GIGA = 1e9

/** '45-40-60-55': sensors of a board; the highest counts. */
const highestTemperature = (value: unknown): number | null => {
  const parts: unknown[] = typeof value === 'string' ? value.slice(0, 100).split('-') : Array.isArray(value) ? value : [value]
  return warm(highestOf(parts))
}

/** Of Scrypt miners the fields that say GHS count in MH/s. */
const isScrypt = (model: string | null) => /\bL\d/.test(model ?? '')

const of = (rate: number | null, unit: number) => (rate === null ? null : rate * unit)

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
function chainBoards(stats: Fields, unit: number): BoardReading[] {
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
function chainList(chains: readonly unknown[], unit: number): BoardReading[] {
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
const deviceBoards = (devices: readonly Fields[]): BoardReading[] =>
  devices.slice(0, MOST_CHAINS).map((device, index) => ({
    ...emptyBoard((numberIn(device, 'Slot', 'ASC', 'ID') ?? index) + 1),
    hashrate: of(numberIn(device, 'MHS 1m', 'MHS 5s', 'MHS av'), MEGA) ?? of(numberIn(device, 'GHS 5s', 'GHS av'), GIGA),
    nominalHashrate: of(positive(numberIn(device, 'Factory GHS')), GIGA),
    chips: numberIn(device, 'Effective Chips', 'Chips'),
    temperature: warm(numberIn(device, 'Temperature', 'Board', 'PCB Temp Avg')),
    chipTemperature: warm(numberIn(device, 'Chip Temp Max', 'Chip Temp Avg', 'Chip')),
    serialNumber: textIn(device, 'PCB SN'),
  }))

function fansOf(stats: Fields | undefined, summary: Fields | undefined, listed: readonly Fields[]): (number | null)[] {
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

function errorsOf(summary: Fields | undefined): string[] {
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

const hasAny = (fields: Fields, ...patterns: RegExp[]) => Object.keys(fields).some((key) => patterns.some((pattern) => pattern.test(key)))

/**
 * Reads the answers of one machine.
 * @throws {ReadingFault} where none of them says anything of a machine
 */
export function readCgminer(values: readonly unknown[]): MinerReading {
  const found: Sections = {}
  for (const value of values) collect(value, found)
  const { STATS = [], SUMMARY = [], DEVS = [], POOLS = [], VERSION = [], DEVDETAILS = [], FANS = [], POWER = [] } = found
  if (STATS.length + SUMMARY.length + DEVS.length === 0) {
    const refused = refusalIn(values)
    throw new ReadingFault(
      refused === null
        ? 'This file has neither what pyasic writes nor an answer of the CGMiner API: summary, stats or devs.'
        : `The miner refused to answer: ${refused || 'it says no more'}.`,
    )
  }
  const [summary] = SUMMARY
  const [version] = VERSION
  const stats = STATS.find((each) => Array.isArray(each.chain) || hasAny(each, /^chain_/, /^GHS /, /^rate_/, /^total_rate/))
  const avalon = STATS.map(avalonFields).find((fields) => fields !== null)
  const named = STATS.find((each) => textIn(each, 'Type') !== null) ?? version
  const model = textIn(named, 'Type') ?? textIn(version, 'PROD', 'MODEL', 'Type', 'Miner') ?? textIn(DEVDETAILS[0], 'Model')
  const stated = textIn(stats, 'rate_unit') ?? textIn(summary, 'rate_unit')
  const unit = (stated === null ? null : unitOf(stated)) ?? (isScrypt(model) ? MEGA : GIGA)
  const base = avalon ? avalonReading(avalon) : null

  const boards = base?.boards ?? (Array.isArray(stats?.chain) ? chainList(stats.chain, unit) : stats ? chainBoards(stats, unit) : [])
  const known = boards.length > 0 ? boards : deviceBoards(DEVS)
  const expectedBoards = base?.expectedBoards ?? boardsOfModel(model)
  const hashrate =
    base?.hashrate ??
    of(numberIn(stats, 'GHS 5s', 'rate_5s', 'total_rate', 'GHS av', 'rate_avg'), unit) ??
    of(numberIn(summary, 'MHS 1m', 'MHS 5s', 'MHS 5m', 'MHS 15m', 'MHS av'), MEGA) ??
    of(numberIn(summary, 'GHS 5s', 'rate_5s', 'GHS av', 'rate_avg'), unit) ??
    sumOf(known.map((each) => each.hashrate))
  const nominalHashrate =
    base?.nominalHashrate ??
    of(positive(numberIn(stats, 'total_rateideal', 'rate_ideal')), unit) ??
    of(positive(numberIn(summary, 'Factory GHS')), GIGA) ??
    of(positive(numberIn(summary, 'rate_ideal')), unit) ??
    sumOf(known.map((each) => each.nominalHashrate))
  const power =
    base?.power ??
    positive(numberIn(summary, 'Power', 'Power_RT')) ??
    positive(numberIn(POWER[0], 'Watts')) ??
    positive(numberIn(stats, 'chain_power', 'power', 'watt', 'Power'))
  const firmware = [
    textIn(named, 'Miner', 'CompileTime'),
    textIn(summary, 'Firmware Version'),
    textIn(version, 'VERSION', 'LUXminer', 'BOSminer', 'CGMiner'),
  ]
  const uptime = numberIn(stats, 'Elapsed', 'elapsed') ?? numberIn(summary, 'Uptime', 'Elapsed', 'elapsed') ?? base?.uptime ?? null
  return {
    source: 'cgminer',
    make: /antminer/i.test(model ?? '') ? 'Antminer' : avalon ? 'Avalon' : /^m\d\d/i.test(model ?? '') ? 'Whatsminer' : null,
    model,
    firmware: firmware.find((each) => each !== null && each !== model) ?? null,
    serialNumber: textIn(stats, 'miner_id', 'serinum') ?? null,
    readAt: null,
    uptime,
    isMining: hashrate === null ? null : hashrate > 0,
    hashrate,
    nominalHashrate,
    boards: completeBoards(known, expectedBoards),
    expectedBoards,
    fans: base?.fans ?? fansOf(stats, summary, FANS),
    expectedFans: null,
    power,
    powerLimit: positive(numberIn(summary, 'Power Limit')),
    efficiency: efficiencyOf(power, hashrate),
    environmentTemperature: base?.environmentTemperature ?? warm(numberIn(summary, 'Env Temp')),
    errors: [...errorsOf(summary), ...(base?.errors ?? [])].slice(0, 64),
    pools: POOLS.slice(0, 16).map((pool) => ({
      url: textIn(pool, 'URL', 'url'),
      isAlive: textIn(pool, 'Status', 'status') === null ? null : /alive/i.test(textIn(pool, 'Status', 'status') ?? ''),
      accepted: numberIn(pool, 'Accepted', 'accepted'),
      rejected: numberIn(pool, 'Rejected', 'rejected'),
    })),
  }
}
