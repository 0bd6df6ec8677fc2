import * as z from 'zod'
import { cardReading, driveReading } from './cards/shape'

/**
 * A reading of a machine in the shop's own form, independent of the program that wrote it. Hashrates are in H/s, temperatures in °C.
 * Optional fields are missing from readings stored before the field existed.
 */

const text = z
  .string()
  .transform((value) => value.slice(0, 200))
  .nullable()
  .catch(null)
const number = z.number().nullable().catch(null)
const flag = z.boolean().nullable().catch(null)

const board = z.object({
  /** The board's number in its own firmware: 6, 7 and 8 on an S9, 1, 2 and 3 on most others. */
  slot: z.number(),
  /** The connector as the firmware prints it, if that is no number: 'J6'. */
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

/** States of a machine. Asleep and stopped are on purpose; too hot means that it protects itself. */
export const machineStates = ['hashing', 'starting', 'asleep', 'stopped', 'too_hot'] as const
export type MachineState = (typeof machineStates)[number]

/** The part of a machine that an error concerns. */
export const faultParts = ['power_supply', 'fans', 'boards', 'temperature', 'control_board', 'pool', 'other'] as const
export type FaultPart = (typeof faultParts)[number]

const fault = z.object({
  part: z.enum(faultParts).catch('other'),
  code: text,
  /** The error in words, from the maker's table. */
  words: z.string(),
  /** The board that the error names. */
  slot: number,
})
export type MachineFault = z.output<typeof fault>

export const minerReading = z.object({
  /** `pyasic`: output of that program; `cgminer`: the machine's own answers; `cards`: a rig of graphics cards. */
  source: z.enum(['pyasic', 'cgminer', 'cards']),
  /** The firmware or program that wrote the file: 'Whatsminer API 3'. */
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
  /** The machine reports that it has not reached its rate yet. */
  isTuning: flag.optional(),
  hashrate: number,
  nominalHashrate: number,
  boards: z.array(board).max(64).catch([]),
  expectedBoards: number,
  /** Speeds in revolutions per minute; null for a fan that says nothing. */
  fans: z.array(number).max(32).catch([]),
  expectedFans: number,
  /** Cooled by water or oil, so that no fan needs to turn. */
  isLiquidCooled: flag.optional(),
  /** Watts at the wall. */
  power: number,
  powerLimit: number,
  /** The reason for a lowered power draw: 'Power mode Low'. */
  lowered: text.optional(),
  /** Joules for each terahash: watts for each TH/s. */
  efficiency: number,
  environmentTemperature: number,
  /** Errors as the machine wrote them. */
  errors: z.array(z.string()).max(64).catch([]),
  /** The same errors in words, by part. */
  faults: z.array(fault).max(64).catch([]).optional(),
  pools: z
    .array(z.object({ url: text, isAlive: flag, accepted: number, rejected: number }))
    .max(16)
    .catch([]),
  cards: z.array(cardReading).max(64).catch([]).optional(),
  /** The number of cards that the program counts, lost cards included. */
  expectedCards: number.optional(),
  drives: z.array(driveReading).max(16).catch([]).optional(),
  /** The source of each figure, by field: `{ hashrate: 'SUMMARY MHS 1m', 'boards.chips': 'STATS chain_acn' }`. */
  origins: z.record(z.string().max(60), z.string().max(120)).catch({}).optional(),
})
export type MinerReading = z.output<typeof minerReading>

const TERA = 1e12

/** J/TH, with one decimal; null if unknown. */
export const efficiencyOf = (power: number | null, hashrate: number | null): number | null =>
  power === null || hashrate === null || hashrate <= 0 ? null : Math.round((power / (hashrate / TERA)) * 10) / 10

/** Errors in words from the maker's table; without it as the machine wrote them. */
export const errorWords = ({ errors, faults = [] }: Pick<MinerReading, 'errors' | 'faults'>): string[] =>
  faults.length > 0 ? faults.map(({ words }) => words) : errors
