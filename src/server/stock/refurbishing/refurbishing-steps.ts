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

/** Every change locks the machine, so that simultaneous changes add up. */

type Tx = Prisma.TransactionClient

const REFURBISHMENT = { one: 'refurbishment' }

const refused = (message: string) => new TRPCError({ code: 'CONFLICT', message })

/** @throws NOT_FOUND, CONFLICT for a merged record */
async function lockOwn(tx: Tx, id: string): Promise<Unit> {
  const unit = await lockUnit(tx, id)
  if (unit.id !== id.toLowerCase()) throw refused(`This unit was merged into ${unit.unitNumber}. Change that one.`)
  return unit
}

/** @throws NOT_FOUND, CONFLICT if it cannot come to the bench */
export const beginRefurbishing = ({ db, actor }: Call<'db'>, { id }: { id: string }): Promise<Unit> =>
  db.prisma.$transaction(async (tx) => moveUnit(tx, await lockOwn(tx, id), { state: 'refurbishing' }, actor))

/** @throws NOT_FOUND, CONFLICT with all that it lacks */
export const makeReady = ({ db, actor }: Call<'db'>, { id }: { id: string }): Promise<Unit> =>
  db.prisma.$transaction(async (tx) => moveUnit(tx, await lockOwn(tx, id), { state: 'ready' }, actor))

/** The first step on a bought machine opens its refurbishment. @throws NOT_FOUND; CONFLICT for a finished one */
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

/** A step that somebody else has ticked meanwhile stays theirs. @throws NOT_FOUND, CONFLICT for a finished refurbishment */
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

/** @throws NOT_FOUND; BAD_REQUEST for a future time, or an end before the beginning; CONFLICT for a finished refurbishment */
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

/** Plain SQL may have written a day beyond JavaScript's. */
const dayOf = (date: Date) => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10))

/** @throws NOT_FOUND; BAD_REQUEST for a future day; CONFLICT for a finished refurbishment, and for a test recorded meanwhile */
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
