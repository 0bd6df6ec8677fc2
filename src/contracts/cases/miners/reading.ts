import { hashrateOf, hashrateText } from './hashrate'
import { readCgminer } from './cgminer'
import { answersIn } from './json'
import { isPyasic, readPyasic } from './pyasic'
import type { BoardReading, MinerReading } from './shape'

/**
 * Reads a machine's own data out of a file: what pyasic writes, or answers of the CGMiner API.
 * @throws {ReadingError} with a sentence for people
 */
export function readMiner(text: string): MinerReading {
  const answers = answersIn(text)
  const [first] = answers
  const written = Array.isArray(first) ? (first as unknown[]).find(isPyasic) : isPyasic(first) ? first : undefined
  return written === undefined ? readCgminer(answers) : readPyasic(written)
}

/** The checks of an evaluation that a reading can answer. */
export const readableChecks = ['powers_on', 'hashrate', 'boards', 'fans', 'power_supply', 'firmware_lock'] as const
export type ReadableCheck = (typeof readableChecks)[number]

/** The reasons of deductions that a reading proposes, by their labels as a shop begins with them. */
const proposedReasons = {
  deadBoard: 'Dead hashboard',
  missingChips: 'Missing chips',
  fan: 'Fan replacement',
} as const

export interface EvaluationProposal {
  /** Items of the checklist, with the reason of each result. What the reading says nothing of is not among them. */
  checks: { item: ReadableCheck; result: 'ok' | 'fault'; note: string }[]
  /** Null where the reading says too little. */
  grade: { grade: 'excellent' | 'good' | 'fair' | 'poor'; reason: string } | null
  /** The label of a reason for deductions, and why it is proposed. */
  deductions: { label: string; explanation: string }[]
}

/** Parts of the name plate's hashrate that a machine must reach: for a grade, and to count as working at all. */
const PARTS = { excellent: 0.97, good: 0.9, fair: 0.5 } as const
/** Slower fans (rpm) count as standing still. */
const SLOWEST_FAN = 300

const percent = (part: number) => `${Math.round(part * 100)} %`
const list = (slots: readonly number[]) => new Intl.ListFormat('en-GB').format(slots.map(String))

const isDead = (board: BoardReading) => board.isMissing || board.chips === 0 || (board.chips === null && board.hashrate === 0)
const missingChips = (board: BoardReading) =>
  isDead(board) || board.chips === null || board.expectedChips === null ? 0 : Math.max(0, board.expectedChips - board.chips)

function boardCheck(boards: readonly BoardReading[], dead: readonly BoardReading[], short: readonly BoardReading[]) {
  if (boards.length === 0) return []
  const faults = [
    ...(dead.length > 0 ? [`Board ${list(dead.map(({ slot }) => slot))} does not answer.`] : []),
    ...short.map((board) => `Board ${board.slot} has ${board.chips ?? 0} of ${board.expectedChips ?? 0} chips.`),
  ]
  const known = boards.some(({ chips }) => chips !== null)
  const well = known ? `All ${boards.length} boards answer, with all their chips.` : `All ${boards.length} boards answer.`
  return [{ item: 'boards' as const, result: faults.length > 0 ? ('fault' as const) : ('ok' as const), note: faults.join(' ') || well }]
}

function fanCheck({ fans, expectedFans }: MinerReading): { missing: number; checks: EvaluationProposal['checks'] } {
  const known = fans.filter((speed) => speed !== null)
  const still = known.filter((speed) => speed < SLOWEST_FAN).length
  const missing = Math.max(still, (expectedFans ?? 0) - (fans.length - still))
  if (known.length === 0) return { missing: 0, checks: [] }
  const note =
    missing > 0
      ? `${missing} of ${Math.max(fans.length, expectedFans ?? 0)} fans do not turn.`
      : `${known.length} fans turn, at ${known.join(', ')} rpm.`
  return { missing, checks: [{ item: 'fans', result: missing > 0 ? 'fault' : 'ok', note }] }
}

function gradeOf(part: number | null, faults: { dead: number; short: number; fans: number; errors: number }): EvaluationProposal['grade'] {
  if (part === null) return faults.dead > 0 ? { grade: 'fair', reason: 'A board does not answer.' } : null
  const reached = `It reaches ${percent(part)} of its name plate`
  if (part < PARTS.fair) return { grade: 'poor', reason: `${reached}, less than half.` }
  if (faults.dead > 0) return { grade: 'fair', reason: `${reached}, and a board does not answer.` }
  if (faults.short > 0) return { grade: 'fair', reason: `${reached}, and chips are missing.` }
  if (part < PARTS.good) return { grade: 'fair', reason: `${reached}, less than ${percent(PARTS.good)}.` }
  if (part < PARTS.excellent || faults.fans > 0 || faults.errors > 0) {
    return { grade: 'good', reason: faults.fans + faults.errors > 0 ? `${reached}, with smaller faults.` : `${reached}.` }
  }
  return { grade: 'excellent', reason: `${reached}, with all boards and fans. What it looks like is for a person to say.` }
}

/**
 * Proposes results of the checklist, a grade and deductions from a reading, each with its reason. An administrator decides.
 * @param nominal the hashrate on the name plate as the catalogue has it, such as '110 TH/s'; else what the machine itself was made for
 */
export function proposeEvaluation(reading: MinerReading, nominal: string | null): EvaluationProposal {
  const plate = (nominal === null ? null : hashrateOf(nominal)) ?? reading.nominalHashrate
  const { hashrate, boards, errors, power } = reading
  const part = hashrate === null || plate === null || plate <= 0 ? null : hashrate / plate
  const dead = boards.filter(isDead)
  const short = boards.filter((board) => missingChips(board) > 0)
  const fans = fanCheck(reading)
  const supply = errors.filter((error) => /power|psu|voltage/i.test(error))
  const runs = hashrate !== null && hashrate > 0
  return {
    checks: [
      { item: 'powers_on', result: 'ok', note: runs ? 'It answered and was hashing when it was read.' : 'It answered when it was read.' },
      ...(part === null || hashrate === null || plate === null
        ? []
        : [
            {
              item: 'hashrate' as const,
              result: part < PARTS.good ? ('fault' as const) : ('ok' as const),
              note: `${hashrateText(hashrate)} of ${hashrateText(plate)}: ${percent(part)}.`,
            },
          ]),
      ...boardCheck(boards, dead, short),
      ...fans.checks,
      ...(supply.length > 0
        ? [{ item: 'power_supply' as const, result: 'fault' as const, note: supply.join('; ').slice(0, 300) }]
        : power === null
          ? []
          : [{ item: 'power_supply' as const, result: 'ok' as const, note: `It drew ${Math.round(power)} W.` }]),
    ],
    grade: gradeOf(part, { dead: dead.length, short: short.length, fans: fans.missing, errors: errors.length }),
    deductions: [
      ...dead.map(({ slot }) => ({ label: proposedReasons.deadBoard, explanation: `Board ${slot} does not answer.` })),
      ...(short.length > 0
        ? [
            {
              label: proposedReasons.missingChips,
              explanation: short
                .map((board) => `Board ${board.slot} has ${board.chips ?? 0} of ${board.expectedChips ?? 0} chips.`)
                .join(' '),
            },
          ]
        : []),
      ...(fans.missing > 0 ? [{ label: proposedReasons.fan, explanation: `${fans.missing} of the fans do not turn.` }] : []),
    ],
  }
}
