import * as z from 'zod'
import type { CaseNoun } from '~/contracts/case-ref'
import { returnAddressToChange } from '~/contracts/postal-address'
import { lineToChange, phoneNumber, rowId, rowVersion } from '~/contracts/fields'
import { languageToChange } from '~/contracts/languages'
import { listPosition } from '~/contracts/list-page'
import type { UserRole } from '~/contracts/statuses'
import { emailAddress } from './auth'

/** A customer as the back office sees them: the person, and page by page what is theirs. `id` is the user's. */

export const customerInput = z.object({ id: rowId })
export const customerRecordsInput = customerInput.extend(listPosition)
/** Of somebody who was known by a phone number alone. */
export const addEmailInput = customerInput.extend({ email: emailAddress })

/**
 * Corrects a customer; what is left out stays as it is. An empty name, phone number, language or return address is taken away. Another email address
 * counts once its owner has followed the link that is sent to it; naming the present one again withdraws that.
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

/** So many days a merge can be undone. */
export const MERGE_DAYS = 30

/** `merge` turns out to be the same person as `keep`. */
export const mergeCustomersInput = z
  .object({ keep: rowId, merge: rowId })
  .refine(({ keep, merge }) => keep.toLowerCase() !== merge.toLowerCase(), { path: ['merge'], error: 'Choose another customer' })

export interface MergedPerson {
  userId: string
  /** Null for somebody who is known by a phone number alone. */
  email: string | null
  fullName: string | null
  phone: string | null
  hasAccount: boolean
}

/** The effect of a merge: numbers of records, and EUR. */
export interface MovedThings {
  repairs: number
  tradeIns: number
  orders: number
  units: number
  invoices: number
  payments: number
  messages: number
  /** EUR of store credit that can be spent, and EUR that payments hold. */
  credit: number
  held: number
}

export interface MergePreview {
  keep: MergedPerson
  merge: MergedPerson
  moves: MovedThings
  /** The fate of the merged customer's account: it signs in to the kept one's records, it ends, or there is none. */
  account: 'moves' | 'ends' | 'none'
  /** Why the two cannot be merged; null if they can. */
  whyNot: string | null
}

export interface StandingMerge {
  userId: string
  name: string
  mergedAt: Date
  /** The administrator's address. */
  mergedBy: string | null
  undoUntil: Date | null
}

/** So many addresses are shown, the latest first. */
export const MOST_ADDRESSES = 5

export interface CustomerAddress {
  /** In lines. */
  address: string
  /** The latest case that it was given for. */
  noun: CaseNoun
  number: string
}

export interface CustomerProfile {
  userId: string
  /** Null for somebody who is known by a phone number alone. */
  email: string | null
  isEmailVerified: boolean
  fullName: string | null
  phone: string | null
  /** In which staff speak to them, by its tag (BCP 47); null where nobody has said. */
  language: string | null
  role: UserRole
  /** False for somebody who was invited, or has no address, and has chosen no password. */
  hasAccount: boolean
  createdAt: Date
  addresses: CustomerAddress[]
  /** The return address of their devices unless a case names another, in lines. */
  returnAddress: string | null
  /** The address that waits for its owner's confirmation. */
  pendingEmail: string | null
  merges: StandingMerge[]
  version: number
}

/** A session, without what opens one. */
export interface CustomerSession {
  id: string
  createdAt: Date
  lastSeenAt: Date
  userAgent: string | null
  ip: string | null
}
