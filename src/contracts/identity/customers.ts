import * as z from 'zod'
import type { CaseNoun } from '~/contracts/case-ref'
import { returnAddressToChange } from '~/contracts/postal-address'
import { lineToChange, phoneNumber, rowId, rowVersion } from '~/contracts/fields'
import { languageToChange } from '~/contracts/languages'
import { listPosition } from '~/contracts/list-page'
import type { UserRole } from '~/contracts/statuses'
import { emailAddress } from './auth'

export const customerInput = z.object({ id: rowId })
export const customerRecordsInput = customerInput.extend(listPosition)
export const addEmailInput = customerInput.extend({ email: emailAddress })

/**
 * Fields left out stay; '' removes a value. A new email address counts once its owner follows the link sent to it; the present address
 * withdraws that.
 */
export const updateCustomerInput = customerInput.extend({
  fullName: lineToChange(null),
  phone: phoneNumber.optional(),
  email: emailAddress.optional(),
  language: languageToChange,
  returnAddress: returnAddressToChange,
  version: rowVersion.optional(),
})
export type UpdateCustomerInput = z.output<typeof updateCustomerInput>

export const MERGE_DAYS = 30

/** `merge` is the same person as `keep`. */
export const mergeCustomersInput = z
  .object({ keep: rowId, merge: rowId })
  .refine(({ keep, merge }) => keep.toLowerCase() !== merge.toLowerCase(), { path: ['merge'], error: 'Choose another customer' })

export interface MergedPerson {
  userId: string
  /** Null for a customer known by phone number alone. */
  email: string | null
  fullName: string | null
  phone: string | null
  /** Has proven the address, or signed up: hears of the merge. */
  hasAccount: boolean
  hasPassword: boolean
}

/** Numbers of records; amounts are EUR. */
export interface MovedThings {
  repairs: number
  tradeIns: number
  orders: number
  units: number
  invoices: number
  payments: number
  messages: number
  /** EUR to spend; `held` is reserved by payments. */
  credit: number
  held: number
}

export interface MergePreview {
  keep: MergedPerson
  merge: MergedPerson
  moves: MovedThings
  /** The merged account's sign-in opens the kept records, or ends, or does not exist. */
  account: 'moves' | 'ends' | 'none'
  whyNot: string | null
}

export interface StandingMerge {
  userId: string
  name: string
  mergedAt: Date
  /** Email address of the administrator. */
  mergedBy: string | null
  undoUntil: Date | null
}

export const MOST_ADDRESSES = 5

export interface CustomerAddress {
  address: string
  noun: CaseNoun
  number: string
}

export interface CustomerProfile {
  userId: string
  /** Null for a customer known by phone number alone. */
  email: string | null
  isEmailVerified: boolean
  fullName: string | null
  phone: string | null
  /** Preferred language (BCP 47); null if unknown. */
  language: string | null
  role: UserRole
  /** True once they have chosen a password. */
  hasAccount: boolean
  createdAt: Date
  addresses: CustomerAddress[]
  /** Default return address, in lines. */
  returnAddress: string | null
  pendingEmail: string | null
  merges: StandingMerge[]
  version: number
}

export interface CustomerSession {
  id: string
  createdAt: Date
  lastSeenAt: Date
  userAgent: string | null
  ip: string | null
}
