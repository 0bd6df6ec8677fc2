import type { WithLetters } from '~/contracts/office/letters'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { changeRow, changeRowUnless, type RowChange } from '~/server/platform/audit/change-row'
import { readJsonWithin } from '~/server/platform/database/column-values'
import type { Services } from '~/server/services'
import type { StatusCall, StatusRecords } from './status-records'

/** A row with what its change of status has caused, in sentences for people; absent where there is nothing to say. */
export type WithNotices<Row> = WithLetters<Row & { notices?: string[] }>

export const withNotices = <Row extends object>(row: Row, notices: string[]): WithNotices<Row> => ({
  ...row,
  ...(notices.length > 0 && { notices }),
})

/**
 * Sets a status, whatever it was before (spec §4), with what follows from it. With `version`, only if nobody has changed the
 * record since.
 * @throws NOT_FOUND, CONFLICT
 */
export async function updateStatus<Row extends object, Status extends string>(
  call: Pick<Services, 'db'> & StatusCall,
  {
    noun,
    statusType,
    row,
    effect,
    isEffective,
  }: Pick<StatusRecords<Row, Status>, 'noun' | 'statusType' | 'row' | 'effect' | 'isEffective'>,
  { id, status, version }: { id: string; status: Status; version?: number | undefined },
): Promise<WithNotices<Row>> {
  const record = records[noun]
  const change: RowChange<Row> = {
    record,
    id,
    version,
    set: Prisma.sql`status = ${status}::${statusType}`,
    row,
    action: `${record.auditSubject}.status_changed`,
    audited: Prisma.sql`jsonb_build_object('status', t.status)`,
  }
  if (!effect) return withNotices(await changeRow(call.db, call.actor, change), [])
  const alone = isEffective && (await changeRowUnless(call.db, call.actor, change, isEffective))
  if (alone) return withNotices(alone, [])
  return call.db.prisma.$transaction(async (tx) => {
    const changed = await changeRow({ readJson: readJsonWithin(tx) }, call.actor, change)
    return withNotices(changed, await effect(tx, call, { ids: [id.toLowerCase()], status, tells: true }))
  })
}
