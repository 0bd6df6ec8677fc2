import { Prisma } from '~/generated/prisma/client'
import { actorColumns, type Actor } from './record'

/**
 * The INSERT that writes an entry for each row of a query, for changes of many rows at once. It stands
 * after the WITH of the change itself or alone; the query gives subject_id (text), before and after (jsonb).
 */
export function insertAudit(actor: Actor, event: { action: string; subjectType: string }, rows: Prisma.Sql): Prisma.Sql {
  const { actorId, actorEmail, ip, userAgent, requestId } = actorColumns(actor)
  return Prisma.sql`
    INSERT INTO audit_log (action, subject_type, subject_id, before, after, actor_id, actor_email, ip, user_agent, request_id)
    SELECT ${event.action}, ${event.subjectType}, told.subject_id, told.before, told.after,
      ${actorId}::uuid, ${actorEmail}, ${ip}, ${userAgent}, ${requestId}
    FROM (${rows}) AS told`
}
