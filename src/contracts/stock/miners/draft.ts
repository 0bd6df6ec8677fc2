import { factsOf } from './models'
import { saidOr, sumOf, type Maybe } from './said'
import { efficiencyOf, type BoardReading, type MachineFault, type MachineState, type MinerReading } from './shape'

export interface BoardDraft {
  slot: number
  place?: string
  hashrate?: Maybe<number>
  nominalHashrate?: Maybe<number>
  chips?: Maybe<number>
  expectedChips?: Maybe<number>
  temperature?: Maybe<number>
  chipTemperature?: Maybe<number>
  serialNumber?: Maybe<string>
  /** Watts. */
  power?: Maybe<number>
  isMissing?: boolean
}

export interface ReadingDraft {
  source?: MinerReading['source']
  make?: Maybe<string>
  model?: Maybe<string>
  firmware?: Maybe<string>
  serialNumber?: Maybe<string>
  readAt?: Maybe<string>
  uptime?: Maybe<number>
  state?: Maybe<MachineState>
  isTuning?: boolean
  /** Current, never an average of the past. */
  hashrate?: Maybe<number>
  nominalHashrate?: Maybe<number>
  /** Undefined if the file lists no boards; none counts as missing then. */
  boards?: BoardDraft[]
  listsMissingBoards?: boolean
  expectedBoards?: Maybe<number>
  fans?: Maybe<(number | null)[]>
  expectedFans?: Maybe<number>
  isLiquidCooled?: Maybe<boolean>
  power?: Maybe<number>
  powerLimit?: Maybe<number>
  lowered?: Maybe<string>
  environmentTemperature?: Maybe<number>
  errors?: readonly string[]
  faults?: readonly MachineFault[]
  pools?: MinerReading['pools']
}

const MOST_BOARDS = 64

const BOARD_FIELDS = ['hashrate', 'nominalHashrate', 'chips', 'expectedChips', 'temperature', 'chipTemperature', 'serialNumber'] as const
const FIELDS = [
  'make', 'model', 'firmware', 'serialNumber', 'readAt', 'uptime', 'state', 'hashrate', 'nominalHashrate', 'expectedBoards', 'fans',
  'expectedFans', 'isLiquidCooled', 'power', 'powerLimit', 'lowered', 'environmentTemperature',
] as const // prettier-ignore

function originsOf(draft: ReadingDraft): Record<string, string> {
  const own = FIELDS.flatMap((field) => {
    const said = draft[field]
    return said ? [[field, said.from.slice(0, 120)] as const] : []
  })
  const ofBoards = BOARD_FIELDS.flatMap((field) => {
    const said = draft.boards?.map((board) => board[field]).find((each) => each)
    return said ? [[`boards.${field}`, said.from.slice(0, 120)] as const] : []
  })
  return Object.fromEntries([...own, ...ofBoards])
}

const emptyBoard = (slot: number): BoardReading => ({
  slot,
  place: null,
  hashrate: null,
  nominalHashrate: null,
  chips: null,
  expectedChips: null,
  temperature: null,
  chipTemperature: null,
  isMissing: false,
  serialNumber: null,
})

const boardOf = (board: BoardDraft): BoardReading => ({
  ...emptyBoard(board.slot),
  place: board.place ?? null,
  hashrate: saidOr(board.hashrate ?? null),
  nominalHashrate: saidOr(board.nominalHashrate ?? null),
  chips: saidOr(board.chips ?? null),
  expectedChips: saidOr(board.expectedChips ?? null),
  temperature: saidOr(board.temperature ?? null),
  chipTemperature: saidOr(board.chipTemperature ?? null),
  isMissing: board.isMissing ?? false,
  serialNumber: saidOr(board.serialNumber ?? null),
})

/** An S9 has boards 6, 7 and 8; other models count from 1. */
const firstPlace = (slots: readonly number[]): number => (slots.length > 0 && slots.every((slot) => slot >= 6 && slot <= 8) ? 6 : 1)

/** All boards of a machine have the same number of chips: fewer means lost ones. Adds missing boards. */
function completeBoards(boards: readonly BoardReading[], expectedBoards: number | null): BoardReading[] {
  const most = Math.max(0, ...boards.map(({ expectedChips, chips }) => expectedChips ?? chips ?? 0))
  const expectedChips = most > 0 ? most : null
  const counted = boards
    .slice(0, MOST_BOARDS)
    // A board without a chip count has lost none.
    .map((each) => ({ ...each, expectedChips: each.expectedChips ?? (each.chips === null && !each.isMissing ? null : expectedChips) }))
  const slots = new Set(counted.map(({ slot }) => slot))
  const wanted = Math.min(expectedBoards ?? 0, MOST_BOARDS)
  for (let slot = Math.min(firstPlace([...slots]), ...slots); slots.size < wanted; slot += 1) {
    if (slots.has(slot)) continue
    slots.add(slot)
    counted.push({ ...emptyBoard(slot), hashrate: 0, chips: 0, expectedChips, isMissing: true })
  }
  return counted.sort((a, b) => a.slot - b.slot)
}

/** Null if a board is missing or does not report its nominal rate. */
const nominalOf = (boards: readonly BoardReading[], expected: number | null): number | null =>
  boards.length < (expected ?? 1) || boards.some(({ nominalHashrate }) => nominalHashrate === null)
    ? null
    : sumOf(boards.map(({ nominalHashrate }) => nominalHashrate))

/** The rate is 0, even if the file still has an average. */
const STILL: readonly MachineState[] = ['asleep', 'stopped', 'too_hot']

/** J/TH that no machine reaches: a lower value has another meaning of power. */
const LOWEST_EFFICIENCY = 5
const TERA = 1e12
const plausible = (power: number | null, hashrate: number | null): number | null =>
  power !== null && hashrate !== null && hashrate >= TERA && power / (hashrate / TERA) < LOWEST_EFFICIENCY ? null : power

const errorTexts = (errors: readonly string[] = []) => errors.slice(0, 64).map((error) => error.slice(0, 300))

export function readingOf(dialect: string, draft: ReadingDraft): MinerReading {
  const make = saidOr(draft.make ?? null)
  const model = saidOr(draft.model ?? null)
  const facts = factsOf(make, model)
  const boards = (draft.boards ?? []).map(boardOf)
  const said = draft.state?.value ?? null
  const now = saidOr(draft.hashrate ?? null) ?? sumOf(boards.map(({ hashrate }) => hashrate))
  const hashrate = said !== null && STILL.includes(said) ? 0 : now
  const state = said ?? (hashrate === null ? null : hashrate > 0 ? 'hashing' : 'stopped')
  const expectedBoards = saidOr(draft.expectedBoards ?? null) ?? facts.boards ?? null
  const power = plausible(saidOr(draft.power ?? null) ?? sumOf((draft.boards ?? []).map((board) => saidOr(board.power ?? null))), hashrate)
  const isStill = hashrate === 0
  const listed = boards.length > 0 ? expectedBoards : null
  return {
    source: draft.source ?? 'cgminer',
    dialect,
    make,
    model,
    firmware: saidOr(draft.firmware ?? null),
    serialNumber: saidOr(draft.serialNumber ?? null),
    readAt: saidOr(draft.readAt ?? null),
    uptime: saidOr(draft.uptime ?? null),
    state,
    isMining: state === null ? null : state === 'hashing' || (state === 'starting' && (hashrate ?? 0) > 0),
    isTuning: draft.isTuning ?? null,
    hashrate,
    nominalHashrate: saidOr(draft.nominalHashrate ?? null) ?? nominalOf(boards, expectedBoards),
    // A board at rest still reports its last rate.
    boards: completeBoards(
      isStill ? boards.map((each) => ({ ...each, hashrate: each.hashrate === null ? null : 0 })) : boards,
      draft.listsMissingBoards === true ? null : listed,
    ),
    expectedBoards,
    fans: (draft.fans?.value ?? []).slice(0, 32),
    expectedFans: saidOr(draft.expectedFans ?? null) ?? facts.fans ?? null,
    isLiquidCooled: saidOr(draft.isLiquidCooled ?? null) ?? (facts.fans === 0 ? true : null),
    power,
    powerLimit: saidOr(draft.powerLimit ?? null),
    lowered: saidOr(draft.lowered ?? null),
    efficiency: efficiencyOf(power, hashrate),
    environmentTemperature: saidOr(draft.environmentTemperature ?? null),
    errors: errorTexts(draft.errors),
    faults: (draft.faults ?? []).slice(0, 64).map((fault) => ({ ...fault, words: fault.words.slice(0, 300) })),
    pools: (draft.pools ?? []).slice(0, 16),
    cards: [],
    expectedCards: null,
    drives: [],
    origins: originsOf(draft),
  }
}
