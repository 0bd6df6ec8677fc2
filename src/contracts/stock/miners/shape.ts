import * as z from 'zod'
import { cardReading, driveReading } from './cards/shape'

/** A reading in the shop's own form. Hashrates are H/s, temperatures °C. Optional fields are missing from older readings. */

const text = z
  .string()
  .transform((value) => value.slice(0, 200))
  .nullable()
  .catch(null)
const number = z.number().nullable().catch(null)
const flag = z.boolean().nullable().catch(null)

const board = z.object({
  /** The firmware's number: 6, 7 and 8 on an S9, 1, 2 and 3 on most others. */
  slot: z.number(),
  /** The connector as printed, if it is no number: 'J6'. */
  place: text.optional(),
  hashrate: number,
  nominalHashrate: number,
  chips: number,
  expectedChips: number,
  temperature: number,
  chipTemperature: number,
  isMissing: z.boolean(),
  serialNumber: text,
})
export type BoardReading = z.output<typeof board>

/** `asleep` and `stopped` are on purpose; `too_hot` protects itself. */
export const machineStates = ['hashing', 'starting', 'asleep', 'stopped', 'too_hot'] as const
export type MachineState = (typeof machineStates)[number]

export const faultParts = ['power_supply', 'fans', 'boards', 'temperature', 'control_board', 'pool', 'other'] as const
export type FaultPart = (typeof faultParts)[number]

const fault = z.object({
  part: z.enum(faultParts).catch('other'),
  code: text,
  words: z.string(),
  slot: number,
})
export type MachineFault = z.output<typeof fault>

export const minerReading = z.object({
  /** `pyasic`: that program's output; `cgminer`: the machine's own answers; `cards`: a rig of graphics cards. */
  source: z.enum(['pyasic', 'cgminer', 'cards']),
  /** Firmware or program that wrote the file: 'Whatsminer API 3'. */
  dialect: text.optional(),
  make: text,
  model: text,
  firmware: text,
  serialNumber: text,
  /** ISO 8601, if the file has it. */
  readAt: text,
  /** Seconds. */
  uptime: number,
  state: z.enum(machineStates).nullable().catch(null).optional(),
  isMining: flag,
  isTuning: flag.optional(),
  hashrate: number,
  nominalHashrate: number,
  boards: z.array(board).max(64).catch([]),
  expectedBoards: number,
  /** Revolutions per minute; null for a silent fan. */
  fans: z.array(number).max(32).catch([]),
  expectedFans: number,
  /** By water or oil: no fan needs to turn. */
  isLiquidCooled: flag.optional(),
  /** Watts at the wall. */
  power: number,
  powerLimit: number,
  /** 'Power mode Low'. */
  lowered: text.optional(),
  /** J/TH. */
  efficiency: number,
  environmentTemperature: number,
  errors: z.array(z.string()).max(64).catch([]),
  /** `errors` in words, by part. */
  faults: z.array(fault).max(64).catch([]).optional(),
  pools: z
    .array(z.object({ url: text, isAlive: flag, accepted: number, rejected: number }))
    .max(16)
    .catch([]),
  cards: z.array(cardReading).max(64).catch([]).optional(),
  expectedCards: number.optional(),
  drives: z.array(driveReading).max(16).catch([]).optional(),
  /** Source of each figure, by field: `{ hashrate: 'SUMMARY MHS 1m', 'boards.chips': 'STATS chain_acn' }`. */
  origins: z.record(z.string().max(60), z.string().max(120)).catch({}).optional(),
})
export type MinerReading = z.output<typeof minerReading>

const TERA = 1e12

/** J/TH with one decimal; null if unknown. */
export const efficiencyOf = (power: number | null, hashrate: number | null): number | null =>
  power === null || hashrate === null || hashrate <= 0 ? null : Math.round((power / (hashrate / TERA)) * 10) / 10

/** In the words of the maker's table, else as the machine wrote them. */
export const errorWords = ({ errors, faults = [] }: Pick<MinerReading, 'errors' | 'faults'>): string[] =>
  faults.length > 0 ? faults.map(({ words }) => words) : errors
