import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import {
  SALE_MONTHS,
  SECOND_NOTICE_DAYS,
  type CollectionNotice,
  type CollectionNotices,
  type collectionNoticesInput,
  type sendCollectionNoticeInput,
} from '~/contracts/cases/collection'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { calendarDay, formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { createOnce, type CreatingCall } from '~/server/call'
import { caseText } from '~/server/cases/base/case-words'
import { collectionNotice, companyValues, intentionToSell } from '~/server/cases/case-email-templates'
import { dayAfterMonths } from '~/contracts/day-after'
import { isTextedTo } from '~/contracts/cases/emails'
import { caseRecipient, queueCaseEmail } from '~/server/cases/base/case-emails'
import { auditCase } from '~/server/cases/update-case'
import { readBill } from '~/server/billing/invoices/read-bill'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read-settings'
import { isSentOrQueued } from './sent-or-queued'
import { quotedCase } from './base/read-quotes'

type Tx = Prisma.TransactionClient

const DAY_MS = 24 * 60 * 60 * 1000
const conflict = (message: string) => new TRPCError({ code: 'CONFLICT', message })

const secondFrom = (first: Date) => new Date(first.getTime() + SECOND_NOTICE_DAYS * DAY_MS)

const isUnsent = Prisma.sql`(e.id IS NOT NULL AND NOT ${isSentOrQueued})`

const sentNotices = (tx: Pick<Tx, '$queryRaw'>, repairId: string) =>
  tx.$queryRaw<CollectionNotice[]>`
    SELECT n.number, greatest(n.sent_at, e.sent_at) AS "sentAt", n.recipient, n.body
    FROM collection_notices AS n LEFT JOIN case_emails AS e ON e.id = n.email_id
    WHERE n.repair_id = ${repairId}::uuid AND NOT ${isUnsent} ORDER BY n.number`

const removeUnsent = (tx: Tx, repairId: string) =>
  tx.$executeRaw`
    DELETE FROM collection_notices AS n USING case_emails AS e WHERE n.repair_id = ${repairId}::uuid AND e.id = n.email_id AND ${isUnsent}`

/** @throws NOT_FOUND */
async function readNotices(tx: Tx, at: Date, timeZone: string, repairId: string): Promise<CollectionNotices> {
  const repair = await tx.repair.findUnique({ where: { id: repairId }, select: { status: true } })
  if (!repair) throw notFound(records.repairs)
  const notices = await sentNotices(tx, repairId)
  const [first, second] = notices
  const isWaiting = repair.status === 'completed' && !second
  const next = first ? secondFrom(first.sentAt) : at
  return {
    notices,
    next: isWaiting ? (next > at ? next : at) : null,
    mayBeSoldFrom: second ? dayAfterMonths(calendarDay(second.sentAt, timeZone), SALE_MONTHS) : null,
  }
}

/** @throws NOT_FOUND */
export const collectionNotices = (
  { db, now, businessTimeZone }: Pick<Services, 'db' | 'now' | 'businessTimeZone'>,
  { repairId }: z.output<typeof collectionNoticesInput>,
): Promise<CollectionNotices> => readNotices(db.prisma, now(), businessTimeZone, repairId)

/**
 * Notifies the owner of an uncollected machine: first that they must collect it, after 14 days that it will be sold, three months later at
 * the earliest. Both state what is owed and where the machine is.
 * @throws NOT_FOUND; CONFLICT for a repair that is not completed or is sent back, before the 14 days are over, after the second notice, and
 * without a reachable customer
 */
export function sendCollectionNotice(
  call: CreatingCall<'outbox' | 'siteUrl' | 'businessTimeZone'>,
  input: z.output<typeof sendCollectionNoticeInput>,
): Promise<CollectionNotices> {
  return createOnce(call, input, async (tx, { repairId: id }) => {
    const { businessTimeZone: timeZone, outbox, actor } = call
    const at = call.now()
    await lockRow(tx, records.repairs, id)
    const { notices, next } = await readNotices(tx, at, timeZone, id)
    if (notices.length > 1) throw conflict('Both notices have been sent.')
    if (next === null) throw conflict('Only a completed repair whose machine is still here can be collected.')
    if (next > at) throw conflict(`The second notice can be sent from ${formatDay(calendarDay(next, timeZone))} on.`)
    const recipient = await caseRecipient(tx, call, { noun: 'repairs', id })
    // The Act wants the notice itself in writing, which no text message holds.
    if (!recipient || isTextedTo(recipient.to))
      throw conflict('This repair has no customer with an email address. Send the notice by recorded post.')
    const number = notices.length + 1
    const { device, number: caseNumber } = await quotedCase(tx, { noun: 'repairs', id })
    const { due } = await readBill(tx, { noun: 'repairs', nounId: id, at, timeZone })
    const today = calendarDay(at, timeZone)
    const secondDay = calendarDay(secondFrom(at), timeZone)
    const sale = dayAfterMonths(number === 1 ? secondDay : today, SALE_MONTHS)
    const values = {
      ...companyValues(await readSettings(tx)),
      number: caseNumber.slice(0, 100),
      device,
      owed: due > 0 ? `${formatEuro(due)} is left to pay before we hand it over.` : 'Nothing is left to pay.',
      sale_day: formatDay(sale),
      second_day: formatDay(secondDay),
    }
    const words = caseText(outbox, number === 1 ? collectionNotice : intentionToSell, values)
    await removeUnsent(tx, id)
    const [emailId = null] = await queueCaseEmail(tx, call, {
      of: { noun: 'repairs', id },
      kind: 'collection',
      ...recipient,
      ...words,
      authorId: actor.userId,
      lasts: true,
    })
    await tx.collectionNotice.create({
      data: { repairId: id, number, body: words.body, sentAt: at, sentBy: actor.userId, recipient: recipient.to, emailId },
    })
    await auditCase('repairs')(tx, actor, id, 'collection_notice_sent', {
      after: { notice: number, recipient: recipient.to, owed: due, saleFrom: sale },
    })
    return readNotices(tx, at, timeZone, id)
  })
}
