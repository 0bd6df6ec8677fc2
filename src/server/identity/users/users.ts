import type { SignedInCall } from '~/server/call'
import type { Services } from '~/server/services'
import * as z from 'zod'
import { storedScopes, type updateScopesInput } from '~/contracts/identity/api-keys'
import { userRoles } from '~/contracts/statuses'
import { userListInput, type User, type UserList, type updateRoleInput } from '~/contracts/identity/users'
import { records } from '~/contracts/records'
import { Prisma, type Profile } from '~/generated/prisma/client'
import type { Columns } from '~/server/platform/csv/write-csv'
import { type JsonRow, recordRow } from '~/server/platform/lists/json-row'
import { notFound } from '~/server/platform/database/conflict'
import { countedBy, rowsByStatus } from '~/server/platform/lists/counts'
import { type Listing, readList } from '~/server/platform/lists/read-list'
import { anyIlike, eachIlike } from '~/server/platform/lists/like-pattern'
import type { ListSource } from '~/server/platform/lists/list-source'
import { phoneMatches } from '~/server/platform/lists/phone-search'
import { createdSorts } from '~/server/platform/lists/sorts'
import { knownAs } from '~/server/platform/records/customer-list'
import { noPosition, recordList } from '~/server/platform/records/record-list'
import { lockForRights } from './account-access'
import { nameRoleChanger, notifyRoleChanges, type RoleNoticeServices } from './role-changes'
import { changedFields, recordAudit } from '~/server/platform/audit/record-audit'

export const toUser = (row: Profile): User => ({
  id: row.id,
  userId: row.userId,
  email: row.email,
  fullName: row.fullName,
  phone: row.phone,
  language: row.language,
  role: row.role,
  scopes: storedScopes.nullable().parse(row.scopes),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  version: row.version,
})

const userRow: JsonRow<User> = recordRow({
  userId: z.string(),
  email: z.string(),
  fullName: z.string().nullable(),
  phone: z.string().nullable(),
  language: z.string().nullable(),
  role: z.enum(userRoles),
  scopes: storedScopes.nullable(),
})

/** @throws NOT_FOUND without a profile */
export async function userById({ db: { prisma } }: Pick<Services, 'db'>, { userId }: { userId: string }): Promise<User> {
  const row = await prisma.profile.findUnique({ where: { userId } })
  if (!row) throw notFound(records.users)
  return toUser(row)
}

const table = Prisma.sql`profiles AS t`
const NAMES = ['t.email', 't.full_name']

export const userSource: ListSource = {
  table,
  matches: (pattern) => {
    const byPhone = phoneMatches(Prisma.sql`t.phone`, pattern)
    return byPhone ? Prisma.sql`(${anyIlike(NAMES, pattern)} OR coalesce(${byPhone}, FALSE))` : anyIlike(NAMES, pattern)
  },
  found: (pattern) => {
    const byPhone = phoneMatches(Prisma.sql`t.phone`, pattern)
    return [...eachIlike(NAMES, pattern), ...(byPhone ? [byPhone] : [])].map((condition) => Prisma.sql`${table} WHERE ${condition}`)
  },
}

type UserListInput = z.output<typeof userListInput>

const userListing = ({ role, search, sort = '-created' }: Partial<UserListInput>): Listing<User> => ({
  source: userSource,
  filter: role ? Prisma.sql`t.role = ${role}::user_role` : Prisma.sql`TRUE`,
  search,
  keyset: createdSorts[sort],
  row: userRow,
})

const counted = countedBy(records.users.table, { by: Prisma.sql`role`, key: Prisma.sql`role` })

/** With the number of each role (requirements §2 User Management). @throws BAD_REQUEST for a foreign cursor */
export async function listUsers({ db }: Pick<Services, 'db'>, view: UserListInput): Promise<UserList> {
  const { counts, ...page } = await readList(db, {
    counted,
    ...userListing(view),
    filtered: ({ total, rows }) => (view.role ? rows(view.role) : total),
    cursor: view.cursor,
    limit: view.limit,
  })
  return { ...page, counts: rowsByStatus(userRoles, counts) }
}

const userCsv: Columns<User> = {
  userId: (user) => user.userId,
  email: (user) => user.email,
  fullName: (user) => user.fullName,
  phone: (user) => user.phone,
  language: (user) => user.language,
  role: (user) => user.role,
  createdAt: (user) => user.createdAt,
}

export const userRecords = recordList({
  view: userListInput.omit(noPosition),
  listing: userListing,
  csv: userCsv,
  found: {
    source: userSource,
    id: Prisma.sql`t.user_id`,
    title: Prisma.sql`coalesce(${knownAs(Prisma.sql`t`)}, 'No name')`,
    detail: Prisma.sql`coalesce(nullif(t.email, ''), t.phone)`,
  },
})

/** From the user's next call (requirements §6); emails all administrators. @throws NOT_FOUND, CONFLICT for a stale `version`, FORBIDDEN */
export async function updateRole(
  { actor, viewer, ...services }: SignedInCall<'db' | keyof RoleNoticeServices>,
  { userId, role, version }: z.output<typeof updateRoleInput>,
): Promise<User> {
  return services.db.prisma.$transaction(async (tx) => {
    const was = await lockForRights(tx, viewer, { userId, version }, 'role')
    await nameRoleChanger(tx, actor, services.now())
    const row = await tx.profile.update({ where: { userId }, data: { role } })
    await notifyRoleChanges(tx, services)
    const changed = changedFields({ role: was.role }, { role })
    if (changed) await recordAudit(tx, actor, { action: 'role.changed', subjectType: 'user', subjectId: userId, ...changed })
    return toUser(row)
  })
}

/** From the next call, also for API keys. @throws NOT_FOUND, CONFLICT; FORBIDDEN for the caller's own access or a limited administrator */
export function updateScopes(
  { db, actor, viewer }: SignedInCall<'db'>,
  { userId, scopes, version }: z.output<typeof updateScopesInput>,
): Promise<User> {
  return db.prisma.$transaction(async (tx) => {
    const was = await lockForRights(tx, viewer, { userId, version }, 'scopes')
    const row = await tx.profile.update({ where: { userId }, data: { scopes: scopes === null ? Prisma.DbNull : [...scopes] } })
    const changed = changedFields({ scopes: storedScopes.nullable().parse(was.scopes) }, { scopes: scopes && [...scopes] })
    if (changed) await recordAudit(tx, actor, { action: 'user.scopes_changed', subjectType: 'user', subjectId: userId, ...changed })
    return toUser(row)
  })
}
