import * as z from 'zod'
import { cardReading, driveReading } from './cards/shape'

/**
 * A reading of a machine in the shop's own form, whichever program wrote it. Hashrates are in H/s, temperatures in °C. What is optional is
 * missing from readings that were stored before it was read.
 */

const text = z
  .string()
  .transform((value) => value.slice(0, 200))
  .nullable()
  .catch(null)
const number = z.number().nullable().catch(null)
const flag = z.boolean().nullable().catch(null)

const board = z.object({
  /** Its number as its own firmware has it: an S9's are 6, 7 and 8, those of most others 1, 2 and 3. */
  slot: z.number(),
  /** The connector as the firmware prints it, where that is no number: 'J6'. */
  place: text.optional(),
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

/** What a machine does: asleep and stopped are by intent, too hot is its own protection. */
export const machineStates = ['hashing', 'starting', 'asleep', 'stopped', 'too_hot'] as const
export type MachineState = (typeof machineStates)[number]

/** The part of a machine that an error is about. */
export const faultParts = ['power_supply', 'fans', 'boards', 'temperature', 'control_board', 'pool', 'other'] as const
export type FaultPart = (typeof faultParts)[number]

const fault = z.object({
  part: z.enum(faultParts).catch('other'),
  code: text,
  /** In words, by the maker's table. */
  words: z.string(),
  /** Of the board that it names. */
  slot: number,
})
export type MachineFault = z.output<typeof fault>

export const minerReading = z.object({
  /** `pyasic` for what that program wrote, `cgminer` for the machine's own answers, `cards` for a rig of graphics cards. */
  source: z.enum(['pyasic', 'cgminer', 'cards']),
  /** The firmware or program whose form the file has: 'Whatsminer API 3'. */
  dialect: text.optional(),
  make: text,
  model: text,
  firmware: text,
  serialNumber: text,
  /** When the machine was read (ISO 8601), where the file says it. */
  readAt: text,
  /** Seconds. */
  uptime: number,
  state: z.enum(machineStates).nullable().catch(null).optional(),
  isMining: flag,
  /** It says itself that it has not reached its rate yet. */
  isTuning: flag.optional(),
  hashrate: number,
  nominalHashrate: number,
  boards: z.array(board).max(64).catch([]),
  expectedBoards: number,
  /** Speeds in revolutions per minute; null for a fan that says nothing. */
  fans: z.array(number).max(32).catch([]),
  expectedFans: number,
  /** Cooled by water or oil: no fan has to turn. */
  isLiquidCooled: flag.optional(),
  /** Watts at the wall. */
  power: number,
  powerLimit: number,
  /** Why it draws less than it could: 'Power mode Low'. */
  lowered: text.optional(),
  /** Joules for each terahash: watts for each TH/s. */
  efficiency: number,
  environmentTemperature: number,
  /** As the machine wrote them. */
  errors: z.array(z.string()).max(64).catch([]),
  /** The same in words, by part. */
  faults: z.array(fault).max(64).catch([]).optional(),
  pools: z
    .array(z.object({ url: text, isAlive: flag, accepted: number, rejected: number }))
    .max(16)
    .catch([]),
  cards: z.array(cardReading).max(64).catch([]).optional(),
  /** How many cards its program counts, those that are lost too. */
  expectedCards: number.optional(),
  drives: z.array(driveReading).max(16).catch([]).optional(),
  /** Where each figure was read, by its name here: `{ hashrate: 'SUMMARY MHS 1m', 'boards.chips': 'STATS chain_acn' }`. */
  origins: z.record(z.string().max(60), z.string().max(120)).catch({}).optional(),
})
export type MinerReading = z.output<typeof minerReading>

const TERA = 1e12

/** J/TH, with one decimal; null where it cannot be told. */
export const efficiencyOf = (power: number | null, hashrate: number | null): number | null =>
  power === null || hashrate === null || hashrate <= 0 ? null : Math.round((power / (hashrate / TERA)) * 10) / 10

/** Errors in words by the maker's table, where there is one; else as the machine wrote them. */
export const errorWords = ({ errors, faults = [] }: Pick<MinerReading, 'errors' | 'faults'>): string[] =>
  faults.length > 0 ? faults.map(({ words }) => words) : errors
