import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { changeRow } from '~/server/platform/audit/change-row'
import type { Actor } from '~/server/platform/audit/record'
import type { Services } from '~/server/services'
import type { StatusRecords } from './status-records'

/**
 * Sets a status, whatever it was before (spec §4). With `version`, only if nobody has changed the record since.
 * @throws NOT_FOUND, CONFLICT
 */
export function updateStatus<Row, Status extends string>(
  { db, actor }: Pick<Services, 'db'> & { actor: Actor },
  { noun, statusType, row }: Pick<StatusRecords<Row, Status>, 'noun' | 'statusType' | 'row'>,
  { id, status, version }: { id: string; status: Status; version?: number | undefined },
): Promise<Row> {
  const record = records[noun]
  return changeRow(db, actor, {
    record,
    id,
    version,
    set: Prisma.sql`status = ${status}::${statusType}`,
    row,
    action: `${record.auditSubject}.status_changed`,
    audited: Prisma.sql`jsonb_build_object('status', t.status)`,
  })
}
