import type * as z from 'zod'
import type { BulkResult } from '~/contracts/bulk-inputs'
import { UNDONE_WITHIN, type changeInput, type WithChangeEmails } from '~/contracts/change-emails'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { TRPCError } from '@trpc/server'
import { recallWithin } from '~/server/platform/outbox/recall-emails'
import type { Services } from '~/server/services'
import type { StatusCall, StatusRecords } from './status-records'
import { withNotices } from './update-status'
import { lockRows, noOutcomes, setStatus, type LockedRow, type Target } from './update-statuses'

type Tx = Prisma.TransactionClient

/** Rows that one short transaction sets back. */
const PORTION = 2_000

/** A row's part in a change. */
interface Done {
  id: string
  entry: bigint
  was: string
  status: string
}

const eventOf = ({ noun }: Target) => {
  const { auditSubject } = records[noun]
  return Prisma.sql`a.subject_type = ${auditSubject} AND a.action = ${`${auditSubject}.status_changed`}`
}

const nextDone = (prisma: Pick<Tx, '$queryRaw'>, target: Target, change: string, after: bigint) =>
  prisma.$queryRaw<Done[]>`
    SELECT a.subject_id AS id, a.id AS entry, a.before ->> 'status' AS was, a.after ->> 'status' AS status FROM audit_log AS a
    WHERE a.at > now() - make_interval(mins => ${UNDONE_WITHIN}) AND a.change_id = ${change}::uuid AND ${eventOf(target)} AND a.id > ${after}
    ORDER BY a.id LIMIT ${PORTION}`

/** The rows whose status somebody has set since. */
async function changedSince(tx: Tx, target: Target, change: string, done: readonly Done[]): Promise<ReadonlySet<string>> {
  const ids = done.map(({ id }) => id)
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT a.subject_id AS id FROM audit_log AS a
    WHERE a.subject_id = ANY (${ids}) AND ${eventOf(target)} AND a.id > ${done[0]?.entry ?? 0n} AND a.change_id IS DISTINCT FROM ${change}::uuid`
  return new Set(found.map(({ id }) => id))
}

/**
 * Undoes a bulk change of statuses within a quarter of an hour: recalls its waiting emails and restores each row's status. Rows whose
 * status was set again since keep it. Sends no emails, except those that the change had withdrawn.
 * @returns the outcome for the rows; `letters` names recalled emails, and those that had gone out
 * @throws NOT_FOUND if nothing of the change can be undone
 */
export async function undoStatuses<Status extends string>(
  call: Pick<Services, 'db'> & StatusCall,
  { tell, statuses, ...target }: Target & Pick<StatusRecords<unknown, Status>, 'tell' | 'statuses'>,
  { change }: z.output<typeof changeInput>,
): Promise<WithChangeEmails<BulkResult>> {
  const { prisma } = call.db
  const counts = noOutcomes()
  const notices: string[] = []
  // First, so that none of them goes out while rows are set back.
  await prisma.$transaction((tx) => recallWithin(tx, call, change))
  let done = await nextDone(prisma, target, change, 0n)
  if (done.length === 0) throw new TRPCError({ code: 'NOT_FOUND', message: 'There is nothing left to undo.' })
  while (done.length > 0) {
    const part = done
    // Counts come from the transaction's answer: it may run twice.
    const ended = await prisma.$transaction(async (tx) => {
      const rows = await lockRows(tx, target, Prisma.sql`t.id = ANY(${part.map(({ id }) => id)}::uuid[])`)
      const others = await changedSince(tx, target, change, part)
      const known = new Map(part.map((each) => [each.id, each]))
      const back = new Map<string, LockedRow[]>()
      for (const row of rows) {
        const of = known.get(row.id)
        if (of && of.status === row.status && !others.has(row.id)) back.set(of.was, [...(back.get(of.was) ?? []), row])
      }
      const said: string[] = []
      for (const [was, theirs] of back) {
        const status = statuses.find((each) => each === was)
        const write =
          status && tell && ((of: Tx, ids: readonly string[]) => tell(of, call, { ids, status, email: false, restores: change }))
        said.push(...(await setStatus(tx, call, { ...target, tells: false, ...(write && { write }) }, theirs, was)))
      }
      return { found: rows.length, changed: [...back.values()].flat().length, said }
    })
    counts.missing += part.length - ended.found
    counts.conflict += ended.found - ended.changed
    counts.changed += ended.changed
    notices.push(...ended.said)
    done = await nextDone(prisma, target, change, part.at(-1)?.entry ?? 0n)
  }
  return withNotices({ counts, results: [] }, notices)
}
