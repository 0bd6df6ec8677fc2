import * as z from 'zod'
import { quoteAnswers, type QuoteAnswer } from './cases'
import { caseEmailInput, LARGEST_NUMBER, type CaseEmailText } from './estimates'
import { amountOrNull, decimalOrNull, optionalText, plainText, requiredLine, rowId, rowVersion, withIdempotencyKey } from './fields'
import { conditionGrades, gradeValues, type ConditionGrade } from './trade-in-estimate'
import type { MachineSnapshot } from './trade-in-inputs'

/** The evaluation of a traded-in machine: checklist, grade, deductions, value; and the offers that are made from it. */

export const checkResults = ['ok', 'fault', 'not_checked'] as const
export type CheckResult = (typeof checkResults)[number]
export const checkResultLabels: Record<CheckResult, string> = { ok: 'OK', fault: 'Fault', not_checked: 'Not checked' }

export const checkItems = [
  'powers_on',
  'hashrate',
  'boards',
  'cards',
  'parts',
  'fans',
  'power_supply',
  'corrosion',
  'noise',
  'firmware_lock',
] as const
export type CheckItem = (typeof checkItems)[number]
export const checkItemLabels: Record<CheckItem, string> = {
  powers_on: 'Powers on',
  hashrate: 'Hashrate against the name plate',
  boards: 'Boards and chips present',
  cards: 'Graphics cards present',
  parts: 'Complete, with all its parts',
  fans: 'Fans',
  power_supply: 'Power supply',
  corrosion: 'Corrosion',
  noise: 'Noise',
  firmware_lock: 'Firmware lock',
}

/** By which words a reason of a deduction tells what was looked at; reasons are the administrators' own. */
const reasonWords: readonly (readonly [RegExp, CheckItem])[] = [
  [/power supply|psu/i, 'power_supply'],
  [/\bfans?\b/i, 'fans'],
  [/hash ?boards?|chips?/i, 'boards'],
  [/graphics|gpu|\bcards?\b/i, 'cards'],
  [/corro|damp|salt/i, 'corrosion'],
  [/firmware|lock/i, 'firmware_lock'],
  [/noise|loud/i, 'noise'],
  [/hash ?rate/i, 'hashrate'],
  [/control board|start/i, 'powers_on'],
  [/missing|parts?|case/i, 'parts'],
]

/** The item of the checklist that a deduction is about, by its words; null where none is meant. */
export const checkItemOfReason = (label: string): CheckItem | null =>
  reasonWords.find(([words]) => words.test(label.slice(0, 300)))?.[1] ?? null

const miner: readonly CheckItem[] = ['powers_on', 'hashrate', 'boards', 'fans', 'power_supply', 'corrosion', 'noise', 'firmware_lock']
const rig: readonly CheckItem[] = ['powers_on', 'hashrate', 'cards', 'fans', 'power_supply', 'corrosion', 'noise']
const other: readonly CheckItem[] = ['powers_on', 'parts', 'power_supply', 'corrosion', 'noise']

/**
 * What is looked at on a machine, by its category; categories are free text. A machine that nobody has named counts as an
 * ASIC miner, which is what most of them are.
 */
export function checklistOf(category: string | null): readonly CheckItem[] {
  if (category === null || category.trim() === '' || /asic|miner/i.test(category)) return miner
  return /gpu|graphics|rig/i.test(category) ? rig : other
}

export const deductionKinds = ['fixed', 'percent'] as const
export type DeductionKind = (typeof deductionKinds)[number]
export const deductionKindLabels: Record<DeductionKind, string> = { fixed: 'EUR', percent: '% of the value' }

export const offerStates = ['draft', 'sent', 'accepted', 'declined', 'disputed', 'expired'] as const
/**
 * A draft is worked on, or waits for a second administrator; a sent one waits for the customer; the others are over. One
 * draft and one sent offer of a trade-in at most. A sent one is over 14 days after it was sent, and when a later one is
 * sent, which takes its place: both are called expired.
 */
export type OfferState = (typeof offerStates)[number]
export const offerTones = {
  draft: 'neutral',
  sent: 'info',
  accepted: 'success',
  declined: 'danger',
  disputed: 'warn',
  expired: 'warn',
} as const

/** How long a sent offer can be accepted. */
export const OFFER_DAYS = 14
export const MOST_DEDUCTIONS = 30
export const MOST_REASONS = 100

const HIGHEST_DEDUCTION = 9_999_999.99
const HIGHEST_PERCENT = 100

const deductionFields = {
  label: requiredLine('Reason is required'),
  kind: z.enum(deductionKinds),
  /** EUR, or per cent of the value of the grade. */
  amount: decimalOrNull({
    name: 'Amount',
    highest: HIGHEST_DEDUCTION,
    tooHigh: `At most ${HIGHEST_DEDUCTION.toLocaleString('en-GB')}`,
    decimals: 2,
    tooFine: 'At most two decimals',
  }).pipe(z.number({ error: 'Amount is required' })),
}

const LONGEST_EXPLANATION = 1000
const explanation = plainText(LONGEST_EXPLANATION).transform((text) => text.trim())

/** No more than all of it can be taken off. */
const atMostAll = z.refine<{ kind: DeductionKind; amount: number }>(({ kind, amount }) => kind === 'fixed' || amount <= HIGHEST_PERCENT, {
  path: ['amount'],
  error: `At most ${HIGHEST_PERCENT} %`,
})

/** What is taken off the value, in words for the customer; words and amount are copies of the reason's, and may be changed. */
export const deductionInput = z
  .object({
    /** Of the table of reasons; null where it is gone from there. */
    reasonId: rowId.nullable().default(null),
    ...deductionFields,
    explanation: explanation.refine((text) => text !== '', 'Explain the deduction to the customer'),
  })
  .check(atMostAll)
export type Deduction = z.output<typeof deductionInput>

export const checkInput = z.object({ item: z.enum(checkItems), result: z.enum(checkResults), note: explanation.default('') })
export type Check = z.output<typeof checkInput>

/** Another value than the one that follows from grade and deductions, with its reason. */
const override = z.object({
  value: amountOrNull('Value').pipe(z.number({ error: 'Value is required' })),
  reason: requiredLine('Give a reason for another value', LONGEST_EXPLANATION),
})

const machineId = z.union([rowId, z.literal('').transform(() => null), z.null()])
const checks = z
  .array(checkInput)
  .max(checkItems.length)
  .refine((list) => new Set(list.map(({ item }) => item)).size === list.length, 'Each item once')
const deductions = z.array(deductionInput).max(MOST_DEDUCTIONS, `At most ${MOST_DEDUCTIONS} deductions`)

/** What the form of an evaluation fills. */
export const evaluationInput = z.object({
  /** A machine of the catalogue, for a trade-in that was not quoted from it; its values of now are kept. */
  machineId,
  grade: z.union([z.enum(conditionGrades), z.literal('').transform(() => null), z.null()]),
  checks,
  deductions,
  override: override.nullable(),
})
export type EvaluationDraft = z.input<typeof evaluationInput>
export type EvaluationValues = z.output<typeof evaluationInput>

/** A trade-in's id. */
export const evaluationOf = z.object({ id: rowId })

export const saveEvaluationInput = evaluationInput.extend({
  /** The trade-in's. */
  id: rowId,
  /** The draft's; 0 where there was none. Without one whatever is there is replaced. */
  version: z.int().nonnegative().optional(),
  machineId: machineId.default(null),
  checks: checks.default([]),
  deductions: deductions.default([]),
  override: override.nullable().default(null),
})

export const sendOfferInput = z.object({
  /** The trade-in's. */
  id: rowId,
  /** The draft's. */
  version: rowVersion.optional(),
  /** Left out: the text that `previewOffer` shows. Null: no email, since the customer has been told in another way. */
  email: caseEmailInput.nullable().optional(),
  ...withIdempotencyKey,
})

export const approveOfferInput = z.object({ id: rowId, version: rowVersion.optional(), ...withIdempotencyKey })

export const offerAnswers = quoteAnswers
export type OfferAnswer = QuoteAnswer

/** What a customer has said on the telephone. */
export const recordOfferAnswerInput = z.object({
  /** The trade-in's. */
  id: rowId,
  /** Which of its offers. */
  number: z.int().positive().max(LARGEST_NUMBER),
  answer: z.enum(offerAnswers),
  note: optionalText,
})

/** A reason for deductions. */
export const deductionReasonInput = z
  .object({ ...deductionFields, explanation: explanation.default(''), isActive: z.boolean().default(true) })
  .check(atMostAll)
export type DeductionReasonInput = z.output<typeof deductionReasonInput>

/** With an id a reason is changed, without one it is added at the end. */
export const saveDeductionReasonInput = deductionReasonInput.safeExtend({
  id: rowId.optional(),
  version: rowVersion.optional(),
  ...withIdempotencyKey,
})
export const removeDeductionReasonInput = z.object({ id: rowId, version: rowVersion.optional() })

export interface DeductionReason extends DeductionReasonInput {
  id: string
  version: number
}

function toCents(amount: number): bigint {
  const cents = Math.round(amount * 100)
  return Number.isFinite(cents) ? BigInt(cents) : 0n
}

/** What a deduction takes off, in cents: per cent are of the value of the grade, half a cent rounded up. */
function deductedCents(baseCents: bigint, { kind, amount }: Pick<Deduction, 'kind' | 'amount'>): bigint {
  const hundredths = toCents(amount)
  return kind === 'fixed' ? hundredths : (baseCents * hundredths + 5000n) / 10_000n
}

/** What one deduction takes off a value, in EUR. @param base the value of the grade in EUR */
export const deductedAmount = (base: number, deduction: Pick<Deduction, 'kind' | 'amount'>): number =>
  Number(deductedCents(toCents(base), deduction)) / 100

/**
 * The value of the grade found less the deductions, in EUR: never below 0, and the same in whichever order they stand, since
 * each is of the whole value. @param base the value of the grade in EUR
 */
export function valueAfterDeductions(base: number, deductions: readonly Pick<Deduction, 'kind' | 'amount'>[]): number {
  const baseCents = toCents(base)
  const left = deductions.reduce((cents, deduction) => cents - deductedCents(baseCents, deduction), baseCents)
  return left > 0n ? Number(left) / 100 : 0
}

/** The value of a grade in EUR as the machine was quoted; null without a machine or a grade. */
export const valueOfGrade = (machine: MachineSnapshot, grade: ConditionGrade | null): number | null =>
  machine === null || grade === null ? null : gradeValues(machine)[grade]

/** What the shop offers, in EUR; null while there is neither a value of the grade nor another value. */
export function offeredValue(
  base: number | null,
  { deductions, override: another }: Pick<EvaluationValues, 'deductions' | 'override'>,
): number | null {
  if (another !== null) return another.value
  return base === null ? null : valueAfterDeductions(base, deductions)
}

/** What an offer's email says before anybody has edited it, or as somebody has. */
export interface OfferPreview extends CaseEmailText {
  /** Null where the trade-in has no customer with an address. */
  recipient: string | null
}

export interface Offer {
  id: string
  /** Counts the trade-in's offers from 1. */
  number: number
  state: OfferState
  grade: ConditionGrade | null
  /** EUR, the value of the grade found. */
  baseValue: number
  deductions: Deduction[]
  checks: Check[]
  /** EUR. */
  finalValue: number
  /** Why it is another value than the one that follows from grade and deductions. */
  overrideReason: string | null
  /** A large one that a second administrator has to approve before it is sent; null where nobody has asked for that. */
  requested: { at: Date; by: string | null; /** Asked for by who reads this. */ isMine: boolean } | null
  approvedBy: string | null
  approvedAt: Date | null
  sentAt: Date | null
  expiresAt: Date | null
  answeredAt: Date | null
  answerVia: 'telephone' | 'online' | null
  answerNote: string | null
  /** The address of who took the call, or of the customer. */
  answeredBy: string | null
  createdBy: string | null
  createdAt: Date
  version: number
}

/** All that a trade-in's page shows of its evaluation. */
export interface Evaluation {
  /** As it was when the value was quoted, or chosen by the evaluation. */
  machine: MachineSnapshot
  /** As the evaluation stands: what has been saved last. */
  values: Omit<EvaluationValues, 'machineId'>
  /** EUR; null where nothing was quoted. */
  quotedValue: number | null
  /** EUR, the trade-in's final value: what was offered last, or accepted. */
  finalValue: number | null
  /** The draft's version; 0 without a draft. */
  version: number
  /** Newest first. */
  offers: Offer[]
  /** EUR; more needs a second administrator. */
  limit: number
  /** Where offers are sent; null where the trade-in has no customer with an address. */
  recipient: string | null
}
