import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { CaseRef } from '~/contracts/cases'
import { records } from '~/contracts/records'
import { repairServiceIds } from '~/contracts/repair-services'
import type { sentInput } from '~/contracts/requests'
import { pendingTradeInStatuses } from '~/contracts/statuses'
import type { Prisma } from '~/generated/prisma/client'
import { deviceName } from '~/lib/device'
import type { Call } from '~/server/auth/call'
import { networkOf } from '~/server/auth/limits'
import type { Viewer } from '~/server/auth/read-session'
import { repairDueOn, tradeInDueOn } from '~/server/cases/deadlines'
import { caseOfToken } from '~/server/cases/tracking-links'
import { recordAudit } from '~/server/platform/audit/record'
import { safeJson } from '~/server/platform/database/column-values'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import { queueArrived } from './emails'

/** The parcel with which a customer sends a device in. */

type Tx = Prisma.TransactionClient

const parcel = { requestId: true, userId: true, status: true, sentInAt: true, arrivedAt: true, dueOn: true, deviceInfo: true } as const

const promisedRepair = (service: string | null) => (arrived: Date, timeZone: string) =>
  repairDueOn(arrived, repairServiceIds.find((known) => known === service) ?? null, timeZone)

async function readParcel(tx: Tx, { noun, id }: CaseRef) {
  if (noun === 'repairs') {
    const row = await tx.repair.findUnique({ where: { id }, select: { ...parcel, repairNumber: true, service: true } })
    return row && { ...row, number: row.repairNumber, isExpected: row.status === 'received', promised: promisedRepair(row.service) }
  }
  const row = await tx.tradeIn.findUnique({ where: { id }, select: { ...parcel, tradeInNumber: true } })
  const isExpected = pendingTradeInStatuses.some((status) => status === row?.status)
  return row && { ...row, number: row.tradeInNumber, isExpected, promised: tradeInDueOn }
}

/** Which cases a customer's parcel is for: the one that is named, and with `all` those of its request that wait for one too. */
async function sentTogether(tx: Tx, of: CaseRef, requestId: string | null, all: boolean): Promise<string[]> {
  if (!all || requestId === null) return [of.id]
  const where = { requestId, arrivedAt: null, sentInAt: null }
  const others =
    of.noun === 'repairs'
      ? await tx.repair.findMany({ where, select: { id: true } })
      : await tx.tradeIn.findMany({ where, select: { id: true } })
  return [...new Set([of.id, ...others.map(({ id }) => id)])]
}

export type SentCall = Call<keyof Services> & { viewer: Viewer | null }

async function findCase({ db: { prisma } }: Pick<Services, 'db'>, named: z.output<typeof sentInput>['case']): Promise<CaseRef | null> {
  if (named === undefined || 'id' in named) return named ?? null
  const { noun, number } = named
  const select = { id: true } as const
  const found =
    noun === 'repairs'
      ? await prisma.repair.findUnique({ where: { repairNumber: number }, select })
      : await prisma.tradeIn.findUnique({ where: { tradeInNumber: number }, select })
  return found && { noun, id: found.id }
}

/** The case that the caller may speak for. @throws NOT_FOUND */
async function ownCase(call: SentCall, input: z.output<typeof sentInput>): Promise<CaseRef> {
  const found = input.token === undefined ? await findCase(call, input.case) : await caseOfToken(call.db.prisma, call.now(), input.token)
  if (!found) throw notFound({ one: 'case' })
  if (input.token !== undefined) return found
  const row = await readParcel(call.db.prisma, found)
  if (call.viewer === null || row?.userId !== call.viewer.userId) throw notFound({ one: 'case' })
  return found
}

/**
 * Keeps that a customer has sent a device in, by which carrier and under which number. Told again it is corrected.
 * @throws NOT_FOUND for a case of somebody else, CONFLICT once it has arrived or is worked on; TOO_MANY_REQUESTS
 */
export async function markSent(call: SentCall, input: z.output<typeof sentInput>): Promise<{ sent: number }> {
  await call.limits.take('requestNetwork', networkOf({ ip: call.actor.ip ?? null }))
  const of = await ownCase(call, input)
  const { auditSubject } = records[of.noun]
  return call.db.prisma.$transaction(async (tx) => {
    await lockRow(tx, records[of.noun], of.id)
    const row = await readParcel(tx, of)
    if (!row) throw notFound(records[of.noun])
    if (row.arrivedAt !== null || !row.isExpected) throw new TRPCError({ code: 'CONFLICT', message: 'It has arrived already.' })
    const ids = await sentTogether(tx, of, row.requestId, input.all)
    const trackingNumber = input.trackingNumber === '' ? null : input.trackingNumber
    const sentInAt = row.sentInAt ?? call.now()
    const data = { inboundCarrier: input.carrier, inboundTrackingNumber: trackingNumber, sentInAt }
    if (of.noun === 'repairs') await tx.repair.updateMany({ where: { id: { in: ids } }, data })
    else await tx.tradeIn.updateMany({ where: { id: { in: ids } }, data })
    const after = { inboundCarrier: input.carrier, inboundTrackingNumber: trackingNumber }
    const events = ids.map((id) => ({ action: `${auditSubject}.sent_in`, subjectType: auditSubject, subjectId: id, after }))
    await recordAudit(tx, call.actor, ...events)
    return { sent: ids.length }
  })
}

/**
 * Keeps that the parcel of a case is here, and tells the customer; once. From then on counts by when it is promised, unless somebody
 * has set a day before. @throws NOT_FOUND
 */
export function markArrived(
  call: Call<'db' | 'now' | 'outbox' | 'siteUrl' | 'businessTimeZone'>,
  of: CaseRef,
): Promise<{ arrivedAt: Date }> {
  const record = records[of.noun]
  return call.db.prisma.$transaction(async (tx) => {
    await lockRow(tx, record, of.id)
    const row = await readParcel(tx, of)
    if (!row) throw notFound(record)
    if (row.arrivedAt !== null) return { arrivedAt: row.arrivedAt }
    const arrivedAt = call.now()
    const dueOn = row.dueOn === null ? row.promised(arrivedAt, call.businessTimeZone) : null
    const write = {
      where: { id: of.id },
      data: { arrivedAt, ...(dueOn !== null && { dueOn: new Date(dueOn) }) },
      select: { id: true },
    } as const
    if (of.noun === 'repairs') await tx.repair.update(write)
    else await tx.tradeIn.update(write)
    const event = { action: `${record.auditSubject}.arrived`, subjectType: record.auditSubject, subjectId: of.id }
    await recordAudit(tx, call.actor, { ...event, ...(dueOn !== null && { after: { dueOn } }) })
    await queueArrived(tx, call, { of, number: row.number, device: deviceName(safeJson(row.deviceInfo)), authorId: call.actor.userId })
    return { arrivedAt }
  })
}
