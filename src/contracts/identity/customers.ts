import * as z from 'zod'
import type { CaseNoun } from '~/contracts/cases/cases'
import { rowId } from '~/contracts/fields'
import { listPosition } from '~/contracts/list'
import type { UserRole } from '~/contracts/statuses'
import { emailAddress } from './auth'

/** A customer as the back office sees them: the person, and page by page what is theirs. `id` is the user's. */

export const customerInput = z.object({ id: rowId })
export const customerRecordsInput = customerInput.extend(listPosition)
/** Of somebody who was known by a phone number alone. */
export const addEmailInput = customerInput.extend({ email: emailAddress })

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
  role: UserRole
  /** False for somebody who was invited, or has no address, and has chosen no password. */
  hasAccount: boolean
  createdAt: Date
  addresses: CustomerAddress[]
}

/** A session, without what opens one. */
export interface CustomerSession {
  id: string
  createdAt: Date
  lastSeenAt: Date
  userAgent: string | null
  ip: string | null
}
