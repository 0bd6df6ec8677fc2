import * as z from 'zod'
import { emailAddress } from './auth'

/** A customer's own data: the choice of emails, a copy of everything, and the deletion of the account. */

export const chooseEmailsInput = z.object({
  reminders: z.boolean(),
  /** Left out: as it is. */
  messages: z.boolean().optional(),
  newsletter: z.boolean(),
})

/** The account's own address, typed once more by whoever deletes it. */
export const deleteAccountInput = z.object({ email: emailAddress })

/** The emails that an account can do without. */
export interface EmailChoices {
  /** Of what waits for an answer. */
  reminders: boolean
  /** Of messages that were not read yet. */
  messages: boolean
  newsletter: boolean
  /** False where the shop takes no addresses: then one can only unsubscribe. */
  canSubscribe: boolean
}

/** Something that has to be finished before the account can be deleted. */
export interface Obstacle {
  kind: 'order' | 'repair' | 'trade-in'
  number: string
}

/** Obstacles listed one by one; the rest is counted. */
export const OBSTACLES_NAMED = 10

/** Obstacles to deleting an account, and what is deleted with it. */
export interface AccountEnd {
  obstacles: Obstacle[]
  /** Includes those that `obstacles` leaves out. */
  obstacleCount: number
  isLastAdmin: boolean
  /** EUR of store credit that nobody can spend any more then, and what payments hold of it. */
  credit: number
  heldCredit: number
  /** Store credit is on its way to or from the shop platform. */
  isCreditMoving: boolean
  /** Retention of the audit log, in days. */
  auditDays: number
}

/** The answer to somebody who has deleted their account. */
export const ACCOUNT_DELETED = 'Your account has been deleted. We have sent you an email to confirm it.'
