import * as z from 'zod'
import { decimalOf } from '~/contracts/fields'
import { fromEntries, keysOf } from '~/contracts/keys'

/** Limits and periods that administrators set; the environment gives the defaults (docs/decisions/014). */

interface PolicyDefinition {
  label: string
  unit: 'EUR' | 'days'
  least: number
  most: number
  hint: string
  variable: string
}

const euro = { unit: 'EUR', least: 0, most: 9_999_999_999 } as const
const days = { unit: 'days', least: 1, most: 365 } as const

/** In the order of the page. Raising an amount in EUR takes two administrators. */
export const policyDefinitions = {
  offerLimit: {
    ...euro,
    label: 'Offer limit',
    hint: 'Offers for trade-ins above this in 30 days, by one administrator or to one customer, need a second administrator.',
    variable: 'OFFER_LIMIT',
  },
  creditLimit: {
    ...euro,
    label: 'Credit limit',
    hint: 'Store credit above this in 30 days, by one administrator or to one customer, needs a second administrator.',
    variable: 'CREDIT_LIMIT',
  },
  quoteDays: {
    ...days,
    label: 'Value of an online request',
    hint: 'How long we keep the catalogue’s value while a customer’s parcel is on its way.',
    variable: 'QUOTE_DAYS',
  },
  estimateDays: { ...days, label: 'Estimate', hint: 'How long a customer can accept an estimate.', variable: 'ESTIMATE_DAYS' },
  offerDays: { ...days, label: 'Offer', hint: 'How long a customer can accept an offer.', variable: 'OFFER_DAYS' },
  warrantyDays: {
    ...days,
    least: 30,
    most: 3650,
    label: 'Repair warranty',
    hint: 'From the day on which a repair is completed. The site and the terms promise 30 days, so it is no shorter.',
    variable: 'WARRANTY_DAYS',
  },
  answerReminderDays: {
    ...days,
    label: 'First reminder of an answer',
    hint: 'Days after an estimate or an offer was sent.',
    variable: 'ANSWER_REMINDER_DAYS',
  },
  lastAnswerReminderDays: {
    ...days,
    label: 'Last reminder of an answer',
    hint: 'Days after it was sent; none goes out once it has ended.',
    variable: 'LAST_ANSWER_REMINDER_DAYS',
  },
  creditReminderDays: {
    ...days,
    label: 'First reminder of store credit',
    hint: 'Days before it expires.',
    variable: 'CREDIT_REMINDER_DAYS',
  },
  lastCreditReminderDays: {
    ...days,
    label: 'Last reminder of store credit',
    hint: 'Days before it expires.',
    variable: 'LAST_CREDIT_REMINDER_DAYS',
  },
} as const satisfies Record<string, PolicyDefinition>

export type PolicyName = keyof typeof policyDefinitions
export const policyNames = keysOf(policyDefinitions)
/** Amounts in EUR, periods in days. */
export type Policies = Record<PolicyName, number>

export const policyGroups = {
  Limits: ['offerLimit', 'creditLimit'],
  Periods: ['quoteDays', 'estimateDays', 'offerDays', 'warrantyDays'],
  Reminders: ['answerReminderDays', 'lastAnswerReminderDays', 'creditReminderDays', 'lastCreditReminderDays'],
} as const satisfies Record<string, readonly PolicyName[]>

export const isLimit = (name: PolicyName): boolean => policyDefinitions[name].unit === 'EUR'

export function policyValue(name: PolicyName) {
  const { unit, least, most }: PolicyDefinition = policyDefinitions[name]
  const number = z
    .number({ error: unit === 'EUR' ? 'Enter an amount in EUR' : 'Enter a number of days' })
    .min(least, least === 0 ? 'Must not be negative' : `At least ${least}`)
    .max(most, `At most ${most.toLocaleString('en-GB')}`)
  return unit === 'EUR' ? number.multipleOf(0.01, 'At most two decimals') : number.int('A whole number of days')
}

/** '' and null stand for the environment's value. */
const typed = (name: PolicyName) =>
  z
    .union([z.number(), z.string().max(40), z.null()])
    .transform((given) => (given === null || (typeof given === 'string' && given.trim() === '') ? null : decimalOf(given)))
    .pipe(policyValue(name).nullable())

export const policyForm = z.object(fromEntries(policyNames.map((name) => [name, typed(name)] as const)))

export function policyFault(policies: Policies): { name: PolicyName; message: string } | null {
  if (policies.lastAnswerReminderDays <= policies.answerReminderDays) {
    return { name: 'lastAnswerReminderDays', message: 'The last reminder comes after the first' }
  }
  if (policies.lastCreditReminderDays >= policies.creditReminderDays) {
    return { name: 'lastCreditReminderDays', message: 'The last reminder comes nearer to the end than the first' }
  }
  return null
}

export const savePoliciesInput = z.object({
  values: policyForm.partial(),
  /** As read; a stale one is CONFLICT. Left out: the last save wins. */
  version: z.int().nonnegative().optional(),
})

export const decidePolicyInput = z.object({
  name: z.enum(policyNames),
  /** The limit on screen (EUR); CONFLICT if another one waits meanwhile. */
  wanted: z.number(),
})

export interface WantedPolicy {
  value: number
  /** Email address; null for a deleted account. */
  by: string | null
  isOwn: boolean
  at: Date
  isFromOwnNetwork: boolean | null
}

export interface PolicyRow {
  name: PolicyName
  value: number
  default: number
  isSet: boolean
  /** An unusable value stored by plain SQL. */
  fault: string | null
  wanted: WantedPolicy | null
}

export interface PolicyPage {
  rows: PolicyRow[]
  version: number
}
