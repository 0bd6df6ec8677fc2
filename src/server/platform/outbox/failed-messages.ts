import type { Call } from '~/server/call'
import { TRPCError } from '@trpc/server'
import type { FailedMessage, FailedMessages } from '~/contracts/office/outbox'
import { FAILED_SHOWN } from '~/contracts/office/outbox'
import type { Prisma } from '~/generated/prisma/client'
import { recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import type { Services } from '~/server/services'
import { EMAIL_QUEUE, OUTGOING } from './outbox'

type Row = Omit<FailedMessage, 'kind' | 'canSendAgain'> & { queue: string; isText: boolean; expiresAt: string | null; total: number }

/** An unreadable time, which plain SQL may have written, counts as expired. */
const isOver = (expiresAt: string | null, now: Date) => expiresAt !== null && !(new Date(expiresAt) > now)

export async function readFailed({ db, now }: Pick<Services, 'db' | 'now'>): Promise<FailedMessages> {
  const found = await db.prisma.$queryRaw<Row[]>`
    SELECT id::text, name AS queue, left(coalesce(data ->> 'to', ''), 400) AS to, left(coalesce(data ->> 'subject', ''), 400) AS subject,
      left(coalesce(output ->> 'reason', 'interrupted'), 100) AS reason, retry_count + 1 AS tries,
      coalesce(completed_on, created_on) AS "lastTryAt", data ->> 'expiresAt' AS "expiresAt", data ->> 'isText' IS NOT NULL AS "isText", count(*) OVER ()::int AS total
    FROM shop_queue.job WHERE name = ANY (${[...OUTGOING]}) AND state = 'failed'
    ORDER BY "lastTryAt" DESC, id LIMIT ${FAILED_SHOWN}`
  const rows = found.map(({ queue, isText, expiresAt, total: _total, ...row }) => ({
    ...row,
    kind: queue === EMAIL_QUEUE && !isText ? ('letter' as const) : ('text' as const),
    canSendAgain: !isOver(expiresAt, now()),
  }))
  return { rows, total: found[0]?.total ?? 0 }
}

interface FailedJob {
  id: string
  name: string
  data: Prisma.JsonObject | null
  to: string
  subject: string
  expiresAt: string | null
}

/** @throws NOT_FOUND if none has */
async function lockFailed(tx: Prisma.TransactionClient, ids: readonly string[]): Promise<FailedJob[]> {
  const failed = await tx.$queryRaw<FailedJob[]>`
    SELECT id::text, name, data, coalesce(data ->> 'to', '') AS to, coalesce(data ->> 'subject', '') AS subject, data ->> 'expiresAt' AS "expiresAt"
    FROM shop_queue.job WHERE name = ANY (${[...OUTGOING]}) AND id = ANY (${[...ids]}::uuid[]) AND state = 'failed'
    ORDER BY created_on, id FOR UPDATE`
  if (failed.length === 0) throw new TRPCError({ code: 'NOT_FOUND', message: 'This has already been sent or discarded.' })
  return failed
}

const record = (tx: Prisma.TransactionClient, actor: Actor, action: string, jobs: readonly FailedJob[]) =>
  recordAudit(tx, actor, ...jobs.map(({ id, to, subject }) => ({ action, subjectType: 'outbox', subjectId: id, after: { to, subject } })))

/** A repeat keeps its id. @returns their number @throws NOT_FOUND if none has failed; CONFLICT if all are expired codes */
export function sendAgain(
  { db, jobs, now, actor }: Call<'db' | 'now' | 'jobs'>,
  { ids }: { ids: readonly string[] },
): Promise<{ count: number }> {
  return db.prisma.$transaction(async (tx) => {
    const good = (await lockFailed(tx, ids)).filter(({ expiresAt }) => !isOver(expiresAt, now()))
    if (good.length === 0) throw new TRPCError({ code: 'CONFLICT', message: 'The code has expired; a new one has to be asked for.' })
    for (const { id, name, data } of good) {
      await jobs.remove(tx, name, [id])
      await jobs.post(tx, name, data ?? {}, { id })
    }
    await record(tx, actor, 'outbox.sent_again', good)
    return { count: good.length }
  })
}

/** @throws NOT_FOUND if none of them has failed */
export function discardFailed({ db, jobs, actor }: Call<'db' | 'jobs'>, { ids }: { ids: readonly string[] }): Promise<{ count: number }> {
  return db.prisma.$transaction(async (tx) => {
    const failed = await lockFailed(tx, ids)
    for (const { id, name } of failed) await jobs.remove(tx, name, [id])
    await record(tx, actor, 'outbox.discarded', failed)
    return { count: failed.length }
  })
}

export async function countOutgoing({ prisma }: Services['db']): Promise<{ waiting: number; failed: number }> {
  const [counts] = await prisma.$queryRaw<{ waiting: number; failed: number }[]>`
    SELECT count(*) FILTER (WHERE state <= 'active')::int AS waiting, count(*) FILTER (WHERE state = 'failed')::int AS failed
    FROM shop_queue.job WHERE name = ANY (${[...OUTGOING]})`
  return counts ?? { waiting: 0, failed: 0 }
}
