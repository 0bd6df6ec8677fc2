import * as z from 'zod'
import { updateScopesInput, type Scope } from './api-keys'
import { emailAddress } from './auth'
import { lineOrNull, rowId, rowVersion } from '~/contracts/fields'
import { listInput, type ListPage } from '~/contracts/list-page'
import { userRoles, type UserRole } from '~/contracts/statuses'

/** User Management (requirements §2, §3 profiles). */

/** Days before a new administrator may approve what others ask for. */
export const NEW_ADMINISTRATOR_DAYS = 7
/** Days before an administrator may approve requests of the one who promoted them. */
export const PROMOTION_DAYS = 90

const userSorts = ['-created', 'created'] as const

export const userListInput = listInput.extend({
  role: z.enum(userRoles).optional(),
  sort: z.enum(userSorts).default('-created'),
})

/** An administrator may change anyone's role, their own too (requirements §6). `userId` is the profile's `user_id`. */
export const updateRoleInput = z.object({ userId: rowId, role: z.enum(userRoles), version: rowVersion.optional() })

/** Makes somebody new an administrator, who chooses a password by a link in an email. `scopes`: null is everything. */
export const inviteStaffInput = z.object({ email: emailAddress, fullName: lineOrNull, scopes: updateScopesInput.shape.scopes })

/** `userId` as in `updateRoleInput`. */
export const userByIdInput = updateRoleInput.pick({ userId: true })

export interface User {
  /** Of the profile. */
  id: string
  userId: string
  email: string
  fullName: string | null
  phone: string | null
  /** In which staff speak to them, by its tag (BCP 47). */
  language: string | null
  role: UserRole
  /** The administrator's rights; null is everything. */
  scopes: Scope[] | null
  createdAt: Date
  updatedAt: Date
  version: number
}

export type UserList = ListPage<User, Record<UserRole, number>>
