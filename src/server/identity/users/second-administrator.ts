import { TRPCError } from '@trpc/server'
import { NEW_ADMINISTRATOR_DAYS, PROMOTION_DAYS } from '~/contracts/identity/users'
import type { Prisma } from '~/generated/prisma/client'
import { adminsOnly, type Viewer } from '~/server/identity/auth/read-session'
import { Network } from '~/server/platform/network/network'
import { UNKNOWN_ADDRESS } from '~/server/platform/network/client-info'

/** Decides who may be the second of two administrators. docs/credit.md says what that proves. */

type Tx = Prisma.TransactionClient

const DAY_MS = 24 * 60 * 60 * 1000
const daysBefore = (at: Date, days: number) => new Date(at.getTime() - days * DAY_MS)

const refused = (message: string) => new TRPCError({ code: 'FORBIDDEN', message })

/** True if somebody owes their role to somebody else, directly or through others, since a moment. */
async function isMadeBy(tx: Tx, userId: string, maker: string, since: Date): Promise<boolean> {
  const [found] = await tx.$queryRaw<{ isMade: boolean }[]>`
    WITH RECURSIVE makers AS (
      SELECT changed_by FROM role_changes WHERE user_id = ${userId}::uuid AND role = 'admin' AND at > ${since}::timestamptz
      UNION
      SELECT c.changed_by FROM role_changes AS c JOIN makers ON c.user_id = makers.changed_by WHERE c.role = 'admin' AND c.at > ${since}::timestamptz
    )
    SELECT EXISTS (SELECT FROM makers WHERE changed_by = ${maker}::uuid) AS "isMade"`
  return found?.isMade === true
}

/** True for an administrator of some standing. Without a record of the role the profile's last change counts. */
async function isLongStanding(tx: Tx, userId: string, at: Date): Promise<boolean> {
  const [found] = await tx.$queryRaw<{ isLong: boolean }[]>`
    SELECT coalesce((SELECT max(c.at) FROM role_changes AS c WHERE c.user_id = p.user_id AND c.role = 'admin'), p.updated_at)
      <= ${daysBefore(at, NEW_ADMINISTRATOR_DAYS)}::timestamptz AS "isLong"
    FROM profiles AS p WHERE p.user_id = ${userId}::uuid`
  return found?.isLong === true
}

/**
 * Locks the decider's role until the transaction ends. Comes before any other lock, as role changes take it first.
 * @throws FORBIDDEN if they have just lost it
 */
export async function lockDecider(tx: Tx, { userId }: Pick<Viewer, 'userId'>): Promise<void> {
  const [row] = await tx.$queryRaw<{ role: string }[]>`SELECT role::text AS role FROM profiles WHERE user_id = ${userId}::uuid FOR SHARE`
  if (row?.role !== 'admin') throw adminsOnly()
}

/**
 * Makes sure, as far as accounts can tell, that the approver is another person than the requester: not the same account, not an
 * administrator of less than 7 days, and not one whom the requester has made an administrator in the last 90 days, directly or through
 * others. In their first 7 days nobody may ask for their maker's word.
 * @throws FORBIDDEN with the reason
 */
export async function mustBeAnother(tx: Tx, requestedBy: string, { userId }: Pick<Viewer, 'userId'>, at: Date): Promise<void> {
  if (requestedBy === userId) throw refused('Another administrator than the one who has asked for it must approve this.')
  if (!(await isLongStanding(tx, userId, at))) {
    throw refused(`You have been an administrator for less than ${NEW_ADMINISTRATOR_DAYS} days. Somebody else must approve this.`)
  }
  if (await isMadeBy(tx, userId, requestedBy, daysBefore(at, PROMOTION_DAYS))) {
    throw refused(
      `Whoever has asked for this has made you an administrator in the last ${PROMOTION_DAYS} days, directly or by way of others. Somebody else must approve it.`,
    )
  }
  if (await isMadeBy(tx, requestedBy, userId, daysBefore(at, NEW_ADMINISTRATOR_DAYS))) {
    throw refused(
      `You have made whoever has asked for this an administrator in the last ${NEW_ADMINISTRATOR_DAYS} days. Somebody else must approve it.`,
    )
  }
}

/** The address stored with a request; null if unknown. */
export const addressOf = ({ ip }: { ip?: string | null }): string | null => (ip && ip !== UNKNOWN_ADDRESS ? ip : null)

/** True for two addresses of one network, or of wider ones that may be one customer's (IPv6 /56, /48); null if one is unknown. */
export function isSameNetwork(one: string | null, other: string | null): boolean | null {
  if (one === null || other === null) return null
  const known = new Set(Network.of(one).ranges.map(({ name }) => name))
  return Network.of(other).ranges.some(({ name }) => known.has(name))
}
