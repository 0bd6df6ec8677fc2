import type { Services } from '~/server/services'
import * as z from 'zod'
import { userRoles } from '~/contracts/statuses'
import type { User } from '~/contracts/users'
import { records } from '~/contracts/records'
import type { Profile } from '~/generated/prisma/client'
import { recordRow, type JsonRow } from '~/server/platform/lists/json-row'
import { notFound } from '~/server/platform/database/conflict'

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

/** The same of a list's row. */
export const userRow: JsonRow<User> = recordRow({
  userId: z.string(),
  email: z.string(),
  fullName: z.string().nullable(),
  phone: z.string().nullable(),
  role: z.enum(userRoles),
})

/** The user with this sign-in identity. @throws NOT_FOUND where it has no profile */
export async function userById({ db: { prisma } }: Pick<Services, 'db'>, { userId }: { userId: string }): Promise<User> {
  const row = await prisma.profile.findUnique({ where: { userId } })
  if (!row) throw notFound(records.users)
  return toUser(row)
}
