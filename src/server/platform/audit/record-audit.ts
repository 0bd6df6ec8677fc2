import { Prisma, type PrismaClient } from '~/generated/prisma/client'

/** The origin of a call. */
export interface ClientInfo {
  /** The network address; null inside the server. */
  ip: string | null
  userAgent: string | null
}

/** The account that acts (null for a visitor or the system), and its origin. */
export interface Actor extends Partial<ClientInfo> {
  userId: string | null
  email: string | null
  requestId?: string
  /** A UUID of everything that an administrator does in one call. */
  changeId?: string
}

/** One event. Never holds a password, token, code or secret. */
export interface AuditEvent {
  /** Noun and past tense, such as 'order.status_changed'. */
  action: string
  subjectType: string
  subjectId: string
  before?: Prisma.InputJsonObject
  after?: Prisma.InputJsonObject
}

const LONGEST_AGENT = 400

export const actorColumns = (actor: Actor) => ({
  actorId: actor.userId,
  actorEmail: actor.email,
  ip: actor.ip ?? null,
  userAgent: actor.userAgent?.slice(0, LONGEST_AGENT) ?? null,
  requestId: actor.requestId ?? null,
  changeId: actor.changeId ?? null,
})

/** Writes events to the audit log. Pass the transaction of the change, so that both commit or neither does. */
export async function recordAudit(db: Pick<PrismaClient, 'auditEntry'>, actor: Actor, ...events: AuditEvent[]): Promise<void> {
  await db.auditEntry.createMany({
    data: events.map(({ before, after, ...event }) => ({
      ...event,
      before: before ?? Prisma.DbNull,
      after: after ?? Prisma.DbNull,
      ...actorColumns(actor),
    })),
  })
}

/** The fields in which two records differ, before and after; null when they agree. */
export function changedFields<T extends Prisma.InputJsonObject>(before: T, after: T): { before: Partial<T>; after: Partial<T> } | null {
  const was: Partial<T> = {}
  const is: Partial<T> = {}
  for (const field in after) {
    if (JSON.stringify(before[field] ?? null) === JSON.stringify(after[field] ?? null)) continue
    was[field] = before[field]
    is[field] = after[field]
  }
  return Object.keys(is).length === 0 ? null : { before: was, after: is }
}

/**
 * The INSERT of one entry for each row of a query, for bulk changes. Stands after the WITH of the change or alone; the query gives
 * subject_id (text), before and after (jsonb).
 */
export function insertAudit(actor: Actor, event: { action: string; subjectType: string }, rows: Prisma.Sql): Prisma.Sql {
  const { actorId, actorEmail, ip, userAgent, requestId, changeId } = actorColumns(actor)
  return Prisma.sql`
    INSERT INTO audit_log (action, subject_type, subject_id, before, after, actor_id, actor_email, ip, user_agent, request_id, change_id)
    SELECT ${event.action}, ${event.subjectType}, told.subject_id, told.before, told.after,
      ${actorId}::uuid, ${actorEmail}, ${ip}, ${userAgent}, ${requestId}, ${changeId}::uuid
    FROM (${rows}) AS told`
}

/**
 * Removes the oldest audit entries that are older than so many days. The database's own function is the only way, and keeps what is
 * younger than 90 days (docs/decisions/026).
 * @param most in one go
 */
export async function removeOldAudit(tx: Prisma.TransactionClient, days: number, most: number): Promise<{ count: number }> {
  const [removed] = await tx.$queryRaw<{ count: number }[]>`SELECT remove_old_audit(${days}::int, ${most}::int) AS count`
  return { count: removed?.count ?? 0 }
}

/**
 * Takes deleted accounts out of entries that were being written during the deletion (docs/decisions/026), and removes fingerprints after
 * 32 days. Other entries are handled by triggers.
 * @returns the number of changed entries
 */
export async function forgetLateEntries({ prisma }: { prisma: Pick<PrismaClient, '$queryRaw'> }): Promise<number> {
  const [forgotten] = await prisma.$queryRaw<{ count: number }[]>`SELECT forget_late_entries() AS count`
  return forgotten?.count ?? 0
}
