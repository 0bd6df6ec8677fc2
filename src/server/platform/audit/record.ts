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
