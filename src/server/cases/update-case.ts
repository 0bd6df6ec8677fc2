import { records } from '~/contracts/records'
import type { CaseNoun } from '~/contracts/cases/cases'
import type { Customer } from '~/contracts/office/status-inputs'
import type { Prisma } from '~/generated/prisma/client'
import { readStored, type StatusRecords } from '~/server/office/records/status-records'
import { withNotices, type WithNotices } from '~/server/office/records/update-status'
import { changedFields, recordAudit, type Actor, type AuditEvent } from '~/server/platform/audit/record'
import { lockRow } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'

/** A day as the database's client takes it; undefined leaves what is there. */
export const toDate = <None extends null | undefined>(day: string | None): Date | None => (typeof day === 'string' ? new Date(day) : day)

/** A device with what is new of it: whatever else is known of it stays. */
export function withDevice(known: unknown, told: object): Prisma.InputJsonObject {
  const stored = typeof known === 'object' && known !== null && !Array.isArray(known) ? known : {}
  return Object.fromEntries(Object.entries({ ...stored, ...told }).filter(([, value]) => value !== undefined)) as Prisma.InputJsonObject
}

/** What the audit log tells of a case: the fields that people edit, and its customer by address too. */
export function audited({
  id: _id,
  version: _version,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  completedAt: _completedAt,
  unreadMessages: _unreadMessages,
  becameTradeIn: _becameTradeIn,
  customer,
  assignee,
  ...fields
}: Record<string, unknown> & { customer: Customer; assignee: Customer | null }): Prisma.InputJsonObject {
  // An id would tell nobody who it was.
  const told = { ...fields, customer: customer.email, assignee: assignee && (assignee.fullName || assignee.email) }
  return JSON.parse(JSON.stringify(told)) as Prisma.InputJsonObject
}

/**
 * Changes a case: with `version`, only if nobody has changed it since. Writes what became another to the audit log.
 * @param write changes the stored row; given the row as it was
 * @param follow what else has to happen then, given both; answers what people should know of it
 * @returns the row as it is then
 * @throws NOT_FOUND, CONFLICT, and what `write` throws
 */
export function updateCase<
  Row extends { id: string; version: number; userId: string | null; customer: Customer; assignee: Customer | null },
>(
  { db, actor }: Pick<Services, 'db'> & { actor: Actor },
  of: Pick<StatusRecords<Row>, 'table' | 'row'> & { noun: CaseNoun },
  { id, version }: { id: string; version?: number | undefined },
  write: (tx: Prisma.TransactionClient, was: Row) => Promise<unknown>,
  follow: (tx: Prisma.TransactionClient, was: Row, row: Row) => Promise<string[]>,
): Promise<WithNotices<Row>> {
  const record = records[of.noun]
  return db.prisma.$transaction(async (tx) => {
    await lockRow(tx, record, id, version)
    const was = await readStored(tx, of, id)
    await write(tx, was)
    const row = await readStored(tx, of, id)
    const notices = await follow(tx, was, row)
    const changed = changedFields(audited({ ...was }), audited({ ...row }))
    if (changed)
      await recordAudit(tx, actor, {
        action: `${record.auditSubject}.updated`,
        subjectType: record.auditSubject,
        subjectId: row.id,
        ...changed,
      })
    return withNotices(row, notices)
  })
}

/** How a case's own events are written down, as of its quotes. @param action such as 'estimate_sent', which becomes 'repair.estimate_sent' */
export const auditCase =
  (noun: CaseNoun) =>
  (tx: Prisma.TransactionClient, actor: Actor, id: string, action: string, told: Pick<AuditEvent, 'before' | 'after'>): Promise<void> => {
    const { auditSubject: subjectType } = records[noun]
    return recordAudit(tx, actor, { action: `${subjectType}.${action}`, subjectType, subjectId: id.toLowerCase(), ...told })
  }
