import * as z from 'zod'
import { hashrateText } from '~/contracts/catalogue/hashrate'
import { day, lineOrNull, rowId } from '~/contracts/fields'

/** Work that makes a bought machine ready for sale, and the conditions of `ready`. */

/** For every machine; models add more. */
export const usualSteps = ['Cleaned inside and outside', 'Fans checked', 'Firmware and pools reset'] as const

export const tickStepInput = z.object({
  id: rowId,
  position: z.int().min(0).max(1000),
  isDone: z.boolean(),
})

const instantOrNull = z.union([z.literal('').transform(() => null), z.null(), z.coerce.date()], { error: 'Not a valid time' })

/** Fields left out stay; null removes the value. */
export const loadTestInput = z
  .object({ id: rowId, from: instantOrNull.optional(), until: instantOrNull.optional() })
  .refine(({ from, until }) => !from || !until || from <= until, { path: ['until'], error: 'It cannot end before it begins' })

/** Electrical safety test (Electrical Equipment (Safety) Regulations 2016), done by the person who records it. */
const safetyTest = z.object({
  passed: z.boolean(),
  testedOn: day,
  /** For example the number of a certificate or of the tester's log. */
  reference: lineOrNull,
})
export const safetyTestInput = safetyTest.extend({
  id: rowId,
  /** The test on screen; CONFLICT if another was recorded since. */
  was: safetyTest.nullable().optional(),
})

/** Hashrates in H/s, power in watts. */
export interface ReadyFacts {
  refurbishment: {
    steps: readonly { label: string; isDone: boolean }[]
    loadTest: { from: Date | null; until: Date | null }
    safetyPassed: boolean | null
  } | null
  model: { name: string; hashrate: number | null; power: number | null; tolerance: number; loadTestMinutes: number } | null
  /** The newest after the work, made since it began. */
  reading: { hashrate: number | null; power: number | null } | null
  /** Unexplained boards: 'Board 1 (SN-7)'. */
  unanswered: readonly string[]
}

export const USUAL_LOAD_TEST_MINUTES = 60

const MINUTE_MS = 60_000
const watts = (power: number) => `${power.toLocaleString('en-GB', { maximumFractionDigits: 1 })} W`

/** Null if the value is within the tolerance (percent) of the nominal one. */
function valueMissing(
  name: string,
  { is, nominal, tolerance }: { is: number | null; nominal: number | null; tolerance: number },
  model: string,
  write: (value: number) => string,
): string | null {
  if (nominal === null || nominal <= 0) return `a nominal ${name} of the model ${model}`
  const wanted = `a ${name} within ${tolerance}% of ${write(nominal)}`
  if (is === null) return `${wanted} (its reading says none)`
  // Decimal steps of a reading are coarser than this.
  const isWithin = Math.abs(is - nominal) <= (nominal * tolerance) / 100 + nominal * 1e-9
  return isWithin ? null : `${wanted} (it was ${write(is)})`
}

function stepsMissing({ steps, loadTest: { from, until }, safetyPassed }: NonNullable<ReadyFacts['refurbishment']>, minutes: number) {
  const open = steps.filter(({ isDone }) => !isDone).map(({ label }) => `“${label}”`)
  const isTested = from !== null && until !== null && until.getTime() - from.getTime() >= minutes * MINUTE_MS
  return [
    open.length === 0 ? null : `the ${open.length === 1 ? 'step' : 'steps'} ${new Intl.ListFormat('en-GB').format(open)}`,
    isTested ? null : `a load test of ${minutes} minutes`,
    safetyPassed === true ? null : `an electrical safety test${safetyPassed === false ? ' that it passes' : ''}`,
  ]
}

function readingMissing({ model, reading }: Pick<ReadyFacts, 'model' | 'reading'>): (string | null)[] {
  if (model === null) return ['its model']
  if (reading === null) return ['a reading after the work']
  const { name, hashrate, power, tolerance } = model
  return [
    valueMissing('hashrate', { is: reading.hashrate, nominal: hashrate, tolerance }, name, hashrateText),
    valueMissing('power', { is: reading.power, nominal: power, tolerance }, name, watts),
  ]
}

/** Each ends the sentence 'it lacks …'. */
export function missingForReady(facts: ReadyFacts): string[] {
  const { refurbishment, model, unanswered } = facts
  if (refurbishment === null) return ['a refurbishment, which nobody has begun']
  return [
    ...stepsMissing(refurbishment, model?.loadTestMinutes ?? USUAL_LOAD_TEST_MINUTES),
    ...readingMissing(facts),
    ...unanswered.map((board) => `an answer for ${board}, which nobody here has changed`),
  ].filter((each) => each !== null)
}

export interface Refurbishment {
  id: string
  caseNumber: string | null
  startedAt: Date
  finishedAt: Date | null
  finishedBy: string | null
  steps: { position: number; label: string; doneAt: Date | null; doneBy: string | null }[]
  loadTestFrom: Date | null
  loadTestUntil: Date | null
  safetyTest: { passed: boolean; testedOn: string; reference: string | null; testedBy: string | null } | null
}

export interface UnitRefurbishing {
  refurbishment: Refurbishment | null
  loadTestMinutes: number
  /** Each ends the sentence 'it lacks …'. */
  missing: string[]
}
