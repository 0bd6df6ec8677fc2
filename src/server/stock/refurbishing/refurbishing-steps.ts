import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { loadTestInput, safetyTestInput, tickStepInput } from '~/contracts/stock/refurbishing'
import type { Unit } from '~/contracts/stock/units'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { calendarDay } from '~/lib/instant'
import type { Call } from '~/server/call'
import { lockUnit } from '~/server/stock/units/find-unit'
import { moveUnit, stateInWords } from '~/server/stock/units/move-unit'
import { recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import { notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { latestRefurbishment } from './open-refurbishment'

/** Work on a machine at the bench. Every change holds the machine, so that two benches end with what both have done. */

type Tx = Prisma.TransactionClient

const REFURBISHMENT = { one: 'refurbishment' }

const refused = (message: string) => new TRPCError({ code: 'CONFLICT', message })

/** @throws NOT_FOUND, CONFLICT for a record that was merged */
async function lockOwn(tx: Tx, id: string): Promise<Unit> {
  const unit = await lockUnit(tx, id)
  if (unit.id !== id.toLowerCase()) throw refused(`This unit was merged into ${unit.unitNumber}. Change that one.`)
  return unit
}

/**
 * Takes a machine of the company to the bench: one that was bought or has come back, or one that was ready and is not any more.
 * @throws NOT_FOUND, CONFLICT where it cannot come there
 */
export const beginRefurbishing = ({ db, actor }: Call<'db'>, { id }: { id: string }): Promise<Unit> =>
  db.prisma.$transaction(async (tx) => moveUnit(tx, await lockOwn(tx, id), { state: 'refurbishing' }, actor))

/** Says that a machine is ready for sale. @throws NOT_FOUND, CONFLICT with all that it lacks */
export const makeReady = ({ db, actor }: Call<'db'>, { id }: { id: string }): Promise<Unit> =>
  db.prisma.$transaction(async (tx) => moveUnit(tx, await lockOwn(tx, id), { state: 'ready' }, actor))

/**
 * Holds the machine of a refurbishment that is worked on. The first step on a bought machine opens it.
 * @throws NOT_FOUND; CONFLICT for a refurbishment that is over
 */
async function holdOpen(tx: Tx, id: string, actor: Actor): Promise<Unit> {
  const of = await tx.refurbishment.findUnique({ where: { id }, select: { unitId: true } })
  if (!of) throw notFound(REFURBISHMENT)
  const unit = await lockUnit(tx, of.unitId)
  const latest = await latestRefurbishment(tx, unit.id)
  if (latest?.id !== id.toLowerCase() || !latest.isOpen || (unit.state !== 'bought' && unit.state !== 'refurbishing'))
    throw refused(`${unit.unitNumber} is ${stateInWords(unit.state)}. Take it back to the bench to change what was done.`)
  return unit.state === 'bought' ? moveUnit(tx, unit, { state: 'refurbishing' }, actor) : unit
}

interface Told {
  before?: Prisma.InputJsonObject
  after: Prisma.InputJsonObject
}

const tell = (tx: Tx, actor: Actor, unit: Unit, action: string, values: Told) =>
  recordAudit(tx, actor, { action, subjectType: records.units.auditSubject, subjectId: unit.id, ...values })

/**
 * Ticks a step, or takes its tick away. A step that somebody else has ticked meanwhile stays theirs.
 * @throws NOT_FOUND, CONFLICT for a refurbishment that is over
 */
export const tickStep = ({ db, now, actor }: Call<'db' | 'now'>, { id, position, isDone }: z.output<typeof tickStepInput>) =>
  db.prisma.$transaction(async (tx) => {
    const unit = await holdOpen(tx, id, actor)
    const where = { refurbishmentId: id, position }
    const step = await tx.refurbishmentStep.findUnique({
      where: { refurbishmentId_position: where },
      select: { label: true, doneAt: true },
    })
    if (!step) throw notFound({ one: 'step' })
    if ((step.doneAt !== null) === isDone) return { id }
    const done = isDone ? { doneAt: now(), doneBy: actor.userId } : { doneAt: null, doneBy: null }
    await tx.refurbishmentStep.update({ where: { refurbishmentId_position: where }, data: done, select: { position: true } })
    await tell(tx, actor, unit, isDone ? 'unit.step_done' : 'unit.step_undone', { after: { step: step.label.slice(0, 200) } })
    return { id }
  })

/** Clocks of two computers differ by less (ms). */
const CLOCKS_MS = 5 * 60 * 1000

/**
 * Says when the load test began, and when it ended.
 * @throws NOT_FOUND; BAD_REQUEST for a time to come, or an end before the beginning; CONFLICT for a refurbishment that is over
 */
export const saveLoadTest = ({ db, now, actor }: Call<'db' | 'now'>, { id, from, until }: z.output<typeof loadTestInput>) =>
  db.prisma.$transaction(async (tx) => {
    const unit = await holdOpen(tx, id, actor)
    const was = await tx.refurbishment.findUniqueOrThrow({ where: { id }, select: { loadTestFrom: true, loadTestUntil: true } })
    const loadTestFrom = from === undefined ? was.loadTestFrom : from
    const loadTestUntil = until === undefined ? was.loadTestUntil : until
    for (const [field, time] of Object.entries({ from: loadTestFrom, until: loadTestUntil }))
      if (time && time.getTime() > now().getTime() + CLOCKS_MS) throw fieldError('validation_failed', field, 'A time that has not come yet')
    if (loadTestUntil && (!loadTestFrom || loadTestUntil < loadTestFrom))
      throw fieldError('validation_failed', 'until', loadTestFrom ? 'It cannot end before it begins' : 'Say first when it began')
    await tx.refurbishment.update({ where: { id }, data: { loadTestFrom, loadTestUntil }, select: { id: true } })
    const told = (start: Date | null, end: Date | null) => ({ from: start?.toISOString() ?? null, until: end?.toISOString() ?? null })
    await tell(tx, actor, unit, 'unit.load_test', {
      before: told(was.loadTestFrom, was.loadTestUntil),
      after: told(loadTestFrom, loadTestUntil),
    })
    return { id }
  })

/** A day of the database; empty for one beyond those of JavaScript, which plain SQL may have written. */
const dayOf = (date: Date) => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10))

/**
 * Records an electrical safety test by the caller.
 * @throws NOT_FOUND; BAD_REQUEST for a day to come; CONFLICT for a refurbishment that is over, and for a test that somebody has recorded
 * meanwhile
 */
export const saveSafetyTest = (
  { db, now, businessTimeZone, actor }: Call<'db' | 'now' | 'businessTimeZone'>,
  { id, passed, testedOn, reference, was }: z.output<typeof safetyTestInput>,
) =>
  db.prisma.$transaction(async (tx) => {
    const unit = await holdOpen(tx, id, actor)
    if (testedOn > calendarDay(now(), businessTimeZone)) throw fieldError('validation_failed', 'testedOn', 'A day that has not come yet')
    const row = await tx.refurbishment.findUniqueOrThrow({ where: { id } })
    const before = row.safetyTestedOn && {
      passed: row.safetyPassed ?? false,
      testedOn: dayOf(row.safetyTestedOn),
      reference: row.safetyReference,
    }
    const isOther = (one: typeof before) =>
      one?.passed !== before?.passed || one?.testedOn !== before?.testedOn || one?.reference !== before?.reference
    if (was !== undefined && isOther(was)) throw refused('Somebody else has recorded a safety test of this machine in the meantime.')
    const after = { passed, testedOn, reference }
    const stored = {
      safetyPassed: passed,
      safetyTestedOn: new Date(`${testedOn}T00:00:00Z`),
      safetyReference: reference,
      safetyTestedBy: actor.userId,
    }
    await tx.refurbishment.update({ where: { id }, data: stored, select: { id: true } })
    await tell(tx, actor, unit, 'unit.safety_test', { ...(before && { before }), after })
    return { id }
  })
