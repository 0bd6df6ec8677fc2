import * as z from 'zod'
import { parcelFields } from './parcel-fields'
import { returnAddressToChange } from '~/contracts/postal-address'
import { HAS_EXPECTED, ONE_CHOICE, chosenRows, hasExpected, oneChoice } from '~/contracts/bulk-inputs'
import type { CaseDocumentKind } from './documents'
import { caseNouns, caseRef, type CaseNoun } from '~/contracts/case-ref'
import { caseEmailInput } from './estimates'
import { rowId } from '~/contracts/fields'
import { caseInputs } from '~/contracts/status-inputs'
import { repairStatuses, tradeInStatuses, type RepairStatus, type TradeInStatus } from '~/contracts/statuses'

/** Emails that tell customers of each step of their repair or trade-in: which steps, and what is asked before one goes out. */

export type CaseStatus = RepairStatus | TradeInStatus

export const caseStatuses = { repairs: repairStatuses, tradeIns: tradeInStatuses } as const satisfies Record<
  CaseNoun,
  readonly CaseStatus[]
>

/** Applies while no rule is stored: customers are emailed about what they wait for, and not about each step between. */
const emailedByDefault: Record<CaseNoun, readonly CaseStatus[]> = {
  repairs: ['received', 'completed', 'shipped'],
  tradeIns: ['submitted', 'approved', 'rejected', 'completed'],
}
export const isEmailedByDefault = (noun: CaseNoun, status: CaseStatus): boolean => emailedByDefault[noun].includes(status)

/** A status, and if customers are emailed about it. */
export interface EmailRule {
  status: CaseStatus
  isEnabled: boolean
  /** 0 where nothing is stored. */
  version: number
}

export const emailRulesInput = z.object({ noun: z.enum(caseNouns) })

const rulesOf = <Noun extends CaseNoun, const Status extends string>(noun: Noun, statuses: readonly [Status, ...Status[]]) =>
  z.object({
    noun: z.literal(noun),
    /** Those that are left out stay as they are. */
    rules: z
      .array(
        z.object({
          status: z.enum(statuses),
          isEnabled: z.boolean(),
          /** As it was read; without one the last save wins. */
          version: z.int().nonnegative().optional(),
        }),
      )
      .min(1)
      .max(statuses.length)
      .refine((rules) => new Set(rules.map(({ status }) => status)).size === rules.length, 'A status is named twice'),
  })

export const saveEmailRulesInput = z.discriminatedUnion('noun', [rulesOf('repairs', repairStatuses), rulesOf('tradeIns', tradeInStatuses)])

/** The inputs of repairs and trade-ins: a new status comes with the email about it, and the parcel that the device goes back in. */
export function caseInputsWithEmail<const Status extends CaseStatus>(statuses: readonly [Status, ...Status[]]) {
  const inputs = caseInputs(statuses)
  return {
    ...inputs,
    updateStatus: inputs.updateStatus.extend({
      /** As it was looked at; `false`: none. Left out: as the status's rule says, with the usual text. */
      email: z.union([caseEmailInput, z.literal(false)]).optional(),
      /** The change that is undone by it: its emails are recalled, and none is written. */
      undo: rowId.optional(),
      ...parcelFields,
      /** The address that it goes back to, where that is said with the parcel. */
      returnAddress: returnAddressToChange,
    }),
    updateStatuses: z
      .object({
        ...chosenRows(inputs.view),
        status: z.enum(statuses),
        /** `false`: no emails. Left out: as the status's rule says. */
        email: z.literal(false).optional(),
      })
      .refine(oneChoice, ONE_CHOICE)
      .refine(hasExpected, HAS_EXPECTED),
    countEmails: z.object({ ...chosenRows(inputs.view), status: z.enum(statuses) }).refine(oneChoice, ONE_CHOICE),
    /** Of which it is asked what is left to pay. */
    leftToPay: z.object(chosenRows(inputs.view)).refine(oneChoice, ONE_CHOICE),
  }
}

/** Counts the emails that a new status of many cases would send. */
export interface StatusEmailCount {
  emails: number
  /** To so many of them: who has several cases is written to about each. */
  customers: number
  /** True if some may wait instead: store credit above the limit, which a second administrator decides on. */
  isAtMost?: boolean
}

/** A form asks for these beside a new status. */
export const statusChangeInput = caseEmailInput.extend({ ...parcelFields, returnAddress: returnAddressToChange })

/** The same where a device is sent: a parcel needs an address. Without a parcel its customer collects it. */
export const shippingChangeInput = statusChangeInput.refine(
  ({ carrier, trackingNumber, returnAddress }) => (!carrier && !trackingNumber) || Boolean(returnAddress),
  { path: ['returnAddress'], message: 'Enter the address that the parcel goes to' },
)

/** Names the case's parcel too, where it is known by now. */
export const statusEmailInput = caseRef.extend({ status: z.enum([...repairStatuses, ...tradeInStatuses]), ...parcelFields })

/** True of a recipient that is sent a text message: a telephone number in E.164 form. */
export const isTextedTo = (recipient: string): boolean => /^\+[1-9]\d{6,14}$/.test(recipient)

/** Why nothing can be sent: the case has no customer, one without an address, or one whose address is none. */
export type NoRecipient = 'no_customer' | 'no_address' | 'bad_address'

/** Shows the email that a customer would get about a status. */
export interface StatusEmailPreview {
  /** Null where nothing can be sent. */
  recipient: string | null
  missing: NoRecipient | null
  /** The rule, which applies where nobody decides otherwise. */
  isEnabled: boolean
  writtenAt: Date | null
  subject: string
  body: string
  document: CaseDocumentKind | null
  /** The address that the device goes back to; null while nobody has given it. */
  returnAddress: string | null
}

/** The PDF with the email about a status: a receipt for what arrived, a slip for what is sent; the slip instead where it is still to come. */
export const documentOfStatus: Partial<Record<CaseStatus, CaseDocumentKind>> = {
  received: 'receipt',
  shipped: 'packing-slip',
  submitted: 'packing-slip',
}

/** The statuses in which a device is sent to its customer. */
export const isSentBack = (status: CaseStatus): boolean => status === 'shipped' || status === 'rejected'
