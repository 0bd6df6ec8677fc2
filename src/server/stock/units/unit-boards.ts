import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import {
  type answerBoardInput,
  boardAnswers,
  boardSlots,
  boardVerdicts,
  partName,
  partsOfReadings,
  tooManyBoards,
  type addUnitReadingInput,
  type FoundBoard,
  type UnitBoards,
  type UnitReading,
} from '~/contracts/stock/boards'
import { unitName, type Unit } from '~/contracts/stock/units'
import type { AddedReading, ReadingPhase } from '~/contracts/stock/readings'
import { efficiencyOf, type MinerReading } from '~/contracts/stock/miners/shape'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { createOnce, type Call, type CreatingCall } from '~/server/call'
import { isShown, readingColumns, readReadings } from '~/server/stock/units/reading-rows'
import { parseReadingInput } from '~/server/stock/units/parse-reading'
import { caseNumberOf, personOf } from '~/server/stock/parts/list-parts'
import { readingsOfUnit } from '~/server/stock/refurbishing/finish-refurbishment'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { notFound } from '~/server/platform/database/conflict'
import { jsonObject, jsonTime } from '~/server/platform/lists/json-row'
import type { Services } from '~/server/services'
import { boardsOfModel, compareBoards } from './compare-boards'
import { lockUnit } from './find-unit'

/** Outside of cases; each may be large. */
const MOST_READINGS = 100
const MOST_FOREIGN = 50
/** Plain SQL may have left some that are none. */
const MOST_TRIED = 3

const foundJson = jsonObject({
  id: Prisma.sql`b.id`,
  readingId: Prisma.sql`b.reading_id`,
  kind: Prisma.sql`b.kind`,
  slot: Prisma.sql`b.slot`,
  serialNumber: Prisma.sql`b.serial_number`,
  verdict: Prisma.sql`b.verdict`,
  answer: Prisma.sql`CASE WHEN b.answer = ANY (${[...boardAnswers]}) THEN b.answer END`,
  answeredBy: personOf(Prisma.sql`b.answered_by`),
  answeredAt: Prisma.sql`b.answered_at`,
  readAt: Prisma.sql`t.created_at`,
  swappedIn: Prisma.sql`CASE WHEN b.verdict = 'swapped_here' THEN (
    SELECT ${jsonObject({ partNumber: Prisma.sql`p.part_number`, caseNumber: caseNumberOf(Prisma.sql`i.case_id`) })}
    FROM installations AS i JOIN parts AS p ON p.id = i.part_id
    WHERE i.unit_id IN (SELECT unit_family(kept_unit(b.unit_id))) AND p.serial_key = b.serial_key AND i.installed_at <= b.created_at
    ORDER BY i.installed_at DESC LIMIT 1) END`,
})
const foundBoards = z
  .array(
    z.object({
      id: z.string(),
      readingId: z.string(),
      kind: z.enum(partsOfReadings),
      slot: z.int(),
      serialNumber: z.string().nullable(),
      verdict: z.enum(boardVerdicts),
      answer: z.enum(boardAnswers).nullable(),
      answeredBy: z.string().nullable(),
      answeredAt: jsonTime.nullable(),
      readAt: jsonTime,
      swappedIn: z.object({ partNumber: z.string(), caseNumber: z.string().nullable() }).nullable(),
    }),
  )
  .nullable()

async function readFound({ db }: Pick<Services, 'db'>, condition: Prisma.Sql, order: Prisma.Sql, most: number): Promise<FoundBoard[]> {
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(f.board)::text FROM (
      SELECT ${foundJson} AS board FROM reading_boards AS b JOIN case_readings AS t ON t.id = b.reading_id
      WHERE ${condition} AND ${isShown} ORDER BY ${order} LIMIT ${most}) AS f`)
  return foundBoards.parse(found) ?? []
}

async function newestReading({ db }: Pick<Services, 'db'>, unitId: string, phase: ReadingPhase): Promise<UnitReading | null> {
  const condition = Prisma.sql`${readingsOfUnit(unitId)} AND t.phase = ${phase}::reading_phase`
  const read = (await readReadings(db, condition, MOST_TRIED)).find(({ reading }) => reading !== null)
  if (!read) return null
  const [of] = await db.prisma.$queryRaw<{ caseNumber: string | null }[]>`
    SELECT ${caseNumberOf(Prisma.sql`t.case_id`)} AS "caseNumber" FROM case_readings AS t WHERE t.id = ${read.id}::uuid`
  const { fileId: _file, ...reading } = read
  return { ...reading, caseNumber: of?.caseNumber ?? null }
}

/** Before and after the work, and those not changed here. @throws NOT_FOUND */
export async function readUnitBoards(services: Pick<Services, 'db'>, { id }: { id: string }): Promise<UnitBoards> {
  const unit = await services.db.prisma.unit.findUnique({ where: { id } })
  if (!unit) throw notFound(records.units)
  const [before, latest] = await Promise.all([newestReading(services, id, 'before'), newestReading(services, id, 'after')])
  // A machine that has come again is read before the work of this time.
  const after = before && latest && latest.createdAt < before.createdAt ? null : latest
  const pair = { before, after }
  const ids = [before?.id, after?.id].filter((each) => each !== undefined)
  const ofFamily = Prisma.sql`b.unit_id IN (SELECT unit_family(${id}::uuid)) AND b.verdict = 'foreign'`
  const isAnswered = Prisma.sql`coalesce(b.answer = ANY (${[...boardAnswers]}), FALSE)`
  const [found, foreign] = await Promise.all([
    readFound(services, Prisma.sql`b.reading_id = ANY (${ids}::uuid[])`, Prisma.sql`b.slot`, 200),
    readFound(services, ofFamily, Prisma.sql`${isAnswered}, b.created_at DESC, b.slot`, MOST_FOREIGN),
  ])
  const sideOf = (phase: ReadingPhase, slot: number) => {
    const boards = pair[phase]?.reading?.boards ?? []
    const place = boardSlots(boards).indexOf(slot)
    return {
      measured: boards[place] ?? null,
      found: found.find((each) => each.kind === 'board' && each.readingId === pair[phase]?.id && each.slot === slot) ?? null,
    }
  }
  const cardSide = (phase: ReadingPhase, slot: number) => ({
    measured: pair[phase]?.reading?.cards?.[slot] ?? null,
    found: found.find((each) => each.kind === 'card' && each.readingId === pair[phase]?.id && each.slot === slot) ?? null,
  })
  const cards = Math.max(0, ...Object.values(pair).map((reading) => reading?.reading?.cards?.length ?? 0))
  const slots = new Set(Object.values(pair).flatMap((reading) => boardSlots(reading?.reading?.boards ?? [])))
  const newest = (after ?? before)?.reading
  const many = newest ? tooManyBoards(newest.boards, await boardsOfModel(services.db.prisma, unit.modelId), unitName(unit)) : null
  return {
    ...pair,
    boards: [...slots].toSorted((a, b) => a - b).map((slot) => ({ slot, before: sideOf('before', slot), after: sideOf('after', slot) })),
    ...(cards > 0 && {
      cards: Array.from({ length: cards }, (_, slot) => ({ slot, before: cardSide('before', slot), after: cardSide('after', slot) })),
    }),
    foreign,
    notices: many === null ? [] : [many],
  }
}

/**
 * The board was swapped before the machine came, which makes it the machine's, or misread. Answers all readings of that serial number.
 * @throws NOT_FOUND; CONFLICT for a board that is not asked about, or answered otherwise meanwhile
 */
export async function answerBoard({ db, now, actor }: Call<'db' | 'now'>, { id, answer }: z.output<typeof answerBoardInput>) {
  return db.prisma.$transaction(async (tx) => {
    const board = await tx.readingBoard.findUnique({ where: { id }, select: { unitId: true, kind: true, slot: true, serialKey: true } })
    if (!board) throw notFound({ one: 'board' })
    const unit = await lockUnit(tx, board.unitId)
    const { verdict, answer: given, serialNumber } = await tx.readingBoard.findUniqueOrThrow({ where: { id } })
    const part = partName(board.kind, board.slot)
    const name = `${part} of ${unit.unitNumber}`
    const refused = (message: string) => new TRPCError({ code: 'CONFLICT', message })
    if (verdict !== 'foreign') throw refused(`${name} is known: nobody has to answer for it.`)
    if (given === answer) return { id }
    if (boardAnswers.some((each) => each === given)) throw refused(`Somebody has answered already: ${name} was ${given ?? ''}.`)
    await tx.$executeRaw`
      UPDATE reading_boards SET answer = ${answer}, answered_by = ${actor.userId}::uuid, answered_at = ${now()}
      WHERE unit_id IN (SELECT unit_family(${unit.id}::uuid)) AND verdict = 'foreign' AND NOT coalesce(answer = ANY (${[...boardAnswers]}), FALSE)
        AND (id = ${id}::uuid OR serial_key = ${board.serialKey})`
    const after = { board: part, serialNumber, answer }
    await recordAudit(tx, actor, {
      ...{ action: 'unit.board_answered', subjectType: records.units.auditSubject, subjectId: unit.id },
      after,
    })
    return { id }
  })
}

interface NewReading {
  phase: ReadingPhase
  text: string
  said: MinerReading
  power: number | null
  at: Date
}

/** Needs the unit's lock. @throws BAD_REQUEST `text` for another machine's reading, CONFLICT if it has the most readings */
export async function storeUnitReading(
  tx: Prisma.TransactionClient,
  unit: Unit,
  { phase, text, said, power: measured, at }: NewReading,
  by: string | null,
) {
  if ((await tx.caseReading.count({ where: { unitId: unit.id } })) >= MOST_READINGS)
    throw new TRPCError({
      code: 'CONFLICT',
      message: `${unit.unitNumber} has ${MOST_READINGS} readings outside of cases, and takes no more.`,
    })
  const power = said.power ?? measured
  const reading = { ...said, power, efficiency: efficiencyOf(power, said.hashrate) }
  const data = { unitId: unit.id, phase, ...readingColumns(reading, text), createdAt: at, createdBy: by }
  const { id } = await tx.caseReading.create({ data, select: { id: true } })
  return compareBoards(tx, unit, { id, reading })
}

/** Outside of any case. @throws NOT_FOUND; BAD_REQUEST `text` for no reading, or another machine's; CONFLICT for too many */
export async function addUnitReading(call: CreatingCall<'log'>, input: z.output<typeof addUnitReadingInput>): Promise<AddedReading> {
  const said = await parseReadingInput(input.text, call)
  return createOnce(call, input, async (tx, { id, ...reading }) =>
    storeUnitReading(tx, await lockUnit(tx, id), { ...reading, said, at: call.now() }, call.actor.userId),
  )
}
