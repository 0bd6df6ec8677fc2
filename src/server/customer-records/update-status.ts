import { records } from '~/contracts/records'
import { changedFields, recordAudit, type Actor } from '~/server/platform/audit/record'
import { conflict, notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import type { StatusRecords } from './status-records'

/**
 * Sets a status, whatever it was before (spec §4). With `version`, only if nobody has changed the record since.
 * @throws NOT_FOUND, CONFLICT
 */
export function updateStatus<Row, Status extends string>(
  { db, actor }: Pick<Services, 'db'> & { actor: Actor },
  { noun, table, statusType, row }: Pick<StatusRecords<Row, Status>, 'noun' | 'table' | 'statusType' | 'row'>,
  { id, status, version }: { id: string; status: Status; version?: number | undefined },
): Promise<Row> {
  const record = records[noun]
  return db.prisma.$transaction(async (tx) => {
    const [was] = await tx.$queryRaw<{ status: string; version: number }[]>`
      SELECT status::text AS status, version FROM ${table} WHERE id = ${id}::uuid FOR UPDATE`
    if (!was) throw notFound(record)
    if (version !== undefined && version !== was.version) throw conflict(record)
    await tx.$executeRaw`UPDATE ${table} SET status = ${status}::${statusType} WHERE id = ${id}::uuid`
    const subject = { subjectType: record.auditSubject, subjectId: id }
    const changed = changedFields({ status: was.status }, { status })
    if (changed) await recordAudit(tx, actor, { action: `${record.auditSubject}.status_changed`, ...subject, ...changed })
    const [stored] = await tx.$queryRaw<{ row: string }[]>`SELECT ${row.json}::text AS row FROM ${table} AS t WHERE t.id = ${id}::uuid`
    return row.schema.parse(JSON.parse(stored?.row ?? 'null'))
  })
}
