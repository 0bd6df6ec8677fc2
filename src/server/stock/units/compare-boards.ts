import { boardSlots, partName, tooManyBoards, type PartOfReading } from '~/contracts/stock/boards'
import { knownSerial, unitName, type Unit } from '~/contracts/stock/units'
import { serialKey } from '~/contracts/numbers'
import type { AddedReading } from '~/contracts/stock/readings'
import type { BoardReading, MinerReading } from '~/contracts/stock/miners/shape'
import { Prisma } from '~/generated/prisma/client'
import { stripUnstorable } from '~/contracts/fields'
import { isShown, readReadings } from '~/server/stock/units/reading-rows'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { fieldError } from '~/server/platform/errors'
import { judgeBoards, type BoardHistory } from './judge-boards'

type Tx = Prisma.TransactionClient

const MOST_SEEN = 2000
const MOST_INSTALLED = 500
/** A case has at most as many files. */
const MOST_READINGS = 40

/** Firmware also writes zeros and words instead of a serial number. */
function keyOf(serial: string | null): string | null {
  const key = serialKey(knownSerial(serial))
  return key === null || /^(.)\1*$/.test(key) ? null : key
}

/** Null for a number that several boards of a reading share. */
export function boardKeys(boards: readonly Pick<BoardReading, 'serialNumber' | 'isMissing'>[]): (string | null)[] {
  const keys = boards.map(({ serialNumber, isMissing }) => (isMissing ? null : keyOf(serialNumber)))
  return keys.map((key) => (key !== null && keys.filter((each) => each === key).length === 1 ? key : null))
}

interface FoundPart {
  /** 0-based. */
  slot: number
  key: string | null
  serialNumber: string | null
}

function boardsIn({ boards }: MinerReading): FoundPart[] {
  const slots = boardSlots(boards)
  const keys = boardKeys(boards)
  return boards.map((board, index) => ({
    slot: slots[index] ?? index,
    key: keys[index] ?? null,
    serialNumber: keys[index] === null ? null : stripUnstorable(board.serialNumber ?? '').trim(),
  }))
}

/** By UUID: NVIDIA's GeForce cards have no serial number. */
function cardsIn({ cards = [] }: MinerReading): FoundPart[] {
  const numbers = cards.map(({ uuid, serialNumber }) => uuid ?? serialNumber)
  const keys = boardKeys(numbers.map((serialNumber) => ({ serialNumber, isMissing: false })))
  return numbers.map((number, slot) => ({
    slot,
    key: keys[slot] ?? null,
    serialNumber: keys[slot] === null ? null : stripUnstorable(number ?? '').trim(),
  }))
}

async function historyOf(tx: Tx, unitId: string, kind: PartOfReading): Promise<BoardHistory> {
  const seen = await tx.$queryRaw<BoardHistory['seen'][number][]>`
    SELECT b.reading_id::text AS "readingId", b.slot, b.serial_key AS key, b.verdict::text, b.answer, b.created_at AS at
    FROM reading_boards AS b JOIN case_readings AS t ON t.id = b.reading_id
    WHERE b.unit_id IN (SELECT unit_family(${unitId}::uuid)) AND b.kind = ${kind}::read_part AND ${isShown}
    ORDER BY b.created_at DESC, b.reading_id, b.slot LIMIT ${MOST_SEEN}`
  // The stock has no graphics cards as parts.
  if (kind === 'card') return { seen, installed: [] }
  const installed = await tx.$queryRaw<BoardHistory['installed'][number][]>`
    SELECT p.serial_key AS key, i.installed_at AS at, i.removed_at AS "removedAt"
    FROM installations AS i JOIN parts AS p ON p.id = i.part_id JOIN part_types AS y ON y.id = p.type_id
    WHERE i.unit_id IN (SELECT unit_family(${unitId}::uuid)) AND y.kind = 'hashboard' ORDER BY i.installed_at, i.id LIMIT ${MOST_INSTALLED}`
  return { seen, installed }
}

/** A control board installed here may have given the machine another number. @throws BAD_REQUEST `text` with both serial numbers */
async function mustBeItsOwn(tx: Tx, { id, unitNumber, serialNumber }: Unit, read: string | null): Promise<void> {
  const key = serialKey(knownSerial(read))
  const own = knownSerial(serialNumber)
  if (key === null || own === null || key === serialKey(own)) return
  const [known] = await tx.$queryRaw<object[]>`
    SELECT 1 FROM units AS u WHERE u.id IN (SELECT unit_family(${id}::uuid)) AND u.serial_key = ${key}
    UNION ALL SELECT 1 FROM installations AS i JOIN parts AS p ON p.id = i.part_id JOIN part_types AS y ON y.id = p.type_id
    WHERE i.unit_id IN (SELECT unit_family(${id}::uuid)) AND i.removed_at IS NULL AND y.kind = 'control_board' LIMIT 1`
  if (known) return
  throw fieldError(
    'validation_failed',
    'text',
    `This is a reading of another machine: its serial number is ${(read ?? '').trim()}, and ${unitNumber} has ${own}.`,
  )
}

export async function boardsOfModel(tx: Pick<Tx, 'deviceModel'>, modelId: string | null): Promise<number | null> {
  const model = modelId === null ? null : await tx.deviceModel.findUnique({ where: { id: modelId }, select: { boards: true } })
  return model?.boards ?? null
}

interface NewReading {
  id: string
  reading: MinerReading
}

/**
 * Needs the unit's lock. @returns notices about boards not changed here, too many boards, and cards of another rig
 * @throws BAD_REQUEST `text`
 */
export async function compareBoards(tx: Tx, unit: Unit, read: NewReading): Promise<AddedReading> {
  await mustBeItsOwn(tx, unit, read.reading.serialNumber)
  const notices = await storeBoards(tx, unit, read)
  return { id: read.id, ...(notices.length > 0 && { notices }) }
}

export async function compareAgain(tx: Tx, unit: Unit, caseId: string): Promise<void> {
  const compared = Prisma.sql`t.case_id = ${caseId}::uuid AND EXISTS (
    SELECT FROM reading_boards AS b WHERE b.reading_id = t.id AND b.unit_id NOT IN (SELECT unit_family(${unit.id}::uuid)))`
  const readings = await readReadings({ readJson: readJsonWithin(tx) }, compared, MOST_READINGS)
  if (readings.length === 0) return
  await tx.readingBoard.deleteMany({ where: { readingId: { in: readings.map(({ id }) => id) } } })
  for (const { id, reading } of readings.toReversed()) if (reading) await storeBoards(tx, unit, { id, reading })
}

/** A UUID belongs to the card, not to its slot. */
async function readElsewhere(tx: Tx, { id }: Unit, cards: readonly FoundPart[]): Promise<string[]> {
  const keys = cards.flatMap(({ key }) => key ?? [])
  if (keys.length === 0) return []
  const rows = await tx.$queryRaw<{ key: string; unitNumber: string }[]>`
    SELECT DISTINCT ON (b.serial_key) b.serial_key AS key, u.unit_number AS "unitNumber"
    FROM reading_boards AS b JOIN case_readings AS t ON t.id = b.reading_id JOIN units AS u ON u.id = kept_unit(b.unit_id)
    WHERE b.serial_key = ANY (${keys}) AND b.kind = 'card' AND b.unit_id NOT IN (SELECT unit_family(${id}::uuid)) AND ${isShown}
    ORDER BY b.serial_key, b.created_at DESC`
  return cards.flatMap(({ key, slot }) => {
    const other = rows.find((row) => row.key === key)
    return other ? [`${partName('card', slot)} was read in ${other.unitNumber} before.`] : []
  })
}

async function storeBoards(tx: Tx, unit: Unit, { id, reading }: NewReading): Promise<string[]> {
  const kind: PartOfReading = (reading.cards ?? []).length > 0 ? 'card' : 'board'
  const boards = kind === 'card' ? cardsIn(reading) : boardsIn(reading)
  const verdicts = judgeBoards(await historyOf(tx, unit.id, kind), boards)
  await tx.readingBoard.createMany({
    data: boards.map(({ slot, key, serialNumber }, index) => ({
      ...{ readingId: id, unitId: unit.id, kind, slot, serialNumber, serialKey: key },
      verdict: verdicts[index] ?? 'not_read',
    })),
  })
  const foreign = boards.filter((_board, index) => verdicts[index] === 'foreign').map(({ slot }) => partName(kind, slot))
  const many = tooManyBoards(reading.boards, await boardsOfModel(tx, unit.modelId), unitName(unit))
  return [
    ...(foreign.length > 0
      ? [
          `${new Intl.ListFormat('en-GB').format(foreign)} of ${unit.unitNumber} ${foreign.length === 1 ? 'was' : 'were'} changed by nobody here. Say on its page: swapped before us, or misread?`,
        ]
      : []),
    ...(many === null ? [] : [many]),
    ...(kind === 'card' ? await readElsewhere(tx, unit, boards) : []),
  ]
}
