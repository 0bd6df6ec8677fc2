import type { CaseStatus } from '~/contracts/cases/emails'
import type { CaseNoun } from '~/contracts/cases/cases'
import type { CaseEmailText } from '~/contracts/cases/estimates'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/identity/auth/call'
import type { StatusCall, ReadContext, StatusRecords } from '~/server/office/records/status-records'
import { withNotices, type WithNotices } from '~/server/office/records/update-status'
import { updateStatuses, type StatusesInput } from '~/server/office/records/update-statuses'
import { assignments, changeRow } from '~/server/platform/audit/change-row'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { lockRow } from '~/server/platform/database/conflict'
import { recallWithin } from '~/server/office/outbox/recall'
import { emailStatusChange, type ParcelInput } from './status-emails'

/** The statuses of repairs and trade-ins: a change is told to the customer in its own transaction. */

export type CaseRecords<Row, Status extends CaseStatus> = Omit<StatusRecords<Row, Status>, 'noun'> & { noun: CaseNoun }
type CaseStatusCall = StatusCall & Call<'db'>

interface StatusInput<Status extends CaseStatus> extends ParcelInput {
  id: string
  status: Status
  version?: number | undefined
  email?: CaseEmailText | false | undefined
  undo?: string | undefined
}

const parcelColumns = { carrier: 'text', trackingNumber: 'text' }

/** What the change sets; a parcel stays as it is where nothing is said of it. */
function changesOf({ statusType }: { statusType: Prisma.Sql }, status: string, parcel: ParcelInput): Prisma.Sql {
  const set = Prisma.sql`status = ${status}::${statusType}`
  const isSaid = Object.values(parcel).some((value) => value !== undefined)
  return isSaid ? Prisma.sql`${set}, ${assignments(parcelColumns, parcel)}` : set
}

const audited = Prisma.sql`jsonb_build_object('status', t.status, 'carrier', t.carrier, 'trackingNumber', t.tracking_number)`

/**
 * Sets a status, whatever it was before (spec §4), and writes to the customer, by the rule of the status or as `email` says.
 * With `undo`, what that change has written is taken back, and nothing written. With `version`, only if nobody has changed the case since.
 * @throws NOT_FOUND, CONFLICT; BAD_REQUEST for an `email` to a case without a customer who can be written to
 */
export function updateCaseStatus<Row extends object, Status extends CaseStatus>(
  call: CaseStatusCall,
  of: CaseRecords<Row, Status>,
  { id, status, version, email: asked, undo, ...parcel }: StatusInput<Status>,
): Promise<WithNotices<Row>> {
  const record = records[of.noun]
  const email = undo === undefined ? asked : false
  return call.db.prisma.$transaction(async (tx) => {
    await lockRow(tx, record, id, version)
    const [row] = await tx.$queryRaw<{ was: string }[]>`SELECT status::text AS was FROM ${of.table} WHERE id = ${id}::uuid`
    if (undo !== undefined) await recallWithin(tx, call, undo)
    // Who sets it again to what it is tells nothing new.
    if (row?.was !== status || email) await emailStatusChange(tx, call, { noun: of.noun, ids: [id.toLowerCase()], status, email, parcel })
    const changed = await changeRow({ readJson: readJsonWithin(tx) }, call.actor, {
      record,
      id,
      set: changesOf(of, status, parcel),
      row: of.row,
      action: `${record.auditSubject}.status_changed`,
      audited,
    })
    const notices = of.effect ? await of.effect(tx, call, { ids: [id.toLowerCase()], status, tells: email !== false }) : []
    return withNotices(changed, notices)
  })
}

/** The same for many: those with certain ids, or all of a view. @throws CONFLICT */
export const updateCaseStatuses = <Row, Status extends CaseStatus>(
  call: CaseStatusCall & ReadContext,
  of: CaseRecords<Row, Status>,
  { email, ...input }: StatusesInput<Status> & { email?: false | undefined },
) =>
  updateStatuses(call, of, input, {
    tells: email !== false,
    write: (tx, ids, status) => emailStatusChange(tx, call, { noun: of.noun, ids, status, email }),
  })
