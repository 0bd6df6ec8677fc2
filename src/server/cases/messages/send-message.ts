import { TRPCError } from '@trpc/server'
import type { MessageFields, ThreadEnd } from '~/contracts/cases/messages'
import type { CaseRef } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { calendarDay, formatDay } from '~/lib/instant'
import type { Call } from '~/server/call'
import { presentCase, rowsOfPresent, type CustomerCase } from '~/server/cases/base/customer-case'
import { readJsonWithin } from '~/server/platform/database/column-values'
import { lockRow } from '~/server/platform/database/conflict'
import { idempotent } from '~/server/platform/database/idempotency'
import { fieldError } from '~/server/platform/errors'
import type { Services } from '~/server/services'
import { lockTheirs } from '~/server/cases/base/customer-access'
import { threadEnd } from './message-thread'

type Tx = Prisma.TransactionClient
type SendCall = Call<'db' | 'now' | 'businessTimeZone' | 'limits'> & { procedure: string }
type Author = { side: 'desk'; userId: string } | { side: 'customer'; userId: string | null; theirs: CustomerCase }

const refusal = (end: Exclude<ThreadEnd, { reason: 'passed' }>, timeZone: string) =>
  new TRPCError({
    code: 'CONFLICT',
    message:
      end.reason === 'moved'
        ? `This repair is trade-in ${end.number} now. Write there.`
        : `This conversation ended on ${formatDay(calendarDay(end.at, timeZone))}, 90 days after the case. Please contact us if there is anything else.`,
  })

/** @throws CONFLICT if the conversation has ended */
export async function takesMessages(
  { db, now, businessTimeZone }: Pick<Services, 'now' | 'businessTimeZone'> & { db: Parameters<typeof threadEnd>[0] },
  of: CaseRef,
): Promise<void> {
  const end = await threadEnd(db, now(), of)
  if (end) throw refusal(end, businessTimeZone)
}

/** Times are unique and rise within a case, so that reading up to one covers all before it. */
async function momentOf(tx: Tx, of: CaseRef, at: Date): Promise<Date> {
  const MINUTE_MS = 60_000
  const newest = await tx.caseMessage.findFirst({
    where: { caseId: of.id, createdAt: { gte: at, lt: new Date(at.getTime() + MINUTE_MS) } },
    orderBy: { createdAt: 'desc' },
    select: { createdAt: true },
  })
  return newest ? new Date(newest.createdAt.getTime() + 1) : at
}

/** @throws BAD_REQUEST `pictures` for one that is missing, another's, or of another message */
async function attach(tx: Tx, of: CaseRef, messageId: string, ids: readonly string[], { side }: Author): Promise<void> {
  const pictures = [...new Set(ids)]
  if (pictures.length === 0) return
  const theirs = await rowsOfPresent(tx, of)
  const { count } = await tx.caseFile.updateMany({
    where: {
      id: { in: pictures },
      caseId: of.id,
      kind: 'picture',
      removedAt: null,
      messageId: null,
      ...(side === 'customer' ? { fromCustomer: true, ...theirs } : { OR: [{ fromCustomer: false }, theirs] }),
    },
    // The other side sees it from now on.
    data: { messageId, ...(side === 'desk' && { isShared: true, customerId: null }) },
  })
  if (count !== pictures.length) throw fieldError('validation_failed', 'pictures', 'A picture is no longer there. Add it again.')
}

/** Needs the case's lock. Stores the present customer, so that a later one cannot read the message. */
export async function writeMessage(
  tx: Tx,
  { now }: Pick<Services, 'now'>,
  of: CaseRef,
  { body, ...author }: { side: Author['side']; authorId: string | null; body: string },
): Promise<{ id: string }> {
  return tx.caseMessage.create({
    data: {
      ...author,
      caseId: of.id,
      customerId: (await presentCase(tx, of))?.customerId ?? null,
      body: body.trim(),
      createdAt: await momentOf(tx, of, now()),
    },
    select: { id: true },
  })
}

/**
 * Writes a message once for each key. @throws NOT_FOUND; CONFLICT if the conversation has ended, the case has changed hands, or the key had
 * another message; BAD_REQUEST `pictures`; TOO_MANY_REQUESTS
 */
export async function sendMessage(
  { db, now, businessTimeZone, limits, procedure }: SendCall,
  of: CaseRef,
  { idempotencyKey: key, body, pictures }: MessageFields,
  author: Author,
): Promise<{ id: string }> {
  if (author.side === 'customer') await limits.take('messagesOfCase', of.id)
  const submission = { caller: author.userId ?? of.id, key, procedure, input: { ...of, body, pictures }, now: now() }
  return idempotent(db.prisma, submission, async (tx) => {
    if (author.side === 'customer') await lockTheirs(tx, { businessTimeZone }, author.theirs)
    else await lockRow(tx, records[of.noun], of.id)
    await takesMessages({ db: { readJson: readJsonWithin(tx) }, now, businessTimeZone }, of)
    const { id } = await writeMessage(tx, { now }, of, { side: author.side, authorId: author.userId, body })
    await attach(tx, of, id, pictures, author)
    return { id }
  })
}
