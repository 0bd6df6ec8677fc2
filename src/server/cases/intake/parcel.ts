import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { CaseRef } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import type { sentInput } from '~/contracts/cases/requests'
import type { CaseStatus } from '~/contracts/cases/emails'
import { Prisma } from '~/generated/prisma/client'
import { deviceName } from '~/contracts/cases/device'
import type { Call } from '~/server/call'
import { networkOf } from '~/server/identity/auth/limits'
import type { Viewer } from '~/server/identity/auth/read-session'
import type { CustomerCase } from '~/server/cases/base/customer-case'
import { caseKinds } from '~/server/cases/kinds/case-kinds'
import { unitOfCase } from '~/server/stock/units/find-unit'
import { followCases } from '~/server/stock/units/follow-cases'
import { caseTables } from '~/server/cases/base/case-standing'
import { caseOfToken } from '~/server/cases/base/tracking-links'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { safeJson } from '~/server/platform/database/column-values'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import { findOwnCase, lockTheirs, ownCaseById } from '~/server/cases/base/customer-access'
import { queueArrived } from './request-emails'

type Tx = Prisma.TransactionClient

interface ParcelRow {
  number: string
  requestId: string | null
  userId: string | null
  status: CaseStatus
  sentInAt: Date | null
  arrivedAt: Date | null
  dueOn: Date | null
  deviceInfo: Prisma.JsonValue
  isExpedited: boolean
}

const tableOf = ({ noun }: CaseRef) => Prisma.raw(records[noun].table)

/** @throws NOT_FOUND */
async function readParcel(tx: Tx, of: CaseRef): Promise<ParcelRow> {
  const [row] = await tx.$queryRaw<ParcelRow[]>`
    SELECT ${Prisma.raw(records[of.noun].status.number)} AS number, request_id::text AS "requestId", user_id::text AS "userId",
      status::text AS status, sent_in_at AS "sentInAt", arrived_at AS "arrivedAt", due_on AS "dueOn", device_info AS "deviceInfo",
      ${caseTables[of.noun].isExpedited} AS "isExpedited"
    FROM ${tableOf(of)} AS t WHERE id = ${of.id}::uuid`
  if (!row) throw notFound(records[of.noun])
  return row
}

const hasArrived = () => new TRPCError({ code: 'CONFLICT', message: 'It has arrived already.' })

/** @throws CONFLICT for another one */
async function sentByNumber(tx: Tx, of: CaseRef, { requestId, userId, number }: ParcelRow, numbers: readonly string[]): Promise<string[]> {
  const column = Prisma.raw(records[of.noun].status.number)
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT t.id::text AS id FROM ${tableOf(of)} AS t
    WHERE (t.id = ${of.id}::uuid OR (t.request_id = ${requestId}::uuid AND t.user_id = ${userId}::uuid)) AND t.arrived_at IS NULL
      AND t.${column} = ANY (${[...numbers]}::text[]) AND t.status::text = ANY (${[...caseTables[of.noun].expected]}::text[])
    ORDER BY t.id FOR UPDATE`
  if (found.length === new Set(numbers).size) return found.map(({ id }) => id)
  if (numbers.length === 1 && numbers[0] === number) throw hasArrived()
  throw new TRPCError({ code: 'CONFLICT', message: 'One of these machines has arrived already, or is not of this request. Choose again.' })
}

/** Locks the parcel's cases: the named ones, with `all` those of the request that still wait, else the one itself. */
async function sentTogether(tx: Tx, of: CaseRef, row: ParcelRow, { all, numbers }: z.output<typeof sentInput>): Promise<string[]> {
  if (numbers) return sentByNumber(tx, of, row, numbers)
  const { requestId, userId, status, arrivedAt } = row
  if (arrivedAt !== null || !caseTables[of.noun].expected.includes(status)) throw hasArrived()
  if (!all || requestId === null || userId === null) return [of.id]
  const others = await tx.$queryRaw<{ id: string }[]>`
    SELECT t.id::text AS id FROM ${tableOf(of)} AS t
    WHERE t.request_id = ${requestId}::uuid AND t.user_id = ${userId}::uuid AND t.arrived_at IS NULL AND t.sent_in_at IS NULL
      AND t.status::text = ANY (${[...caseTables[of.noun].expected]}::text[]) ORDER BY t.id FOR UPDATE`
  return [...new Set([of.id, ...others.map(({ id }) => id)])]
}

export type SentCall = Call<keyof Services> & { viewer: Viewer | null }

type TheirCase = Pick<z.output<typeof sentInput>, 'token' | 'case'>

async function findCase(call: SentCall, { token, case: named }: TheirCase): Promise<CustomerCase | null> {
  if (token !== undefined) return caseOfToken(call.db.prisma, call.now(), token)
  if (named === undefined || call.viewer === null) return null
  const { userId } = call.viewer
  return 'id' in named ? ownCaseById(call, userId, named) : findOwnCase(call, userId, named)
}

/** @throws NOT_FOUND */
export async function mustFindCase(call: SentCall, input: TheirCase): Promise<CustomerCase> {
  const found = await findCase(call, input)
  if (!found) throw notFound({ one: 'case' })
  return found
}

/**
 * Records the customer's parcel; repeating corrects it. @throws NOT_FOUND for another customer's case; CONFLICT once it has arrived, is
 * worked on or has changed hands; TOO_MANY_REQUESTS
 */
export async function markSent(call: SentCall, input: z.output<typeof sentInput>): Promise<{ sent: number }> {
  await call.limits.take('requestNetwork', networkOf({ ip: call.actor.ip ?? null }))
  const theirs = await mustFindCase(call, input)
  const of = theirs.ref
  const { auditSubject } = records[of.noun]
  return call.db.prisma.$transaction(async (tx) => {
    await lockTheirs(tx, call, theirs)
    const row = await readParcel(tx, of)
    const ids = await sentTogether(tx, of, row, input)
    const trackingNumber = input.trackingNumber === '' ? null : input.trackingNumber
    await tx.$executeRaw`
      UPDATE ${tableOf(of)} SET inbound_carrier = ${input.carrier}, inbound_tracking_number = ${trackingNumber},
        sent_in_at = coalesce(sent_in_at, ${call.now()})
      WHERE id = ANY (${ids}::uuid[])`
    const after = { inboundCarrier: input.carrier, inboundTrackingNumber: trackingNumber }
    const events = ids.map((id) => ({ action: `${auditSubject}.sent_in`, subjectType: auditSubject, subjectId: id, after }))
    await recordAudit(tx, call.actor, ...events)
    return { sent: ids.length }
  })
}

/** Records the arrival once and emails the customer. The promised day counts from then, unless staff have set one. @throws NOT_FOUND */
export function markArrived(
  call: Call<'db' | 'now' | 'outbox' | 'siteUrl' | 'businessTimeZone'>,
  of: CaseRef,
): Promise<{ arrivedAt: Date }> {
  const record = records[of.noun]
  return call.db.prisma.$transaction(async (tx) => {
    await lockRow(tx, record, of.id)
    const row = await readParcel(tx, of)
    if (row.arrivedAt !== null) return { arrivedAt: row.arrivedAt }
    const arrivedAt = call.now()
    const dueOn = row.dueOn === null ? await caseKinds[of.noun].promised(tx, of.id, arrivedAt, call.businessTimeZone) : null
    await tx.$executeRaw`
      UPDATE ${tableOf(of)} SET arrived_at = ${arrivedAt}, due_on = coalesce(${dueOn}::date, due_on) WHERE id = ${of.id}::uuid`
    const event = { action: `${record.auditSubject}.arrived`, subjectType: record.auditSubject, subjectId: of.id }
    await recordAudit(tx, call.actor, { ...event, ...(dueOn !== null && { after: { dueOn } }) })
    await unitOfCase(tx, of.id, call.actor)
    await followCases(tx, call.actor, [of.id])
    const { number, isExpedited } = row
    await queueArrived(tx, call, { of, number, isExpedited, device: deviceName(safeJson(row.deviceInfo)), authorId: call.actor.userId })
    return { arrivedAt }
  })
}
