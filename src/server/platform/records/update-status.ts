import type { WithChangeEmails } from '~/contracts/change-emails'
import type { CaseEmailText } from '~/contracts/cases/estimates'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { recallWithin } from '~/server/platform/outbox/recall-emails'
import { assignments, changeRow, changeRowUnless, type RowChange } from '~/server/platform/audit/change-row'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { conflict, notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import type { ParcelInput, StatusCall, StatusRecords } from './status-records'

/** A row with what its change of status has caused, in sentences for people; absent where there is nothing to say. */
export type WithNotices<Row> = WithChangeEmails<Row & { notices?: string[] }>

export const withNotices = <Row extends object>(row: Row, notices: string[]): WithNotices<Row> => ({
  ...row,
  ...(notices.length > 0 && { notices }),
})

/** A new status of one record. The other fields are for records whose customers are emailed. */
export interface StatusChange<Status extends string> extends ParcelInput {
  id: string
  status: Status
  version?: number | undefined
  /** As somebody has looked at it; `false`: none; undefined: as the status's rule says. */
  email?: CaseEmailText | false | undefined
  /** The change that this one undoes: what it has written is taken back, and nothing written. */
  undo?: string | undefined
}

type Changed<Row, Status extends string> = Pick<
  StatusRecords<Row, Status>,
  'noun' | 'table' | 'statusType' | 'row' | 'tell' | 'takeAddress' | 'effect' | 'isEffective'
>

const parcelColumns = { carrier: 'text', trackingNumber: 'text', returnAddress: 'text' }

/** The columns that the change sets; a parcel stays as it is where nothing is said of it. */
function columnsOf(type: Prisma.Sql, status: string, parcel: ParcelInput): Prisma.Sql {
  const set = Prisma.sql`status = ${status}::${type}`
  const isSaid = Object.values(parcel).some((value) => value !== undefined)
  return isSaid ? Prisma.sql`${set}, ${assignments(parcelColumns, parcel)}` : set
}

const audited = Prisma.sql`jsonb_build_object('status', t.status)`
const auditedWithParcel = Prisma.sql`jsonb_build_object('status', t.status, 'carrier', t.carrier, 'trackingNumber', t.tracking_number)`

/** Tells the customer of a record, unless it has the status already: setting it again sends nothing. */
async function tellFirst<Status extends string>(
  tx: Prisma.TransactionClient,
  call: StatusCall,
  { noun, table, tell, takeAddress }: Pick<StatusRecords<unknown, Status>, 'noun' | 'table' | 'tell' | 'takeAddress'>,
  { id, status, version, email, undo, ...parcel }: StatusChange<Status>,
): Promise<void> {
  if (!tell) return
  const [row] = await tx.$queryRaw<{ version: number; was: string }[]>`
    SELECT version, status::text AS was FROM ${table} WHERE id = ${id}::uuid FOR UPDATE`
  if (!row) throw notFound(records[noun])
  if (version !== undefined && version !== row.version) throw conflict(records[noun])
  if (parcel.returnAddress !== undefined) await takeAddress?.(tx, call, { id, status, returnAddress: parcel.returnAddress })
  if (undo !== undefined) await recallWithin(tx, call, undo)
  if (row.was !== status || email) await tell(tx, call, { ids: [id.toLowerCase()], status, email, parcel, restores: undo })
}

function rowChange<Row, Status extends string>(
  { noun, tell, statusType, row }: Pick<Changed<Row, Status>, 'noun' | 'tell' | 'statusType' | 'row'>,
  { id, status, version, email: _email, undo: _undo, ...parcel }: StatusChange<Status>,
): RowChange<Row> {
  const record = records[noun]
  return {
    record,
    id,
    // The people to tell are locked, and compared, before.
    version: tell ? undefined : version,
    set: columnsOf(statusType, status, parcel),
    row,
    action: `${record.auditSubject}.status_changed`,
    audited: tell ? auditedWithParcel : audited,
  }
}

/**
 * Sets a status, whatever it was before (requirements §4), with what follows from it; the customer is emailed if the record type
 * does that. With `version`, only if nobody has changed the record since.
 * @throws NOT_FOUND, CONFLICT; BAD_REQUEST for an `email` to a record without a customer who can be written to
 */
export async function updateStatus<Row extends object, Status extends string>(
  call: Pick<Services, 'db'> & StatusCall,
  of: Changed<Row, Status>,
  input: StatusChange<Status>,
): Promise<WithNotices<Row>> {
  const { tell, effect, isEffective } = of
  const change = rowChange(of, input)
  if (!tell && !effect) return withNotices(await changeRow(call.db, call.actor, change), [])
  const alone = isEffective && (await changeRowUnless(call.db, call.actor, change, isEffective))
  if (alone) return withNotices(alone, [])
  return call.db.prisma.$transaction((tx) => changeStatus(tx, call, of, input))
}

/** The same within a transaction that changes more of the record. @throws as `updateStatus` */
export async function changeStatus<Row extends object, Status extends string>(
  tx: Prisma.TransactionClient,
  call: StatusCall,
  of: Changed<Row, Status>,
  input: StatusChange<Status>,
): Promise<WithNotices<Row>> {
  const { id, status, undo } = input
  const email = undo === undefined ? input.email : false
  await tellFirst(tx, call, of, { ...input, email })
  const changed = await changeRow({ readJson: readJsonWithin(tx) }, call.actor, rowChange(of, input))
  const notices = of.effect ? await of.effect(tx, call, { ids: [id.toLowerCase()], status, tells: email !== false }) : []
  return withNotices(changed, notices)
}
