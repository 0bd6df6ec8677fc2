import * as z from 'zod'
import { updateScopesInput, type Scope } from './api-keys'
import { emailAddress } from './auth'
import { lineOrNull, rowId, rowVersion } from '~/contracts/fields'
import { listInput, type ListPage } from '~/contracts/list-page'
import { userRoles, type UserRole } from '~/contracts/statuses'

/** Days before a new administrator may approve other people's requests. */
export const NEW_ADMINISTRATOR_DAYS = 7
/** Days before an administrator may approve requests of the one who promoted them. */
export const PROMOTION_DAYS = 90

const userSorts = ['-created', 'created'] as const

export const userListInput = listInput.extend({
  role: z.enum(userRoles).optional(),
  sort: z.enum(userSorts).default('-created'),
})

/** Administrators may change every role, even their own (requirements §6). `userId` is the profile's `user_id`. */
export const updateRoleInput = z.object({ userId: rowId, role: z.enum(userRoles), version: rowVersion.optional() })

/** The new administrator sets a password by an email's link. `scopes`: null for everything. */
export const inviteStaffInput = z.object({ email: emailAddress, fullName: lineOrNull, scopes: updateScopesInput.shape.scopes })

export const userByIdInput = updateRoleInput.pick({ userId: true })

export interface User {
  id: string
  userId: string
  email: string
  fullName: string | null
  phone: string | null
  /** Preferred language (BCP 47). */
  language: string | null
  role: UserRole
  scopes: Scope[] | null
  createdAt: Date
  updatedAt: Date
  version: number
}

export type UserList = ListPage<User, Record<UserRole, number>>
