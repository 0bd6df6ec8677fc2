import * as z from 'zod'
import { readingPhases, type CaseReading } from '~/contracts/stock/readings'
import { LONGEST_READING } from '~/contracts/stock/miners/json'
import type { CardReading } from '~/contracts/stock/miners/cards/shape'
import type { BoardReading } from '~/contracts/stock/miners/shape'
import { decimalOrNull, rowId, withIdempotencyKey } from '~/contracts/fields'

/** The boards of a machine, as its readings find them beside what the record says of it. */

export const boardVerdicts = ['first_seen', 'same', 'swapped_here', 'foreign', 'not_read'] as const
export type BoardVerdict = (typeof boardVerdicts)[number]

export const boardVerdictWords: Record<BoardVerdict, string> = {
  first_seen: 'First seen',
  same: 'Same',
  swapped_here: 'Swapped here',
  foreign: 'Changed by nobody here',
  not_read: 'Not read',
}

/** Staff's answer about a board that nobody here has changed. */
export const boardAnswers = ['swapped before us', 'misread'] as const
export type BoardAnswer = (typeof boardAnswers)[number]

/** `id` of the board in its reading; the same serial number in other readings of the machine is answered with it. */
export const answerBoardInput = z.object({ id: rowId, answer: z.enum(boardAnswers) })

const LARGEST_POWER = 100_000

/** A reading of a machine outside of any case. */
export const addUnitReadingInput = z.object({
  id: rowId,
  phase: z.enum(readingPhases),
  /** The machine's answer, as a text. */
  text: z.string().max(LONGEST_READING, 'This file is too long for a reading: at most 400 kB.'),
  /** Watts as measured at the wall, for a machine that does not say them itself. */
  power: decimalOrNull({ name: 'Power', highest: LARGEST_POWER, tooHigh: 'Too large a power', decimals: 1, tooFine: 'At most one decimal' })
    .optional()
    .transform((watts) => watts ?? null),
  ...withIdempotencyKey,
})

/** Parts that a reading lists: hashboards, or a rig's graphics cards. */
export const partsOfReadings = ['board', 'card'] as const
export type PartOfReading = (typeof partsOfReadings)[number]

/** 'Board 1', 'Card 1': people count from 1, and readings show it so. @param slot from 0 */
export const partName = (kind: PartOfReading, slot: number) => `${kind === 'card' ? 'Card' : 'Board'} ${slot + 1}`

/** A part of the shop's that a board was found to be. */
export interface SwappedIn {
  partNumber: string
  caseNumber: string | null
}

export interface FoundBoard {
  id: string
  readingId: string
  /** Board by default. */
  kind?: PartOfReading
  /** From 0. */
  slot: number
  serialNumber: string | null
  verdict: BoardVerdict
  /** Of a foreign one; null until staff have answered, as any other text that plain SQL has written. */
  answer: BoardAnswer | null
  answeredBy: string | null
  answeredAt: Date | null
  readAt: Date
  swappedIn: SwappedIn | null
}

export type UnitReading = Omit<CaseReading, 'fileId'> & { caseNumber: string | null }

/** One slot before and after the work: what the machine said, and what the record says of the board. Null where it was not read. */
interface BoardSide {
  measured: BoardReading | null
  found: FoundBoard | null
}

/** One card of a rig, like `BoardSide`. */
export interface CardSide {
  measured: CardReading | null
  found: FoundBoard | null
}

export interface UnitBoards {
  /** The newest reading of each phase; none after the work that is older than the one before it. */
  before: UnitReading | null
  after: UnitReading | null
  boards: { slot: number; before: BoardSide; after: BoardSide }[]
  /** The graphics cards of a rig; absent for a machine without any. */
  cards?: { slot: number; before: CardSide; after: CardSide }[]
  /** Boards that nobody here has changed: those without an answer first. */
  foreign: FoundBoard[]
  /** Remarks, such as more boards than the model has. */
  notices: string[]
}

/** The place of each board of a reading, from 0: readings count from 1, and a broken one may name a place twice. */
export function boardSlots(boards: readonly Pick<BoardReading, 'slot'>[]): number[] {
  const taken = new Set<number>()
  const free = (slot: number): boolean => Number.isInteger(slot) && slot >= 0 && slot < 256 && !taken.has(slot)
  return boards.map(({ slot }) => {
    const place = free(slot - 1) ? slot - 1 : Array.from({ length: 256 }, (_, each) => each).find(free)
    if (place === undefined) return 0
    taken.add(place)
    return place
  })
}

/** A sentence for a machine that has more boards than its model; null else. @param expected as the model says */
export function tooManyBoards(boards: readonly BoardReading[], expected: number | null, name: string): string | null {
  const there = boards.filter(({ isMissing }) => !isMissing).length
  return expected === null || expected < 1 || there <= expected ? null : `The reading names ${there} boards, and a ${name} has ${expected}.`
}
