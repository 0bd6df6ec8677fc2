import * as z from 'zod'
import { hashrateText } from '~/contracts/catalogue/hashrate'
import { day, lineOrNull, rowId } from '~/contracts/fields'

/** The work that makes a bought machine ready for sale, and what `ready` asks for. */

/** Steps that every machine has; its model may have more. */
export const usualSteps = ['Cleaned inside and outside', 'Fans checked', 'Firmware and pools reset'] as const

export const tickStepInput = z.object({
  /** The refurbishment. */
  id: rowId,
  position: z.int().min(0).max(1000),
  isDone: z.boolean(),
})

const instantOrNull = z.union([z.literal('').transform(() => null), z.null(), z.coerce.date()], { error: 'Not a valid time' })

/** Fields that are left out stay as they are; null takes them away. */
export const loadTestInput = z
  .object({ id: rowId, from: instantOrNull.optional(), until: instantOrNull.optional() })
  .refine(({ from, until }) => !from || !until || from <= until, { path: ['until'], error: 'It cannot end before it begins' })

/** An electrical safety test (Electrical Equipment (Safety) Regulations 2016). The recorder has done it. */
const safetyTest = z.object({
  passed: z.boolean(),
  testedOn: day,
  /** Of its record, such as the number of a certificate or of the tester's log. */
  reference: lineOrNull,
})
export const safetyTestInput = safetyTest.extend({
  id: rowId,
  /** The test as its recorder saw it; another one since then answers CONFLICT. */
  was: safetyTest.nullable().optional(),
})

/** The state of a refurbishment, as far as `ready` asks for it. Hashrates in H/s, power in watts. */
export interface ReadyFacts {
  /** Null where nobody has begun one. */
  refurbishment: {
    steps: readonly { label: string; isDone: boolean }[]
    loadTest: { from: Date | null; until: Date | null }
    safetyPassed: boolean | null
  } | null
  model: { name: string; hashrate: number | null; power: number | null; tolerance: number; loadTestMinutes: number } | null
  /** The newest reading after the work that was made since it began. */
  reading: { hashrate: number | null; power: number | null } | null
  /** The boards that nobody has answered for: 'Board 1 (SN-7)'. */
  unanswered: readonly string[]
}

export const USUAL_LOAD_TEST_MINUTES = 60

const MINUTE_MS = 60_000
const watts = (power: number) => `${power.toLocaleString('en-GB', { maximumFractionDigits: 1 })} W`

/** Null where a value is within so many per cent of the nominal one; else what is missing. */
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

/** The conditions that a machine lacks before it can be ready, each as the end of 'it lacks …'. Empty where it lacks nothing. */
export function missingForReady(facts: ReadyFacts): string[] {
  const { refurbishment, model, unanswered } = facts
  if (refurbishment === null) return ['a refurbishment, which nobody has begun']
  return [
    ...stepsMissing(refurbishment, model?.loadTestMinutes ?? USUAL_LOAD_TEST_MINUTES),
    ...readingMissing(facts),
    ...unanswered.map((board) => `an answer for ${board}, which nobody here has changed`),
  ].filter((each) => each !== null)
}

/** One refurbishment of a machine, the newest, as its page shows it. */
export interface Refurbishment {
  id: string
  caseNumber: string | null
  startedAt: Date
  finishedAt: Date | null
  finishedBy: string | null
  steps: { position: number; label: string; doneAt: Date | null; doneBy: string | null }[]
  loadTestFrom: Date | null
  loadTestUntil: Date | null
  /** Null until somebody has recorded one; `testedBy` is the person. */
  safetyTest: { passed: boolean; testedOn: string; reference: string | null; testedBy: string | null } | null
}

export interface UnitRefurbishing {
  /** Null where nobody has begun one. */
  refurbishment: Refurbishment | null
  loadTestMinutes: number
  /** The conditions that `ready` lacks, each as the end of 'it lacks …'. */
  missing: string[]
}
