import * as z from 'zod'
import type { Quote } from './cases'
import { decimalOrNull, optionalText, requiredLine, requiredText, rowId, rowVersion, withIdempotencyKey } from '~/contracts/fields'
import { repairServiceIds, type RepairServiceId } from '~/contracts/repair-services'

export const lineKinds = ['labour', 'part', 'fee'] as const
export type LineKind = (typeof lineKinds)[number]
export const lineKindLabels: Record<LineKind, string> = { labour: 'Labour', part: 'Part', fee: 'Fee' }

/** At most one draft and one sent estimate of a repair. A sent one expires after some days, or when a later one replaces it. */
export const estimateStates = ['draft', 'sent', 'accepted', 'declined', 'expired'] as const
export type EstimateState = (typeof estimateStates)[number]
export const estimateTones = { draft: 'neutral', sent: 'info', accepted: 'success', declined: 'danger', expired: 'warn' } as const

/** Days to accept, unless the environment or an administrator sets another number. */
export const ESTIMATE_DAYS = 14

export const LARGEST_NUMBER = 2_147_483_647

export const MOST_LINES = 50
/** The actual lines begin with those of all accepted estimates. */
export const MOST_ACTUAL_LINES = 500
export const MOST_PRESETS = 100

/** Fifty lines of the highest price and quantity fit into the database's amounts (12 digits, two of them decimals). */
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
  price: decimal('Price', HIGHEST_PRICE),
})
/** A line may take parts from stock; customers do not see the type of part. */
export const estimateLine = plainEstimateLine
  .extend({ partTypeId: rowId.optional() })
  .refine(({ kind, partTypeId }) => partTypeId === undefined || kind === 'part', { path: ['kind'], error: 'Only parts come from stock' })
  .refine(({ quantity, partTypeId }) => partTypeId === undefined || Number.isInteger(quantity), {
    path: ['quantity'],
    error: 'A whole number of parts from stock',
  })
export type EstimateLine = z.output<typeof estimateLine>

const linesUpTo = (most: number) => z.object({ lines: z.array(estimateLine).max(most, `At most ${most} lines`) })

export const estimateLines = linesUpTo(MOST_LINES)
export const actualLines = linesUpTo(MOST_ACTUAL_LINES)
export type LinesDraft = z.input<typeof estimateLines>
export type Lines = z.output<typeof estimateLines>

type Priced = Pick<EstimateLine, 'quantity' | 'price'>

const hundredths = (value: number) => (Number.isFinite(value) ? Math.round(value * 100) : 0)

// A product of hundredths is a whole number of hundredths of a cent; below 2^52 its half cents are exact.
const lineCents = ({ quantity, price }: Priced) => Math.round((hundredths(quantity) * hundredths(price)) / 100)

/** EUR, half a cent rounded up. */
export const lineTotal = (line: Priced): number => lineCents(line) / 100

/** EUR, each line rounded by itself. */
export const sumOfLines = (lines: readonly Priced[]): number => lines.reduce((cents, line) => cents + lineCents(line), 0) / 100

/** A sent estimate or offer counts as expired after its last day, stored or not. */
export const stateAt = <State extends string>(
  { state, expiresAt }: { state: State; expiresAt: Date | null },
  now: Date,
): State | 'expired' => (state === 'sent' && expiresAt !== null && expiresAt <= now ? 'expired' : state)

export const estimatesInput = z.object({ id: rowId })

export const saveEstimateInput = estimateLines.extend({
  id: rowId,
  /** The draft's; 0 for none. Left out: replaces any draft. */
  version: z.int().nonnegative().optional(),
})

export const caseEmailInput = z.object({ subject: requiredLine('Subject is required'), body: requiredText('Message is required') })
export type CaseEmailText = z.output<typeof caseEmailInput>

export const sendEstimateInput = z.object({
  /** The repair's. */
  id: rowId,
  /** The draft's. */
  version: rowVersion.optional(),
  /** Left out: the text of `previewEstimate`. Null: no email, since the customer knows already. */
  email: caseEmailInput.nullable().optional(),
  ...withIdempotencyKey,
})

export const estimateAnswers = ['accepted', 'declined'] as const

export const recordAnswerInput = z.object({
  /** The repair's. */
  id: rowId,
  number: z.int().positive().max(LARGEST_NUMBER),
  answer: z.enum(estimateAnswers),
  note: optionalText,
})

export const saveActualLinesInput = actualLines.extend({ id: rowId, version: rowVersion.optional() })

export interface QuotePreview extends CaseEmailText {
  recipient: string | null
  validDays: number
}

export interface Estimate extends Quote {
  state: EstimateState
  lines: EstimateLine[]
  total: number
}

export interface RepairEstimates {
  version: number
  service: RepairServiceId | null
  /** The fee line of an expedited repair's first estimate, priced as its preset; null for other repairs. */
  expedited: { label: string; price: number | null } | null
  /** Newest first. */
  estimates: Estimate[]
  /** EUR accepted in total; null without an acceptance. */
  accepted: number | null
  actual: { lines: EstimateLine[]; /** EUR, the repair's actual cost. */ cost: number | null }
  recipient: string | null
}

export const presetInput = plainEstimateLine.extend({
  /** Null for every service. */
  service: z.union([z.literal('').transform(() => null), z.enum(repairServiceIds).nullable()], { error: 'Choose a service' }).default(null),
  isActive: z.boolean().default(true),
})
export type PresetInput = z.output<typeof presetInput>

/** Without an id it is added at the end. */
export const savePresetInput = presetInput.extend({ id: rowId.optional(), version: rowVersion.optional(), ...withIdempotencyKey })
export const removePresetInput = z.object({ id: rowId, version: rowVersion.optional() })

export interface Preset extends PresetInput {
  id: string
  version: number
}
