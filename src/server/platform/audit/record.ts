import { Prisma, type PrismaClient } from '~/generated/prisma/client'

/** Where a call came from. */
export interface ClientInfo {
  /** The network address, null inside the server. */
  ip: string | null
  userAgent: string | null
}

/** Who acts: an account (or nobody signed in, or the system), and from where. */
export interface Actor extends Partial<ClientInfo> {
  userId: string | null
  email: string | null
  requestId?: string
  /** What an administrator does in one call, by a UUID of its own. */
  changeId?: string
}

/** What is written of one event. Never a password, token, code or secret. */
export interface AuditEvent {
  /** Noun and past tense, such as 'order.status_changed'. */
  action: string
  subjectType: string
  subjectId: string
  before?: Prisma.InputJsonObject
  after?: Prisma.InputJsonObject
}

const LONGEST_AGENT = 400

/** What an entry tells of who acts. */
export const actorColumns = (actor: Actor) => ({
  actorId: actor.userId,
  actorEmail: actor.email,
  ip: actor.ip ?? null,
  userAgent: actor.userAgent?.slice(0, LONGEST_AGENT) ?? null,
  requestId: actor.requestId ?? null,
  changeId: actor.changeId ?? null,
})

/**
 * Writes events to the audit log. Pass the transaction of the change itself, so that neither stays
 * without the other.
 */
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

/** The fields of which two records differ, as they were and as they are; null when they agree. */
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
 * The INSERT that writes an entry for each row of a query, for changes of many rows at once. It stands
 * after the WITH of the change itself or alone; the query gives subject_id (text), before and after (jsonb).
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
 * Removes the oldest entries of the audit log that are older than so many days, by the database's clock. The database's own
 * function is the only way, and keeps what is younger than 90 days whatever it is asked (docs/decisions/034).
 * @param most in one go
 */
export async function removeOldAudit(tx: Prisma.TransactionClient, days: number, most: number): Promise<{ count: number }> {
  const [removed] = await tx.$queryRaw<{ count: number }[]>`SELECT remove_old_audit(${days}::int, ${most}::int) AS count`
  return { count: removed?.count ?? 0 }
}

/**
 * Takes deleted accounts out of entries that were being written while they went (docs/decisions/074), and lets fingerprints go after 32
 * days. What the database did with the account itself, and does with each new entry, needs no call.
 * @returns how many entries were changed
 */
export async function forgetLateEntries({ prisma }: { prisma: Pick<PrismaClient, '$queryRaw'> }): Promise<number> {
  const [forgotten] = await prisma.$queryRaw<{ count: number }[]>`SELECT forget_late_entries() AS count`
  return forgotten?.count ?? 0
}
