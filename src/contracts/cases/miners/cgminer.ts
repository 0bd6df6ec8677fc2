import * as z from 'zod'
import { unitOf } from './hashrate'
import { ReadingError } from './json'
import { avalonFields, avalonReading } from './avalon'
import {
  numberIn,
  textIn,
  positive,
  warm,
  MEGA,
  GIGA,
  isScrypt,
  of,
  chainBoards,
  chainList,
  deviceBoards,
  fansOf,
  errorsOf,
  section,
  type Fields,
} from './cgminer-parts'
import { boardsOfModel, completeBoards, efficiencyOf, sumOf, type MinerReading } from './shape'

/**
 * Answers of the CGMiner API, which most firmware speaks: `summary`, `stats`, `pools`, `devs` and others, alone, in one answer
 * (`summary+stats`) or one after the other in a file. Each firmware has fields of its own: those of Antminer, Whatsminer
 * (BTMiner) and Avalon are known here, and what DEVS says of any.
 * @see https://github.com/ckolivas/cgminer/blob/master/API-README
 */

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
    if (!parsed.success) throw new ReadingError(`${name} is not as miners answer: it must be a list of objects.`)
    into[known] = [...(into[known] ?? []), ...parsed.data]
  }
}

const statusRow = z.looseObject({ STATUS: z.string(), Msg: z.unknown().optional() })

/** Finds a miner's refusal: `{"STATUS": [{"STATUS": "E", "Msg": "Access denied"}]}`. */
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

const hasAny = (fields: Fields, ...patterns: RegExp[]) => Object.keys(fields).some((key) => patterns.some((pattern) => pattern.test(key)))

/**
 * Reads the answers of one machine.
 * @throws {ReadingError} where none of them says anything of a machine
 */
export function readCgminer(values: readonly unknown[]): MinerReading {
  const found: Sections = {}
  for (const value of values) collect(value, found)
  const { STATS = [], SUMMARY = [], DEVS = [], POOLS = [], VERSION = [], DEVDETAILS = [], FANS = [], POWER = [] } = found
  if (STATS.length + SUMMARY.length + DEVS.length === 0) {
    const refused = refusalIn(values)
    throw new ReadingError(
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
    // `miner_id` names a chip of the control board, no number that stands on a label.
    serialNumber: textIn(stats, 'serinum'),
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
