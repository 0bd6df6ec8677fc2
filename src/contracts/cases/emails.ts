import * as z from 'zod'
import { parcelFields } from '~/contracts/parcel-fields'
import { returnAddressToChange } from '~/contracts/postal-address'
import { HAS_EXPECTED, ONE_CHOICE, chosenRows, hasExpected, oneChoice } from '~/contracts/bulk-inputs'
import type { CaseDocumentKind } from './documents'
import { caseNouns, caseRef, type CaseNoun } from '~/contracts/case-ref'
import { caseEmailInput } from './estimates'
import { rowId } from '~/contracts/fields'
import { caseInputs } from '~/contracts/status-inputs'
import { repairStatuses, tradeInStatuses, type RepairStatus, type TradeInStatus } from '~/contracts/statuses'

export type CaseStatus = RepairStatus | TradeInStatus

export const caseStatuses = { repairs: repairStatuses, tradeIns: tradeInStatuses } as const satisfies Record<
  CaseNoun,
  readonly CaseStatus[]
>

/** Defaults without a stored rule: customers get emails about what they wait for, not about each step. */
const emailedByDefault: Record<CaseNoun, readonly CaseStatus[]> = {
  repairs: ['received', 'completed', 'shipped'],
  tradeIns: ['submitted', 'approved', 'rejected', 'completed'],
}
export const isEmailedByDefault = (noun: CaseNoun, status: CaseStatus): boolean => emailedByDefault[noun].includes(status)

export interface EmailRule {
  status: CaseStatus
  isEnabled: boolean
  /** 0 without a stored rule. */
  version: number
}

export const emailRulesInput = z.object({ noun: z.enum(caseNouns) })

const rulesOf = <Noun extends CaseNoun, const Status extends string>(noun: Noun, statuses: readonly [Status, ...Status[]]) =>
  z.object({
    noun: z.literal(noun),
    /** Rules left out stay. */
    rules: z
      .array(
        z.object({
          status: z.enum(statuses),
          isEnabled: z.boolean(),
          /** As read; without one the last save wins. */
          version: z.int().nonnegative().optional(),
        }),
      )
      .min(1)
      .max(statuses.length)
      .refine((rules) => new Set(rules.map(({ status }) => status)).size === rules.length, 'A status is named twice'),
  })

export const saveEmailRulesInput = z.discriminatedUnion('noun', [rulesOf('repairs', repairStatuses), rulesOf('tradeIns', tradeInStatuses)])

/** A new status comes with its email and the return parcel. */
export function caseInputsWithEmail<const Status extends CaseStatus>(statuses: readonly [Status, ...Status[]]) {
  const inputs = caseInputs(statuses)
  return {
    ...inputs,
    updateStatus: inputs.updateStatus.extend({
      /** As edited; `false`: none; left out: as the status's rule says, with the usual text. */
      email: z.union([caseEmailInput, z.literal(false)]).optional(),
      /** The change to undo: its emails are recalled, and none is sent. */
      undo: rowId.optional(),
      ...parcelFields,
      returnAddress: returnAddressToChange,
    }),
    updateStatuses: z
      .object({
        ...chosenRows(inputs.view),
        status: z.enum(statuses),
        email: z.literal(false).optional(),
      })
      .refine(oneChoice, ONE_CHOICE)
      .refine(hasExpected, HAS_EXPECTED),
    countEmails: z.object({ ...chosenRows(inputs.view), status: z.enum(statuses) }).refine(oneChoice, ONE_CHOICE),
    leftToPay: z.object(chosenRows(inputs.view)).refine(oneChoice, ONE_CHOICE),
  }
}

/** Emails that a new status of many cases would send. */
export interface StatusEmailCount {
  emails: number
  /** Customers with several cases get one email for each. */
  customers: number
  /** Some may wait for a second administrator instead, who decides on store credit above the limit. */
  isAtMost?: boolean
}

export const statusChangeInput = caseEmailInput.extend({ ...parcelFields, returnAddress: returnAddressToChange })

/** A parcel needs an address; without a parcel the customer collects the device. */
export const shippingChangeInput = statusChangeInput.refine(
  ({ carrier, trackingNumber, returnAddress }) => (!carrier && !trackingNumber) || Boolean(returnAddress),
  { path: ['returnAddress'], message: 'Enter the address that the parcel goes to' },
)

/** With the parcel, if it is known already. */
export const statusEmailInput = caseRef.extend({ status: z.enum([...repairStatuses, ...tradeInStatuses]), ...parcelFields })

export const isTextedTo = (recipient: string): boolean => /^\+[1-9]\d{6,14}$/.test(recipient)

export type NoRecipient = 'no_customer' | 'no_address' | 'bad_address'

export interface StatusEmailPreview {
  recipient: string | null
  missing: NoRecipient | null
  isEnabled: boolean
  writtenAt: Date | null
  subject: string
  body: string
  document: CaseDocumentKind | null
  returnAddress: string | null
}

/** The PDF attached to a status's email: a receipt on arrival, a packing slip before it and for the return. */
export const documentOfStatus: Partial<Record<CaseStatus, CaseDocumentKind>> = {
  received: 'receipt',
  shipped: 'packing-slip',
  submitted: 'packing-slip',
}

export const isSentBack = (status: CaseStatus): boolean => status === 'shipped' || status === 'rejected'
