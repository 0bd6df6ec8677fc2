import type { Services } from '~/server/services'
import type * as z from 'zod'
import { records } from '~/contracts/records'
import { userRoles } from '~/contracts/statuses'
import type { User, UserList, userListInput } from '~/contracts/users'
import { Prisma } from '~/generated/prisma/client'
import { rowsByStatus } from '~/server/platform/lists/counts'
import { readList, type Listing } from '~/server/platform/lists/list'
import type { ListSource } from '~/server/platform/lists/list-search'
import { createdSorts } from '~/server/platform/lists/sorts'
import { userRow } from './read'

const table = Prisma.sql`profiles AS t`
const matches = (pattern: string) => Prisma.sql`(t.email ILIKE ${pattern} OR t.full_name ILIKE ${pattern})`
const source: ListSource = { table, matches, found: (pattern) => [Prisma.sql`${table} WHERE ${matches(pattern)}`] }

type UserListInput = z.output<typeof userListInput>

/** The rows that a view shows, and in which order. */
export const userListing = ({ role, search, sort = '-created' }: Partial<UserListInput>): Listing<User> => ({
  source,
  filter: role ? Prisma.sql`t.role = ${role}::user_role` : Prisma.sql`TRUE`,
  search,
  keyset: createdSorts[sort],
  row: userRow,
})

/** A page of users with the number of each role (spec §2 User Management). @throws BAD_REQUEST for a foreign cursor */
export async function listUsers({ db }: Pick<Services, 'db'>, view: UserListInput): Promise<UserList> {
  const { counts, ...page } = await readList(db, {
    counted: records.users.table,
    ...userListing(view),
    filtered: ({ total, rows }) => (view.role ? rows(view.role) : total),
    cursor: view.cursor,
    limit: view.limit,
  })
  return { ...page, counts: rowsByStatus(userRoles, counts) }
}
