import type { User } from '~/contracts/users'
import type { Profile } from '~/generated/prisma/client'

/** A profile as it goes over the wire. */
export const toUser = (row: Profile): User => ({
  id: row.id,
  userId: row.userId,
  email: row.email,
  fullName: row.fullName,
  phone: row.phone,
  role: row.role,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  version: row.version,
})
