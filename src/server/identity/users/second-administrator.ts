import { TRPCError } from '@trpc/server'
import { NEW_ADMINISTRATOR_DAYS, PROMOTION_DAYS } from '~/contracts/identity/users'
import type { Prisma } from '~/generated/prisma/client'
import { adminsOnly, type Viewer } from '~/server/identity/auth/read-session'
import { Network } from '~/server/platform/network/network'
import { UNKNOWN_ADDRESS } from '~/server/platform/network/client-info'

/** Who may be the second of two administrators. docs/credit.md says what that proves. */

type Tx = Prisma.TransactionClient

const DAY_MS = 24 * 60 * 60 * 1000
const daysBefore = (at: Date, days: number) => new Date(at.getTime() - days * DAY_MS)

const refused = (message: string) => new TRPCError({ code: 'FORBIDDEN', message })

/** Whether somebody owes their role to somebody else, directly or by others in between, since a moment. */
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

/** Whether somebody has been an administrator for long enough; one of whom nothing was written down counts from the profile's last change. */
async function isLongStanding(tx: Tx, userId: string, at: Date): Promise<boolean> {
  const [found] = await tx.$queryRaw<{ isLong: boolean }[]>`
    SELECT coalesce((SELECT max(c.at) FROM role_changes AS c WHERE c.user_id = p.user_id AND c.role = 'admin'), p.updated_at)
      <= ${daysBefore(at, NEW_ADMINISTRATOR_DAYS)}::timestamptz AS "isLong"
    FROM profiles AS p WHERE p.user_id = ${userId}::uuid`
  return found?.isLong === true
}

/**
 * Keeps the role of whoever decides until the transaction ends; before any other lock, as whoever changes roles takes it first.
 * @throws FORBIDDEN where they have just lost it
 */
export async function lockDecider(tx: Tx, { userId }: Pick<Viewer, 'userId'>): Promise<void> {
  const [row] = await tx.$queryRaw<{ role: string }[]>`SELECT role::text AS role FROM profiles WHERE user_id = ${userId}::uuid FOR SHARE`
  if (row?.role !== 'admin') throw adminsOnly()
}

/**
 * Whoever approves must be another person than whoever has asked, as far as a shop can tell by its accounts: not the same one, not one
 * that has been an administrator for less than 7 days, and none that whoever has asked has made an administrator in the last 90
 * days, also by way of others. Nor may somebody ask for their maker's word in their first 7 days.
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

/** The address that a request is kept with; null where nobody knows it. */
export const addressOf = ({ ip }: { ip?: string | null }): string | null => (ip && ip !== UNKNOWN_ADDRESS ? ip : null)

/** Whether two addresses are of one network, or of wider ones that may be one customer's (IPv6 /56, /48); null where one is not known. */
export function isSameNetwork(one: string | null, other: string | null): boolean | null {
  if (one === null || other === null) return null
  const known = new Set(Network.of(one).ranges.map(({ name }) => name))
  return Network.of(other).ranges.some(({ name }) => known.has(name))
}
