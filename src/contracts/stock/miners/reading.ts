import { Answers } from './answers'
import { isHeaderless, isNvidiaCsv, readNvidiaCsv } from './cards/nvidia-csv'
import { readCards, rigReading } from './cards/read-cards'
import { dialects } from './dialects'
import { readingOf } from './draft'
import { figureOf } from '~/contracts/written-figure'
import { hashrateOf, hashrateText } from '~/contracts/catalogue/hashrate'
import { answersIn, LONGEST_READING, ReadingError } from './json'
import { boardCheck, chipsText, deadBoards, missingChips } from './proposal/board-check'
import { cardProposal } from './proposal/card-check'
import { doubtsOf, type Doubts, type Plate } from './proposal/doubts'
import { fanCheck } from './proposal/fan-check'
import type { EvaluationProposal, ReadableCheck } from './proposal/proposal'
import { isPyasic, readPyasic } from './pyasic'
import { refusalOf } from './refusals'
import type { MinerReading } from './shape'

const HEADERLESS = 'This table has no header, so that its values cannot be told apart. Save it with --format=csv, without noheader.'
const IS_XML = 'This file is XML, and not JSON. Of XML only what nvidia-smi -q -x writes is read.'

export const isXml = (text: string): boolean => /^[\s\uFEFF]{0,100}</.test(text.slice(0, 200))

/** Refuses a file with several machines. */
function pyasicIn(documents: readonly unknown[]): unknown {
  const written = documents
    .flatMap((document): unknown[] => (Array.isArray(document) ? document.slice(0, 100) : [document]))
    .filter(isPyasic)
  if (written.length > 1) throw new ReadingError(`This file is of ${written.length} machines that pyasic has read. Save each alone.`)
  return written[0]
}

/**
 * JSON or CSV: pyasic's output, a firmware's answers, or reports of graphics-card programs. @throws {ReadingError} with a sentence for
 * people
 */
export function readMiner(text: string): MinerReading {
  if (isXml(text)) throw new ReadingError(IS_XML)
  if (text.length <= LONGEST_READING && isNvidiaCsv(text)) return rigReading([readNvidiaCsv(text)])
  if (isHeaderless(text)) throw new ReadingError(HEADERLESS)
  const documents = answersIn(text)
  const written = pyasicIn(documents)
  if (written !== undefined) return readPyasic(written)
  const answers = new Answers(documents)
  const cards = readCards(answers)
  if (cards !== null) return cards
  const dialect = dialects.find((each) => each.recognises(answers))
  if (!dialect) throw new ReadingError(refusalOf(answers))
  return readingOf(dialect.name, dialect.read(answers))
}

export const readableChecks: readonly ReadableCheck[] = [
  'powers_on',
  'hashrate',
  'boards',
  'cards',
  'fans',
  'power_supply',
  'firmware_lock',
]

/** By the labels of a new shop. */
const proposedReasons = {
  deadBoard: 'Dead hashboard',
  missingChips: 'Missing chips',
  fan: 'Fan replacement',
} as const

/** Shares of the nameplate hashrate: for a grade, and to count as working at all. */
const PARTS = { excellent: 0.97, good: 0.9, fair: 0.5 } as const

const percent = (part: number) => `${Math.round(part * 100)}%`

const gradeWords = {
  cards: { dead: 'card has a fault', whole: 'all its cards' },
  boards: { dead: 'board does not answer', whole: 'all boards and fans' },
}

function gradeOf(
  part: number | null,
  faults: { dead: number; short: number; fans: number; errors: number },
  words: (typeof gradeWords)[keyof typeof gradeWords],
): EvaluationProposal['grade'] {
  if (part === null) return faults.dead > 0 ? { grade: 'fair', reason: `A ${words.dead}.` } : null
  const reached = `It reaches ${percent(part)} of its name plate`
  if (part < PARTS.fair) return { grade: 'poor', reason: `${reached}, less than half.` }
  if (faults.dead > 0) return { grade: 'fair', reason: `${reached}, and a ${words.dead}.` }
  if (faults.short > 0) return { grade: 'fair', reason: `${reached}, and chips are missing.` }
  if (part < PARTS.good) return { grade: 'fair', reason: `${reached}, less than ${percent(PARTS.good)}.` }
  if (part < PARTS.excellent || faults.fans > 0 || faults.errors > 0) {
    return { grade: 'good', reason: faults.fans + faults.errors > 0 ? `${reached}, with smaller faults.` : `${reached}.` }
  }
  return { grade: 'excellent', reason: `${reached}, with ${words.whole}. What it looks like is for a person to say.` }
}

function powerCheck({ errors, faults = [], power, source }: MinerReading): EvaluationProposal['checks'] {
  const told = faults.filter(({ part }) => part === 'power_supply').map(({ words }) => words)
  const supply = faults.length > 0 ? told : errors.filter((error) => /power|psu|voltage/i.test(error))
  if (supply.length > 0)
    return [{ item: 'power_supply', result: 'fault', note: `${supply.join('; ').slice(0, 300)}.`.replace(/\.\.$/, '.') }]
  // A rig's power is known for its cards only, which says nothing about the power supply.
  return power === null || source === 'cards' ? [] : [{ item: 'power_supply', result: 'ok', note: `It drew ${Math.round(power)} W.` }]
}

/** From the catalogue; each known field allows another check. */
export interface CaseMachine {
  /** Such as '3250W'. */
  power?: string | null
  manufacturer?: string | null
  model?: string | null
}

const wattsOf = (text: string | null | undefined): number | null => {
  const [, digits = '', kilo] = /^\s{0,3}([\d,.]{1,12})\s{0,3}(k?)w?/i.exec((text ?? '').slice(0, 40)) ?? []
  const watts = (figureOf(digits) ?? 0) * (kilo ? 1000 : 1)
  return watts > 0 ? watts : null
}

function judge(reading: MinerReading, nominal: string | null, { power, manufacturer = null, model = null }: CaseMachine) {
  const plate: Plate = { hashrate: nominal === null ? null : hashrateOf(nominal), power: wattsOf(power), manufacturer, model }
  const isAtRest = reading.isMining === false || reading.hashrate === 0
  const silent = deadBoards(reading, isAtRest)
  return { plate, silent, doubts: doubtsOf(reading, silent, plate, reading.nominalHashrate) }
}

export const readingDoubts = (reading: MinerReading, nominal: string | null = null, machine: CaseMachine = {}): Doubts =>
  judge(reading, nominal, machine).doubts

/** An administrator decides on the proposal. @param nominal the nameplate hashrate, '110 TH/s'; without it the machine's own */
export function proposeEvaluation(reading: MinerReading, nominal: string | null, machine: CaseMachine = {}): EvaluationProposal {
  const { hashrate, errors } = reading
  const { plate, silent, doubts } = judge(reading, nominal, machine)
  const dead = doubts.hidesBoards ? [] : silent
  const short = doubts.isAtRest ? [] : reading.boards.filter((board) => !silent.includes(board) && missingChips(board) > 0)
  const fans = fanCheck(reading, doubts.isAtRest)
  const against = plate.hashrate ?? reading.nominalHashrate
  const part = hashrate === null || against === null || against <= 0 || doubts.hidesRate ? null : hashrate / against
  const cards = cardProposal(reading)
  const notes = [...doubts.notes, ...cards.notes]
  const runs = hashrate !== null && hashrate > 0
  // While nothing hashes, an answering board is neither good nor faulty.
  const tellsBoards = !doubts.hidesBoards && (!doubts.isAtRest || dead.length > 0)
  return {
    checks: [
      { item: 'powers_on', result: 'ok', note: runs ? 'It answered and was hashing when it was read.' : 'It answered when it was read.' },
      ...(part === null || hashrate === null || against === null
        ? []
        : [
            {
              item: 'hashrate' as const,
              result: part < PARTS.good ? ('fault' as const) : ('ok' as const),
              note: `${hashrateText(hashrate)} of ${hashrateText(against)}: ${percent(part)}.`,
            },
          ]),
      ...(tellsBoards ? boardCheck(reading, dead, short) : []),
      ...(reading.source === 'cards' ? cards.checks : fans.checks),
      ...powerCheck(reading),
    ],
    grade: doubts.hidesGrade
      ? null
      : gradeOf(
          part,
          { dead: dead.length + cards.deductions.length, short: short.length, fans: fans.faulty, errors: errors.length },
          gradeWords[reading.source === 'cards' ? 'cards' : 'boards'],
        ),
    deductions: [
      ...dead.map(({ slot }) => ({ label: proposedReasons.deadBoard, explanation: `Board ${slot} does not answer.` })),
      ...(short.length > 0 ? [{ label: proposedReasons.missingChips, explanation: short.map(chipsText).join(' ') }] : []),
      ...(fans.faulty > 0 ? [{ label: proposedReasons.fan, explanation: fans.why }] : []),
      ...cards.deductions,
    ],
    ...(notes.length > 0 && { notes }),
  }
}
