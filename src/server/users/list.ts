import type * as z from 'zod'
import { userRoles } from '~/contracts/statuses'
import type { UserList, userListInput } from '~/contracts/users'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { rowsByStatus } from '~/server/db/counts'
import { readList } from '~/server/db/list'
import type { ListSource } from '~/server/db/list-search'
import { createdSorts } from '~/server/db/sorts'
import { toUser } from './read'

const table = Prisma.sql`profiles AS t`
const matches = (pattern: string) => Prisma.sql`(t.email ILIKE ${pattern} OR t.full_name ILIKE ${pattern})`
const source: ListSource = { table, matches, found: (pattern) => [Prisma.sql`${table} WHERE ${matches(pattern)}`] }

/** A page of users with the number of each role (spec §2 User Management). @throws BAD_REQUEST for a foreign cursor */
export async function listUsers(prisma: PrismaClient, { role, sort, ...view }: z.output<typeof userListInput>): Promise<UserList> {
  const { counts, ...page } = await readList(prisma, {
    noun: 'profiles',
    source,
    keyset: createdSorts[sort],
    filter: role ? Prisma.sql`t.role = ${role}::user_role` : Prisma.sql`TRUE`,
    filtered: ({ total, rows }) => (role ? rows(role) : total),
    search: view.search,
    cursor: view.cursor,
    limit: view.limit,
    load: async (ids) => (await prisma.profile.findMany({ where: { id: { in: ids } } })).map(toUser),
  })
  return { ...page, counts: rowsByStatus(userRoles, counts) }
}
