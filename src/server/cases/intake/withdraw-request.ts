import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import type { CaseNoun } from '~/contracts/case-ref'
import { deviceName } from '~/contracts/cases/device'
import type { CaseStatus } from '~/contracts/cases/emails'
import type { withdrawInput } from '~/contracts/cases/requests'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { lockTheirs } from '~/server/cases/base/customer-access'
import { caseTables } from '~/server/cases/base/case-standing'
import { networkOf } from '~/server/identity/auth/limits'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { safeJson } from '~/server/platform/database/column-values'
import { queueWithdrawn } from './request-emails'
import { mustFindCase, type SentCall } from './parcel'

interface Withdrawable {
  id: string
  number: string
  deviceInfo: Prisma.JsonValue
  status: CaseStatus
  isOnline: boolean
  wasSent: boolean
  hasArrived: boolean
}

function refusalOf(noun: CaseNoun, { status, isOnline, wasSent, hasArrived }: Withdrawable): string | null {
  const { one } = records[noun]
  if (!caseTables[noun].open.includes(status)) return `This ${one} is over already.`
  if (!isOnline || hasArrived || status !== caseTables[noun].open[0]) return `We have begun with this ${one}. Write to us, and we stop it.`
  if (wasSent) return 'You told us that the parcel is on its way. Write to us, and we send it back.'
  return null
}

/**
 * Ends an online request before anything was sent. The customer is emailed, since others may have the link; nothing was quoted or paid yet.
 * @throws NOT_FOUND; CONFLICT once it was sent, has arrived, is over or has changed hands; TOO_MANY_REQUESTS
 */
export async function withdrawRequest(call: SentCall, input: z.output<typeof withdrawInput>): Promise<{ withdrawn: number }> {
  await call.limits.take('requestNetwork', networkOf({ ip: call.actor.ip ?? null }))
  const theirs = await mustFindCase(call, input)
  const { noun, id } = theirs.ref
  const { table, status, auditSubject } = records[noun]
  const ended = caseTables[noun].withdrawnAs
  return call.db.prisma.$transaction(async (tx) => {
    await lockTheirs(tx, call, theirs)
    const found = await tx.$queryRaw<Withdrawable[]>`
      SELECT t.id::text AS id, t.${Prisma.raw(status.number)} AS number, t.device_info AS "deviceInfo", t.status::text AS status,
        t.request_id IS NOT NULL AS "isOnline", t.sent_in_at IS NOT NULL AS "wasSent", ${caseTables[noun].hasArrived} AS "hasArrived"
      FROM ${Prisma.raw(table)} AS t
      WHERE t.id = ${id}::uuid OR (${input.all} AND EXISTS (SELECT FROM ${Prisma.raw(table)} AS named
        WHERE named.id = ${id}::uuid AND named.request_id = t.request_id AND named.user_id = t.user_id))
      ORDER BY t.id FOR UPDATE OF t`
    const named = found.find((each) => each.id === id.toLowerCase())
    const refusal = named ? refusalOf(noun, named) : null
    if (refusal !== null) throw new TRPCError({ code: 'CONFLICT', message: refusal })
    const rows = found.filter((each) => refusalOf(noun, each) === null)
    await tx.$executeRaw`
      UPDATE ${Prisma.raw(table)} SET status = ${ended}::${Prisma.raw(status.type)} WHERE id = ANY (${rows.map((row) => row.id)}::uuid[])`
    const events = rows.map((row) => ({
      action: `${auditSubject}.withdrawn`,
      subjectType: auditSubject,
      subjectId: row.id,
      before: { status: row.status },
      after: { status: ended },
    }))
    await recordAudit(tx, call.actor, ...events)
    const cases = rows
      .map(({ number, deviceInfo }) => ({ number, device: deviceName(safeJson(deviceInfo)) }))
      .toSorted((one, other) => one.number.localeCompare(other.number, 'en', { numeric: true }))
    await queueWithdrawn(tx, call, { of: { noun, id: id.toLowerCase() }, cases })
    return { withdrawn: rows.length }
  })
}
