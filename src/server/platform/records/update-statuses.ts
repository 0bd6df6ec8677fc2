import type { BulkOutcome, BulkResult } from '~/contracts/bulk-inputs'
import type { WithChangeEmails } from '~/contracts/change-emails'
import { records } from '~/contracts/records'
import { Prisma, type PrismaClient } from '~/generated/prisma/client'
import { insertAudit } from '~/server/platform/audit/record-audit'
import type { View } from '~/server/platform/lists/read-list'
import type { Services } from '~/server/services'
import { countView, viewCondition } from '~/server/platform/lists/view'
import { nextWindow, wrongNumber, type IdWindow } from './id-windows'
import { type StatusCall, viewOf, type ReadContext, type StatusRecords, type StatusView, type Viewed } from './status-records'
import { withNotices } from './update-status'

export interface ChosenRow {
  id: string
  version?: number | undefined
}

export interface LockedRow {
  id: string
  status: string
  version: number
}

type Tx = Prisma.TransactionClient

export type Target = Pick<StatusRecords<unknown>, 'noun' | 'table' | 'statusType' | 'effect'>
interface Change extends Target {
  /** Writes to the customers of locked rows, none of which has the status yet. */
  write?: (tx: Tx, ids: readonly string[]) => Promise<void>
  /** True if customers may be emailed about the effects of the status. */
  tells: boolean
}

/** Of one size: a list of outcomes, none of them yet. */
export const noOutcomes = (): Record<BulkOutcome, number> => ({ changed: 0, unchanged: 0, conflict: 0, missing: 0 })

/** Locked in the order of their ids, so that two bulk changes wait for each other instead of failing. */
export const lockRows = (tx: Tx, { table }: Target, where: Prisma.Sql) =>
  tx.$queryRaw<LockedRow[]>`
    SELECT t.id::text AS id, t.status::text AS status, t.version FROM ${table} AS t WHERE ${where} ORDER BY t.id FOR UPDATE OF t`

/** Gives locked rows a status and audits it in one statement, then runs the status's effects. */
export async function setStatus(tx: Tx, call: StatusCall, target: Change, rows: LockedRow[], status: string): Promise<string[]> {
  if (rows.length === 0) return []
  const { noun, table, statusType, effect, write, tells } = target
  const ids = rows.map(({ id }) => id)
  await write?.(tx, ids)
  const { auditSubject: subjectType } = records[noun]
  const given = JSON.stringify(rows.map(({ id, status: was }) => ({ id, was })))
  const told = Prisma.sql`
    SELECT id::text AS subject_id, jsonb_build_object('status', was) AS before, jsonb_build_object('status', ${status}::text) AS after
    FROM changed ORDER BY id`
  await tx.$executeRaw`
    WITH given AS (SELECT * FROM jsonb_to_recordset(${given}::jsonb) AS row(id uuid, was text)),
    changed AS (
      UPDATE ${table} AS t SET status = ${status}::${statusType} FROM given WHERE t.id = given.id RETURNING t.id, given.was
    )
    ${insertAudit(call.actor, { action: `${subjectType}.status_changed`, subjectType }, told)}`
  return effect ? effect(tx, call, { ids, status, tells }) : []
}

/** Gives the rows with these ids a status; rows that somebody else has changed stay. */
function updateChosenStatuses(
  prisma: PrismaClient,
  call: StatusCall,
  target: Change,
  asked: readonly ChosenRow[],
  status: string,
): Promise<BulkResult> {
  return prisma.$transaction(async (tx) => {
    const ids = asked.map(({ id }) => id.toLowerCase())
    const rows = new Map((await lockRows(tx, target, Prisma.sql`t.id = ANY(${ids}::uuid[])`)).map((row) => [row.id, row]))
    const outcomeOf = ({ id, version }: ChosenRow): BulkOutcome => {
      const row = rows.get(id.toLowerCase())
      if (!row) return 'missing'
      if (version !== undefined && version !== row.version) return 'conflict'
      return row.status === status ? 'unchanged' : 'changed'
    }
    const results = asked.map((each) => ({ id: each.id, outcome: outcomeOf(each) }))
    const changed = results.flatMap(({ id, outcome }) => (outcome === 'changed' ? (rows.get(id.toLowerCase()) ?? []) : []))
    const notices = await setStatus(tx, call, target, changed, status)
    const counts = noOutcomes()
    for (const { outcome } of results) counts[outcome]++
    return withNotices({ counts, results, change: call.actor.changeId }, notices)
  })
}

/**
 * Gives every row of a view a status, in parts: each part is a short transaction, so that nobody waits for long and finished parts stay.
 * @throws CONFLICT if the view has another number of rows than expected; nothing changes then
 */
async function updateViewStatuses(
  prisma: PrismaClient,
  call: StatusCall,
  target: Change,
  { view, expected, status }: { view: View; expected: number; status: string },
): Promise<BulkResult> {
  const condition = viewCondition(view)
  const matching = await countView(prisma, view)
  if (matching !== expected) throw wrongNumber(matching, expected)
  const counts = noOutcomes()
  const notices: string[] = []
  const part = (window: IdWindow) =>
    prisma.$transaction(async (tx) => {
      const rows = await lockRows(tx, target, Prisma.sql`${window.condition} AND ${condition}`)
      const others = rows.filter((row) => row.status !== status)
      return { said: await setStatus(tx, call, target, others, status), changed: others.length, unchanged: rows.length - others.length }
    })
  for (let window = await nextWindow(prisma, target.table); ; window = await nextWindow(prisma, target.table, window.end)) {
    const { said, changed, unchanged } = await part(window)
    notices.push(...said)
    counts.changed += changed
    counts.unchanged += unchanged
    if (window.end === null) return withNotices({ counts, results: [], change: call.actor.changeId }, notices)
  }
}

export interface StatusesInput<Status extends string> {
  ids?: readonly ChosenRow[] | undefined
  all?: StatusView<Status> | undefined
  expected?: number | undefined
  status: Status
  /** `false`: no email; undefined: by the rule of the status. */
  email?: false | undefined
}

/**
 * Gives many rows a status, whatever it was before (requirements §4): those with certain ids, or all of a view. Their customers are emailed if
 * the record type does that.
 * @throws CONFLICT
 */
export function updateStatuses<Status extends string>(
  call: ReadContext & Pick<Services, 'db'> & StatusCall,
  { tell, ...of }: Target & Viewed<Status> & Pick<StatusRecords<unknown, Status>, 'tell'>,
  { ids = [], all, expected = 0, status, email }: StatusesInput<Status>,
): Promise<WithChangeEmails<BulkResult>> {
  const { prisma } = call.db
  const change: Change = {
    ...of,
    tells: email !== false,
    ...(tell && { write: (tx, changed) => tell(tx, call, { ids: changed, status, email }) }),
  }
  if (all) return updateViewStatuses(prisma, call, change, { view: viewOf(of, all, call), expected, status })
  return updateChosenStatuses(prisma, call, change, ids, status)
}
