import * as z from 'zod'
import type { Quote } from './cases'
import { decimalOrNull, optionalText, requiredLine, requiredText, rowId, rowVersion, withIdempotencyKey } from '~/contracts/fields'
import { repairServiceIds, type RepairServiceId } from '~/contracts/repair-services'

/** Estimates of a repair, their lines, and the lines of what it has really cost. */

export const lineKinds = ['labour', 'part', 'fee'] as const
export type LineKind = (typeof lineKinds)[number]
export const lineKindLabels: Record<LineKind, string> = { labour: 'Labour', part: 'Part', fee: 'Fee' }

/**
 * A draft is worked on; a sent one waits for the customer; the others are over. One draft and one sent estimate of a repair
 * at most. A sent one is over some days after it was sent, and when a later one is sent, which takes its place: both are
 * called expired, since the customer can no longer accept it.
 */
export const estimateStates = ['draft', 'sent', 'accepted', 'declined', 'expired'] as const
export type EstimateState = (typeof estimateStates)[number]
export const estimateTones = { draft: 'neutral', sent: 'info', accepted: 'success', declined: 'danger', expired: 'warn' } as const

/** Days that a sent estimate can be accepted, where neither the environment nor an administrator says otherwise. */
export const ESTIMATE_DAYS = 14

/** The database's largest whole number. */
export const LARGEST_NUMBER = 2_147_483_647

export const MOST_LINES = 50
/** The lines of what a repair has really cost begin with those of all its accepted estimates. */
export const MOST_ACTUAL_LINES = 500
export const MOST_PRESETS = 100

/** Fifty lines of the highest price and quantity still fit into the database's amounts (12 digits, two of them decimals). */
const HIGHEST_PRICE = 99_999.99
const HIGHEST_QUANTITY = 999.99

const decimal = (name: string, highest: number) =>
  decimalOrNull({
    name,
    highest,
    tooHigh: `At most ${highest.toLocaleString('en-GB')}`,
    decimals: 2,
    tooFine: 'At most two decimals',
  }).pipe(z.number({ error: `${name} is required` }))

const plainEstimateLine = z.object({
  kind: z.enum(lineKinds),
  label: requiredLine('Description is required'),
  quantity: decimal('Quantity', HIGHEST_QUANTITY).refine((quantity) => quantity > 0, 'Must be more than 0'),
  /** EUR for one. */
  price: decimal('Price', HIGHEST_PRICE),
})
/** A line may take parts from stock: the type of part, of which customers never read. Absent for any other line. */
export const estimateLine = plainEstimateLine
  .extend({ partTypeId: rowId.optional() })
  .refine(({ kind, partTypeId }) => partTypeId === undefined || kind === 'part', { path: ['kind'], error: 'Only parts come from stock' })
  .refine(({ quantity, partTypeId }) => partTypeId === undefined || Number.isInteger(quantity), {
    path: ['quantity'],
    error: 'A whole number of parts from stock',
  })
export type EstimateLine = z.output<typeof estimateLine>

const linesUpTo = (most: number) => z.object({ lines: z.array(estimateLine).max(most, `At most ${most} lines`) })

/** The forms of lines fill these: those of an estimate, and those of a repair's real cost. */
export const estimateLines = linesUpTo(MOST_LINES)
export const actualLines = linesUpTo(MOST_ACTUAL_LINES)
export type LinesDraft = z.input<typeof estimateLines>
export type Lines = z.output<typeof estimateLines>

/** Sums need these two; text in a form that is no number counts as 0. */
type Priced = Pick<EstimateLine, 'quantity' | 'price'>

const hundredths = (value: number) => (Number.isFinite(value) ? Math.round(value * 100) : 0)

// A product of hundredths is a whole number of hundredths of a cent; below 2^52 its half cents are exact.
const lineCents = ({ quantity, price }: Priced) => Math.round((hundredths(quantity) * hundredths(price)) / 100)

/** A line's amount in EUR, half a cent rounded up. */
export const lineTotal = (line: Priced): number => lineCents(line) / 100

/** The sum of lines in EUR, each rounded by itself, as a reader of the estimate adds them up. */
export const sumOfLines = (lines: readonly Priced[]): number => lines.reduce((cents, line) => cents + lineCents(line), 0) / 100

/** The state of an estimate or an offer at a moment: a sent one is over with its last day, recorded or not. */
export const stateAt = <State extends string>(
  { state, expiresAt }: { state: State; expiresAt: Date | null },
  now: Date,
): State | 'expired' => (state === 'sent' && expiresAt !== null && expiresAt <= now ? 'expired' : state)

export const estimatesInput = z.object({ id: rowId })

/** The draft of a repair, by the repair's id. */
export const saveEstimateInput = estimateLines.extend({
  id: rowId,
  /** The draft's; 0 where there was none. Without one whatever is there is replaced. */
  version: z.int().nonnegative().optional(),
})

/** The text of an email to the customer, after somebody has read it through. */
export const caseEmailInput = z.object({ subject: requiredLine('Subject is required'), body: requiredText('Message is required') })
export type CaseEmailText = z.output<typeof caseEmailInput>

export const sendEstimateInput = z.object({
  /** The repair's. */
  id: rowId,
  /** The draft's. */
  version: rowVersion.optional(),
  /** Left out: the text that `previewEstimate` shows. Null: no email, since the customer knows already. */
  email: caseEmailInput.nullable().optional(),
  ...withIdempotencyKey,
})

export const estimateAnswers = ['accepted', 'declined'] as const

/** A customer's answer by telephone. */
export const recordAnswerInput = z.object({
  /** The repair's. */
  id: rowId,
  number: z.int().positive().max(LARGEST_NUMBER),
  answer: z.enum(estimateAnswers),
  note: optionalText,
})

/** The real cost of the repair, by the repair's id and version. */
export const saveActualLinesInput = actualLines.extend({ id: rowId, version: rowVersion.optional() })

/** The email of an estimate or an offer, as the shop writes it or as somebody has edited it. */
export interface QuotePreview extends CaseEmailText {
  /** Null where the case has no customer with an address. */
  recipient: string | null
  /** So many days it can be accepted once it is sent. */
  validDays: number
}

export interface Estimate extends Quote {
  state: EstimateState
  lines: EstimateLine[]
  /** EUR. */
  total: number
}

/** All that a repair's page shows of money. */
export interface RepairEstimates {
  /** The repair's version, for `saveActualLines`. */
  version: number
  service: RepairServiceId | null
  /** The fee that the first estimate of an expedited repair begins with: as a preset has it, else without a price. Null for any other. */
  expedited: { label: string; price: number | null } | null
  /** Newest first. */
  estimates: Estimate[]
  /** EUR, what the customer has accepted in all; null before they have accepted anything. */
  accepted: number | null
  actual: { lines: EstimateLine[]; /** EUR, the repair's actual cost. */ cost: number | null }
  /** The customer's address; null where the repair has no customer with one. */
  recipient: string | null
}

/** A line that is often needed. */
export const presetInput = plainEstimateLine.extend({
  /** Null: for every service. */
  service: z.union([z.literal('').transform(() => null), z.enum(repairServiceIds).nullable()], { error: 'Choose a service' }).default(null),
  isActive: z.boolean().default(true),
})
export type PresetInput = z.output<typeof presetInput>

/** With an id a preset is changed, without one it is added at the end. */
export const savePresetInput = presetInput.extend({ id: rowId.optional(), version: rowVersion.optional(), ...withIdempotencyKey })
export const removePresetInput = z.object({ id: rowId, version: rowVersion.optional() })

export interface Preset extends PresetInput {
  id: string
  version: number
}
