import type { BoardReading, MachineFault, MinerReading } from '../shape'
import type { EvaluationProposal } from './proposal'

const list = (slots: readonly number[]): string => new Intl.ListFormat('en-GB').format(slots.map(String))

/** Seconds after the start before boards at rest are judged. */
const STARTING = 5 * 60

/**
 * A board that found its chips answers; one at a rate of 0 is dead only while others hash.
 * @param isAtRest boards of a sleeping machine may have no power: a silent one is dead only if another answers
 */
export function deadBoards({ boards, hashrate, state, uptime }: MinerReading, isAtRest: boolean): BoardReading[] {
  const isSilent = (board: BoardReading) => board.isMissing || board.chips === 0
  if (isAtRest) {
    // A starting machine finds its boards one by one.
    if (state === 'starting' || (uptime !== null && uptime < STARTING)) return []
    const silent = boards.filter(isSilent)
    return boards.some((board) => !isSilent(board) && (board.chips ?? 0) > 0) ? silent : []
  }
  const othersHash = (board: BoardReading) => boards.some((other) => other !== board && (other.hashrate ?? 0) > 0)
  const isIdle = (board: BoardReading) => board.hashrate === 0 && (hashrate ?? 0) > 0 && othersHash(board)
  return boards.filter((board) => isSilent(board) || isIdle(board))
}

export const missingChips = (board: BoardReading): number =>
  board.chips === null || board.expectedChips === null ? 0 : Math.max(0, board.expectedChips - board.chips)

export const chipsText = (board: BoardReading): string =>
  `Board ${board.slot} has ${board.chips ?? 0} of ${board.expectedChips ?? 0} chips.`

const sentence = (fault: MachineFault) => `${fault.words.replace(/\.$/, '')}.`

export function boardCheck(
  { boards, faults = [] }: MinerReading,
  dead: readonly BoardReading[],
  short: readonly BoardReading[],
): EvaluationProposal['checks'] {
  const told = faults.filter(({ part }) => part === 'boards')
  if (boards.length === 0 && told.length === 0) return []
  const found = [
    ...(dead.length > 0 ? [`Board ${list(dead.map(({ slot }) => slot))} ${dead.length === 1 ? 'does' : 'do'} not answer.`] : []),
    ...short.map(chipsText),
    ...told.map(sentence),
  ]
  const known = boards.some(({ chips }) => chips !== null)
  const many = boards.length === 1 ? 'Its board answers' : `All ${boards.length} boards answer`
  const well = known ? `${many}, with all ${boards.length === 1 ? 'its' : 'their'} chips.` : `${many}.`
  return [{ item: 'boards', result: found.length > 0 ? 'fault' : 'ok', note: found.join(' ').slice(0, 500) || well }]
}
