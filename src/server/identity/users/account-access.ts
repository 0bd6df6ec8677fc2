import type { Changer, AccountChange, ChangedAccount } from '~/contracts/identity/account-access'
import { whyNotChange } from '~/contracts/identity/account-access'
import { storedScopes, within, type Scope } from '~/contracts/identity/api-keys'
import { records } from '~/contracts/records'
import { userRoles, type UserRole } from '~/contracts/statuses'
import type { Prisma } from '~/generated/prisma/client'
import { lockUser } from '~/server/identity/auth/mail-tokens'
import { adminsOnly, type Viewer } from '~/server/identity/auth/read-session'
import { recipientFields } from '~/server/platform/outbox/outbox'
import { conflict, notFound } from '~/server/platform/database/conflict'
import { codedError } from '~/server/platform/errors'
import { lockDecider } from './second-administrator'

/** Guards every change of another person's account; tests/security/one-person.test.ts checks that no module bypasses it. */

type Tx = Prisma.TransactionClient

/** An API key has those of both the key and its maker. @param owned the account's scopes */
export const scopesNow = ({ apiKey, scopes }: Pick<Viewer, 'apiKey' | 'scopes'>, owned: readonly Scope[] | null): readonly Scope[] | null =>
  apiKey ? within(scopes ?? [], owned) : owned

const changerOf = (viewer: Viewer, owned: readonly Scope[] | null): Changer => ({
  userId: viewer.userId,
  isLimited: scopesNow(viewer, owned) !== null,
  isProgram: viewer.apiKey !== null,
})

/** @throws FORBIDDEN (`insufficient_scope`) with the reason */
function mustMayChange(changer: Changer, account: ChangedAccount, change: AccountChange): void {
  const reason = whyNotChange(changer, account, change)
  if (reason !== null) throw codedError('FORBIDDEN', 'insufficient_scope', reason)
}

interface LockedProfile {
  userId: string
  version: number
  role: UserRole
  scopes: unknown
}

/**
 * Locks both profiles in a fixed order, then reads the changer's rights: of two administrators who remove each other's, the second has lost
 * theirs. @throws NOT_FOUND without a profile; CONFLICT for a stale version; FORBIDDEN if the changer may not, or has just lost the role
 */
export async function lockForRights(
  tx: Tx,
  viewer: Viewer,
  { userId, version }: { userId: string; version?: number | undefined },
  change: 'role' | 'scopes',
): Promise<LockedProfile> {
  const locked = await tx.$queryRaw<LockedProfile[]>`
    SELECT user_id AS "userId", version, role::text AS role, scopes FROM profiles
    WHERE user_id IN (${userId}::uuid, ${viewer.userId}::uuid) ORDER BY user_id FOR UPDATE`
  const own = locked.find((row) => row.userId === viewer.userId)
  if (own?.role !== 'admin') throw adminsOnly()
  // Ids come in upper or lower case.
  const was = locked.find((row) => row.userId === userId.toLowerCase())
  mustMayChange(changerOf(viewer, storedScopes.nullable().parse(own.scopes)), { userId, role: was?.role ?? 'customer' }, change)
  if (!was) throw notFound(records.users)
  if (version !== undefined && version !== was.version) throw conflict(records.users)
  return was
}

/** A user without a profile is a customer. @throws NOT_FOUND; FORBIDDEN if the changer may not, or has just lost the role */
export async function lockAccountOf(tx: Tx, viewer: Viewer, userId: string, change: Exclude<AccountChange, 'role' | 'scopes'>) {
  const owned = await lockDecider(tx, viewer)
  await lockUser(tx, userId)
  const user = await tx.user.findUnique({
    where: { id: userId },
    select: { id: true, ...recipientFields, profile: { select: { ...recipientFields.profile.select, role: true } } },
  })
  if (!user) throw notFound(records.users)
  mustMayChange(changerOf(viewer, owned), { userId: user.id, role: user.profile?.role ?? userRoles[0] }, change)
  return user
}
