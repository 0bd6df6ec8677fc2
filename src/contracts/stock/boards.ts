import * as z from 'zod'
import { readingPhases, type CaseReading } from '~/contracts/stock/readings'
import { LONGEST_READING } from '~/contracts/stock/miners/json'
import type { CardReading } from '~/contracts/stock/miners/cards/shape'
import type { BoardReading } from '~/contracts/stock/miners/shape'
import { decimalOrNull, rowId, withIdempotencyKey } from '~/contracts/fields'

/** Boards as readings find them, compared with the record. */

export const boardVerdicts = ['first_seen', 'same', 'swapped_here', 'foreign', 'not_read'] as const
export type BoardVerdict = (typeof boardVerdicts)[number]

export const boardVerdictWords: Record<BoardVerdict, string> = {
  first_seen: 'First seen',
  same: 'Same',
  swapped_here: 'Swapped here',
  foreign: 'Changed by nobody here',
  not_read: 'Not read',
}

/** Staff's explanation of a board that was not changed here. */
export const boardAnswers = ['swapped before us', 'misread'] as const
export type BoardAnswer = (typeof boardAnswers)[number]

export const answerBoardInput = z.object({ id: rowId, answer: z.enum(boardAnswers) })

const LARGEST_POWER = 100_000

export const addUnitReadingInput = z.object({
  id: rowId,
  phase: z.enum(readingPhases),
  text: z.string().max(LONGEST_READING, 'This file is too long for a reading: at most 400 kB.'),
  /** Watts measured at the wall, for a machine that does not report them. */
  power: decimalOrNull({ name: 'Power', highest: LARGEST_POWER, tooHigh: 'Too large a power', decimals: 1, tooFine: 'At most one decimal' })
    .optional()
    .transform((watts) => watts ?? null),
  ...withIdempotencyKey,
})

/** `board`: hashboard; `card`: graphics card of a rig. */
export const partsOfReadings = ['board', 'card'] as const
export type PartOfReading = (typeof partsOfReadings)[number]

/** 'Board 1', 'Card 1'. @param slot from 0 */
export const partName = (kind: PartOfReading, slot: number) => `${kind === 'card' ? 'Card' : 'Board'} ${slot + 1}`

export interface SwappedIn {
  partNumber: string
  caseNumber: string | null
}

export interface FoundBoard {
  id: string
  readingId: string
  /** Left out: a board. */
  kind?: PartOfReading
  /** From 0. */
  slot: number
  serialNumber: string | null
  verdict: BoardVerdict
  /** For a foreign board; null until staff answer, and for an unknown stored text. */
  answer: BoardAnswer | null
  answeredBy: string | null
  answeredAt: Date | null
  readAt: Date
  swappedIn: SwappedIn | null
}

export type UnitReading = Omit<CaseReading, 'fileId'> & { caseNumber: string | null }

/** The machine's report beside the record; null if not read. */
interface BoardSide {
  measured: BoardReading | null
  found: FoundBoard | null
}

export interface CardSide {
  measured: CardReading | null
  found: FoundBoard | null
}

export interface UnitBoards {
  /** The newest of each phase; a reading after the work counts only if it is newer than the one before. */
  before: UnitReading | null
  after: UnitReading | null
  boards: { slot: number; before: BoardSide; after: BoardSide }[]
  /** Of a rig; absent for other machines. */
  cards?: { slot: number; before: CardSide; after: CardSide }[]
  foreign: FoundBoard[]
  notices: string[]
}

/** Slots from 0: readings count from 1, and a broken one may repeat a slot. */
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

export function tooManyBoards(boards: readonly BoardReading[], expected: number | null, name: string): string | null {
  const there = boards.filter(({ isMissing }) => !isMissing).length
  return expected === null || expected < 1 || there <= expected ? null : `The reading names ${there} boards, and a ${name} has ${expected}.`
}
