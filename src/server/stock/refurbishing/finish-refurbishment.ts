import { TRPCError } from '@trpc/server'
import { boardAnswers, partName, type PartOfReading } from '~/contracts/stock/boards'
import { missingForReady, type ReadyFacts } from '~/contracts/stock/refurbishing'
import type { Unit } from '~/contracts/stock/units'
import { hashrateOf } from '~/contracts/catalogue/hashrate'
import { Prisma } from '~/generated/prisma/client'
import { isShown, readReadings } from '~/server/stock/units/reading-rows'
import type { Actor } from '~/server/platform/audit/record-audit'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { latestRefurbishment } from './open-refurbishment'

/** docs/decisions/024 has the conditions. */

type Tx = Prisma.TransactionClient

const MOST_READINGS = 3
const MOST_BOARDS = 5

export const readingsOfUnit = (unitId: string): Prisma.Sql => Prisma.sql`t.id IN (
  SELECT o.id FROM case_readings AS o WHERE o.unit_id IN (SELECT unit_family(${unitId}::uuid))
  UNION ALL SELECT o.id FROM cases AS k JOIN case_readings AS o ON o.case_id = k.id WHERE k.unit_id IN (SELECT unit_family(${unitId}::uuid)))`

async function modelOf(tx: Tx, modelId: string | null): Promise<ReadyFacts['model']> {
  const model = modelId === null ? null : await tx.deviceModel.findUnique({ where: { id: modelId } })
  if (!model) return null
  const { manufacturer, name, hashrate, hashrateUnit, powerWatts, tolerancePercent, loadTestMinutes } = model
  return {
    name: `${manufacturer} ${name}`.trim(),
    hashrate: hashrate?.isFinite() ? hashrateOf(`${hashrate.toFixed()} ${hashrateUnit}`) : null,
    power: powerWatts,
    tolerance: tolerancePercent.isFinite() ? tolerancePercent.toNumber() : 0,
    loadTestMinutes: Math.max(0, loadTestMinutes),
  }
}

async function unansweredOf(tx: Tx, unitId: string): Promise<string[]> {
  const boards = await tx.$queryRaw<{ kind: PartOfReading; slot: number; serial: string | null }[]>`
    SELECT b.kind, b.slot, b.serial_number AS serial FROM reading_boards AS b JOIN case_readings AS t ON t.id = b.reading_id
    WHERE b.unit_id IN (SELECT unit_family(${unitId}::uuid)) AND b.verdict = 'foreign'
      AND NOT coalesce(b.answer = ANY (${[...boardAnswers]}), FALSE) AND ${isShown}
    ORDER BY b.created_at DESC, b.slot LIMIT ${MOST_BOARDS}`
  return boards.map(({ kind, slot, serial }) => `${partName(kind, slot).toLowerCase()}${serial ? ` (${serial})` : ''}`)
}

/** With the reading that would prove it ready. @param id of its newest refurbishment */
export async function readyFacts(
  tx: Tx,
  unit: Pick<Unit, 'id' | 'modelId'>,
  id: string | null,
): Promise<{ facts: ReadyFacts; readingId: string | null }> {
  const of = id === null ? null : await tx.refurbishment.findUnique({ where: { id }, include: { steps: { orderBy: { position: 'asc' } } } })
  const isAfter = Prisma.sql`${readingsOfUnit(unit.id)} AND t.phase = 'after' AND t.created_at >= ${of?.startedAt ?? new Date(0)}`
  const readings = of ? await readReadings({ readJson: readJsonWithin(tx) }, isAfter, MOST_READINGS) : []
  const read = readings.find(({ reading }) => reading !== null)
  const facts: ReadyFacts = {
    refurbishment: of && {
      steps: of.steps.map(({ label, doneAt }) => ({ label, isDone: doneAt !== null })),
      loadTest: { from: of.loadTestFrom, until: of.loadTestUntil },
      safetyPassed: of.safetyTestedOn === null ? null : of.safetyPassed,
    },
    model: await modelOf(tx, unit.modelId),
    reading: read?.reading ? { hashrate: read.reading.hashrate, power: read.reading.power } : null,
    unanswered: await unansweredOf(tx, unit.id),
  }
  return { facts, readingId: read?.id ?? null }
}

/** @throws CONFLICT with the boards in doubt */
export async function mustBeAnswered(tx: Tx, { id, unitNumber }: Unit): Promise<void> {
  const boards = await unansweredOf(tx, id)
  if (boards.length > 0)
    throw new TRPCError({
      code: 'CONFLICT',
      message: `${unitNumber} cannot be offered yet: nobody has answered for ${new Intl.ListFormat('en-GB').format(boards)}.`,
    })
}

/** Needs the unit's lock. @throws CONFLICT with all that it lacks; a returned machine needs another refurbishment */
export async function finishRefurbishment(tx: Tx, unit: Unit, actor: Actor): Promise<void> {
  const latest = await latestRefurbishment(tx, unit.id)
  // A machine that was sold and never left is as ready as before.
  const counted = latest && (latest.isOpen || unit.state === 'sold') ? latest : null
  const { facts, readingId } = await readyFacts(tx, unit, counted?.id ?? null)
  const missing = missingForReady(facts)
  if (missing.length > 0 || !counted)
    throw new TRPCError({
      code: 'CONFLICT',
      message: `${unit.unitNumber} cannot become ready yet: it lacks ${new Intl.ListFormat('en-GB').format(missing)}.`,
    })
  if (!counted.isOpen) return
  await tx.$executeRaw`
    UPDATE refurbishments SET finished_at = now(), finished_by = ${actor.userId}::uuid, reading_id = ${readingId}::uuid WHERE id = ${counted.id}::uuid`
}
