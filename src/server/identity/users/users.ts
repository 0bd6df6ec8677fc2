import { TRPCError } from '@trpc/server'
import type { Call } from '~/server/call'
import { adminsOnly } from '~/server/identity/auth/read-session'
import { unlimitedOnly } from '~/server/identity/auth/scopes'
import type { Services } from '~/server/services'
import * as z from 'zod'
import { storedScopes, type updateScopesInput } from '~/contracts/identity/api-keys'
import { userRoles } from '~/contracts/statuses'
import type { User, UserList, updateRoleInput, userListInput } from '~/contracts/identity/users'
import { records } from '~/contracts/records'
import { Prisma, type Profile } from '~/generated/prisma/client'
import { type JsonRow, recordRow } from '~/server/platform/lists/json-row'
import { conflict, notFound } from '~/server/platform/database/conflict'
import { rowsByStatus } from '~/server/platform/lists/counts'
import { type Listing, readList } from '~/server/platform/lists/list'
import type { ListSource } from '~/server/platform/lists/list-search'
import { phoneMatches } from '~/server/platform/lists/phone-search'
import { createdSorts } from '~/server/platform/lists/sorts'
import { nameRoleChanger, notifyRoleChanges, type RoleNoticeServices } from './role-changes'
import { changedFields, recordAudit, type Actor } from '~/server/platform/audit/record'

/** A profile in the API's form. */
const toUser = (row: Profile): User => ({
  id: row.id,
  userId: row.userId,
  email: row.email,
  fullName: row.fullName,
  phone: row.phone,
  role: row.role,
  scopes: storedScopes.nullable().parse(row.scopes),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  version: row.version,
})

/** The same from a list's row. */
const userRow: JsonRow<User> = recordRow({
  userId: z.string(),
  email: z.string(),
  fullName: z.string().nullable(),
  phone: z.string().nullable(),
  role: z.enum(userRoles),
  scopes: storedScopes.nullable(),
})

/** The user with this id. @throws NOT_FOUND without a profile */
export async function userById({ db: { prisma } }: Pick<Services, 'db'>, { userId }: { userId: string }): Promise<User> {
  const row = await prisma.profile.findUnique({ where: { userId } })
  if (!row) throw notFound(records.users)
  return toUser(row)
}

const table = Prisma.sql`profiles AS t`
const byName = (pattern: string) => Prisma.sql`(t.email ILIKE ${pattern} OR t.full_name ILIKE ${pattern})`

/** People by a part of their address, their name or their phone number (spec §5). */
export const userSource: ListSource = {
  table,
  matches: (pattern) => {
    const byPhone = phoneMatches(Prisma.sql`t.phone`, pattern)
    return byPhone ? Prisma.sql`(${byName(pattern)} OR coalesce(${byPhone}, FALSE))` : byName(pattern)
  },
  found: (pattern) => {
    const byPhone = phoneMatches(Prisma.sql`t.phone`, pattern)
    return [byName(pattern), ...(byPhone ? [byPhone] : [])].map((condition) => Prisma.sql`${table} WHERE ${condition}`)
  },
}

type UserListInput = z.output<typeof userListInput>

export const userListing = ({ role, search, sort = '-created' }: Partial<UserListInput>): Listing<User> => ({
  source: userSource,
  filter: role ? Prisma.sql`t.role = ${role}::user_role` : Prisma.sql`TRUE`,
  search,
  keyset: createdSorts[sort],
  row: userRow,
})

/** A page of users with the number of each role (spec §2 User Management). @throws BAD_REQUEST for a foreign cursor */
export async function listUsers({ db }: Pick<Services, 'db'>, view: UserListInput): Promise<UserList> {
  const { counts, ...page } = await readList(db, {
    counted: [records.users.table],
    ...userListing(view),
    filtered: ({ total, rows }) => (view.role ? rows(view.role) : total),
    cursor: view.cursor,
    limit: view.limit,
  })
  return { ...page, counts: rowsByStatus(userRoles, counts(records.users.table)) }
}

/**
 * Locks a profile for an administrator's change of what it may do. If two administrators take each other's rights at once, the second
 * has none any more: locks both profiles in a fixed order, and reads the actor's rights behind the lock.
 * @throws NOT_FOUND, CONFLICT; FORBIDDEN if the actor has just lost the role, or is limited
 */
async function lockForActor(
  tx: Prisma.TransactionClient,
  { userId: actorId }: Actor,
  { userId, version }: { userId: string; version?: number | undefined },
) {
  const locked = await tx.$queryRaw<Pick<Profile, 'userId' | 'version' | 'role' | 'scopes'>[]>`
    SELECT user_id AS "userId", version, role::text AS role, scopes FROM profiles
    WHERE user_id IN (${userId}::uuid, ${actorId}::uuid) ORDER BY user_id FOR UPDATE`
  const actor = locked.find((row) => row.userId === actorId)
  if (actor?.role !== 'admin') throw adminsOnly()
  if (actor.scopes !== null) throw unlimitedOnly()
  // Ids come in either case.
  const was = locked.find((row) => row.userId === userId.toLowerCase())
  if (!was) throw notFound(records.users)
  if (version !== undefined && version !== was.version) throw conflict(records.users)
  return was
}

/**
 * Sets a role, one's own included (spec §6), from the user's next call on. Tells all administrators by email.
 * @param version if given, only that version of the profile changes
 * @throws NOT_FOUND for a user without a profile, CONFLICT, FORBIDDEN if the actor has just lost the role
 */
export async function updateRole(
  { actor, ...services }: Call<'db' | keyof RoleNoticeServices>,
  { userId, role, version }: z.output<typeof updateRoleInput>,
): Promise<User> {
  return services.db.prisma.$transaction(async (tx) => {
    const was = await lockForActor(tx, actor, { userId, version })
    await nameRoleChanger(tx, actor, services.now())
    const row = await tx.profile.update({ where: { userId }, data: { role } })
    await notifyRoleChanges(tx, services)
    const changed = changedFields({ role: was.role }, { role })
    if (changed) await recordAudit(tx, actor, { action: 'role.changed', subjectType: 'user', subjectId: userId, ...changed })
    return toUser(row)
  })
}

/**
 * Limits an administrator to some routers, or lets them do everything again; it holds from their next call on, and for their API keys.
 * @throws NOT_FOUND for a user without a profile, CONFLICT for a stale version; FORBIDDEN for one's own access
 */
export function updateScopes({ db, actor }: Call<'db'>, { userId, scopes, version }: z.output<typeof updateScopesInput>): Promise<User> {
  if (userId.toLowerCase() === actor.userId)
    throw new TRPCError({ code: 'FORBIDDEN', message: 'Another administrator must change your access.' })
  return db.prisma.$transaction(async (tx) => {
    const was = await lockForActor(tx, actor, { userId, version })
    const row = await tx.profile.update({ where: { userId }, data: { scopes: scopes === null ? Prisma.DbNull : [...scopes] } })
    const changed = changedFields({ scopes: storedScopes.nullable().parse(was.scopes) }, { scopes: scopes && [...scopes] })
    if (changed) await recordAudit(tx, actor, { action: 'user.scopes_changed', subjectType: 'user', subjectId: userId, ...changed })
    return toUser(row)
  })
}
