import type { CaseReading, ReadingPhase } from '~/contracts/stock/readings'
import type { BoardReading } from '~/contracts/stock/miners/shape'

/** The newest of each phase. */
export type ReadPair = Record<ReadingPhase, CaseReading | undefined>

export interface BoardPair {
  /** '1', or '6 → 1' if the second firmware numbers it differently. */
  label: string
  before: BoardReading | undefined
  after: BoardReading | undefined
}

const boardsOf = (pair: ReadPair, phase: ReadingPhase): readonly BoardReading[] => pair[phase]?.reading?.boards ?? []

/** Firmware counts a machine's boards from 1 or from 6. */
const firstOf = (boards: readonly BoardReading[]) => (Math.min(...boards.map(({ slot }) => slot)) >= 6 ? 6 : 1)

/** The readings number boards differently, so only serial numbers match them. */
export const isCountedOtherwise = (pair: ReadPair): boolean => {
  const [before, after] = [boardsOf(pair, 'before'), boardsOf(pair, 'after')]
  return before.length > 0 && after.length > 0 && firstOf(before) !== firstOf(after)
}

const labelOf = (before: BoardReading | undefined, after: BoardReading | undefined): string =>
  before && after && before.slot !== after.slot ? `${before.slot} → ${after.slot}` : String((before ?? after)?.slot ?? '')

/** By serial number, else by place if both number them alike. */
export function boardPairs(pair: ReadPair): BoardPair[] {
  const left = new Set(boardsOf(pair, 'after'))
  const isOther = isCountedOtherwise(pair)
  const take = (board: BoardReading | undefined) => {
    if (board) left.delete(board)
    return board
  }
  const before = boardsOf(pair, 'before')
  const named = new Map(
    before.map((board) => [
      board,
      board.serialNumber === null ? undefined : take([...left].find(({ serialNumber }) => serialNumber === board.serialNumber)),
    ]),
  )
  const pairs = before.map((board) => {
    const after = named.get(board) ?? (isOther ? undefined : take([...left].find(({ slot }) => slot === board.slot)))
    return { label: labelOf(board, after), before: board, after, slot: board.slot }
  })
  const rest = [...left].map((board) => ({ label: labelOf(undefined, board), before: undefined, after: board, slot: board.slot }))
  return [...pairs, ...rest]
    .sort((one, other) => one.slot - other.slot)
    .map(({ label, before: own, after }) => ({ label, before: own, after }))
}
