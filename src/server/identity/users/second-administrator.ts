import { TRPCError } from '@trpc/server'
import { storedScopes, type Scope } from '~/contracts/identity/api-keys'
import { NEW_ADMINISTRATOR_DAYS, PROMOTION_DAYS } from '~/contracts/identity/users'
import { keysOf } from '~/contracts/keys'
import { Prisma } from '~/generated/prisma/client'
import { adminsOnly, type Viewer } from '~/server/identity/auth/read-session'
import { Network } from '~/server/platform/network/network'
import { UNKNOWN_ADDRESS } from '~/server/platform/network/client-info'

/** docs/credit.md says what a second administrator proves. */

type Tx = Prisma.TransactionClient
type Reader = Pick<Tx, '$queryRaw'>

const DAY_MS = 24 * 60 * 60 * 1000
const daysBefore = (at: Date, days: number) => new Date(at.getTime() - days * DAY_MS)

const refused = (message: string) => new TRPCError({ code: 'FORBIDDEN', message })

const pairOf = (userId: string, maker: string) => `${userId.toLowerCase()} ${maker.toLowerCase()}`

async function makersOf(tx: Reader, userIds: readonly string[], since: Date): Promise<ReadonlySet<string>> {
  const rows = await tx.$queryRaw<{ userId: string; maker: string }[]>`
    WITH RECURSIVE makers AS (
      SELECT user_id, changed_by FROM role_changes
      WHERE user_id = ANY (${[...userIds]}::uuid[]) AND role = 'admin' AND at > ${since}::timestamptz
      UNION
      SELECT makers.user_id, c.changed_by FROM role_changes AS c JOIN makers ON c.user_id = makers.changed_by
      WHERE c.role = 'admin' AND c.at > ${since}::timestamptz
    )
    SELECT user_id::text AS "userId", changed_by::text AS maker FROM makers WHERE changed_by IS NOT NULL`
  return new Set(rows.map(({ userId, maker }) => pairOf(userId, maker)))
}

/** Actions that may give access to an account, and the days for which they count. */
const letIn = {
  'user.invited': { days: PROMOTION_DAYS, words: 'gave your account its address' },
  'user.address_asked': { days: PROMOTION_DAYS, words: 'gave your account another address' },
  'user.factors_reset': { days: NEW_ADMINISTRATOR_DAYS, words: 'removed your second factor' },
} as const

/** Why an account may be in the requester's hands, by pairs of `pairOf`. */
async function letInBy(tx: Reader, requesters: readonly string[], userIds: readonly string[], at: Date) {
  const since = (action: keyof typeof letIn) =>
    Prisma.sql`(a.action = ${action} AND a.at > ${daysBefore(at, letIn[action].days)}::timestamptz)`
  const rows = await tx.$queryRaw<{ userId: string; maker: string; action: keyof typeof letIn }[]>`
    SELECT a.subject_id AS "userId", a.actor_id::text AS maker, a.action FROM audit_log AS a
    WHERE a.subject_type = 'user' AND a.subject_id = ANY (${userIds.map((id) => id.toLowerCase())}::text[])
      AND a.actor_id = ANY (${[...requesters]}::uuid[]) AND (${Prisma.join(keysOf(letIn).map(since), ' OR ')})
    ORDER BY a.id`
  return new Map(rows.map(({ userId, maker, action }) => [pairOf(userId, maker), letIn[action]]))
}

/**
 * This account and administrators whom one of them made or gave an address to in the last 90 days, transitively; they count as one giver.
 */
export async function oneHand(tx: Reader, userId: string, at: Date): Promise<string[]> {
  const since = Prisma.sql`${daysBefore(at, PROMOTION_DAYS)}::timestamptz`
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE made AS (
      SELECT user_id AS one, changed_by AS other FROM role_changes WHERE role = 'admin' AND changed_by IS NOT NULL AND at > ${since}
      UNION SELECT p.user_id, a.actor_id FROM profiles AS p JOIN audit_log AS a
        ON a.subject_type = 'user' AND a.subject_id = p.user_id::text AND a.action IN ('user.invited', 'user.address_asked') AND a.actor_id IS NOT NULL AND a.at > ${since}
        WHERE p.role = 'admin'
    ), pairs AS (SELECT one, other FROM made UNION SELECT other, one FROM made),
    hand AS (SELECT ${userId}::uuid AS id UNION SELECT pairs.other FROM hand JOIN pairs ON pairs.one = hand.id)
    SELECT id::text AS id FROM hand ORDER BY id`
  return rows.map(({ id }) => id)
}

/** Without a record of the role, the profile's last change counts. */
async function longStanding(tx: Reader, userIds: readonly string[], at: Date): Promise<ReadonlySet<string>> {
  const rows = await tx.$queryRaw<{ userId: string }[]>`
    SELECT p.user_id::text AS "userId" FROM profiles AS p WHERE p.user_id = ANY (${[...userIds]}::uuid[])
      AND coalesce((SELECT max(c.at) FROM role_changes AS c WHERE c.user_id = p.user_id AND c.role = 'admin'), p.updated_at)
        <= ${daysBefore(at, NEW_ADMINISTRATOR_DAYS)}::timestamptz`
  return new Set(rows.map(({ userId }) => userId))
}

/** Before all other locks, as in role changes. @returns their scopes; null means all @throws FORBIDDEN if they have just lost the role */
export async function lockDecider(tx: Tx, { userId }: Pick<Viewer, 'userId'>): Promise<readonly Scope[] | null> {
  const [row] = await tx.$queryRaw<{ role: string; scopes: unknown }[]>`
    SELECT role::text AS role, scopes FROM profiles WHERE user_id = ${userId}::uuid FOR SHARE`
  if (row?.role !== 'admin') throw adminsOnly()
  return storedScopes.nullable().parse(row.scopes)
}

/**
 * Decides whether requester and approver may be one person: the same account, an administrator of less than 7 days, one whom the requester
 * made or gave an address to in the last 90 days (or the reverse), directly or through others, or one whose second factor the requester
 * removed in the last 7 days.
 * @returns a function that answers the reason, or null
 */
export async function approvalRules(tx: Reader, requesters: readonly string[], approvers: readonly string[], at: Date) {
  const standing = await longStanding(tx, approvers, at)
  const madeLately = await makersOf(tx, approvers, daysBefore(at, PROMOTION_DAYS))
  const requestersMade = await makersOf(tx, requesters, daysBefore(at, NEW_ADMINISTRATOR_DAYS))
  const entered = await letInBy(tx, requesters, approvers, at)
  return (requester: string, approver: string): string | null => {
    if (requester.toLowerCase() === approver.toLowerCase())
      return 'Another administrator than the one who has asked for it must approve this.'
    if (!standing.has(approver.toLowerCase()))
      return `You have been an administrator for less than ${NEW_ADMINISTRATOR_DAYS} days. Somebody else must approve this.`
    if (madeLately.has(pairOf(approver, requester)))
      return `The person who asked for this made you an administrator in the last ${PROMOTION_DAYS} days, directly or through others. Somebody else must approve it.`
    const way = entered.get(pairOf(approver, requester))
    if (way) return `The person who asked for this ${way.words} in the last ${way.days} days. Somebody else must approve it.`
    if (requestersMade.has(pairOf(requester, approver)))
      return `You made the person who asked for this an administrator in the last ${NEW_ADMINISTRATOR_DAYS} days. Somebody else must approve it.`
    return null
  }
}

export async function whyNotBy(
  tx: Reader,
  { userId }: Pick<Viewer, 'userId'>,
  asked: readonly { requestedBy: string | null }[],
  at: Date,
): Promise<(one: { requestedBy: string | null }) => string | null> {
  const requesters = [...new Set(asked.flatMap(({ requestedBy }) => requestedBy ?? []))]
  if (requesters.length === 0) return () => null
  const rules = await approvalRules(tx, requesters, [userId], at)
  return ({ requestedBy }) => (requestedBy === null ? null : rules(requestedBy, userId))
}

/** @throws FORBIDDEN with the reason by `approvalRules` */
export async function mustBeAnother(tx: Tx, requestedBy: string, { userId }: Pick<Viewer, 'userId'>, at: Date): Promise<void> {
  const reason = (await approvalRules(tx, [requestedBy], [userId], at))(requestedBy, userId)
  if (reason !== null) throw refused(reason)
}

export const addressOf = ({ ip }: { ip?: string | null }): string | null => (ip && ip !== UNKNOWN_ADDRESS ? ip : null)

/** True within one network, or wider ones of one customer (IPv6 /56, /48); null if one is unknown. */
export function isSameNetwork(one: string | null, other: string | null): boolean | null {
  if (one === null || other === null) return null
  const known = new Set(Network.of(one).ranges.map(({ name }) => name))
  return Network.of(other).ranges.some(({ name }) => known.has(name))
}
