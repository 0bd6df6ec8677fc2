import type { CaseRef } from '~/contracts/case-ref'
import type { RequestedOnline } from '~/contracts/cases/requests'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { caseKinds } from '~/server/cases/kinds/case-kinds'
import type { Services } from '~/server/services'
import { intakeDetails, requestDetails } from './request-details'

const MOST_NAMED = 20

const asked = { createdAt: true, sentAt: true, fullName: true, phone: true, details: true } as const

type Deps = Pick<Services, 'db' | 'now'>
type Parcel = Pick<RequestedOnline, 'inboundCarrier' | 'inboundTrackingNumber' | 'sentInAt' | 'arrivedAt'>

async function othersOf({ db }: Deps, { noun, id }: CaseRef, requestId: string): Promise<Pick<RequestedOnline, 'size' | 'others'>> {
  const { table, status } = records[noun]
  const number = Prisma.raw(status.number)
  const found = await db.prisma.$queryRaw<{ id: string; number: string; size: number }[]>`
    SELECT id::text AS id, ${number} AS number, count(*) OVER ()::int AS size FROM ${Prisma.raw(table)}
    WHERE request_id = ${requestId}::uuid ORDER BY ${number} LIMIT ${MOST_NAMED + 1}`
  const others = found.filter((each) => each.id !== id.toLowerCase()).slice(0, MOST_NAMED)
  return { size: found[0]?.size ?? 0, others: others.map((each) => ({ noun, number: each.number })) }
}

/** Null for a case opened by staff, and an unknown one. */
export async function readRequest(deps: Deps, of: CaseRef): Promise<RequestedOnline | null> {
  const { prisma } = deps.db
  const [row] = await prisma.$queryRaw<(Parcel & { requestId: string | null })[]>`
    SELECT request_id::text AS "requestId", inbound_carrier AS "inboundCarrier", inbound_tracking_number AS "inboundTrackingNumber",
      sent_in_at AS "sentInAt", arrived_at AS "arrivedAt"
    FROM ${Prisma.raw(records[of.noun].table)} WHERE id = ${of.id}::uuid`
  if (!row?.requestId) return null
  const { requestId, ...parcel } = row
  const request = await prisma.caseRequest.findUnique({ where: { id: requestId }, select: asked })
  if (!request) return null
  const { sentAt, createdAt, fullName, phone, details } = request
  const { data } = requestDetails.safeParse(details)
  return {
    isIntake: intakeDetails.safeParse(details).success,
    requestedAt: sentAt ?? createdAt,
    fullName,
    phone,
    remarks: data?.remarks ?? '',
    ...parcel,
    ...(await caseKinds[of.noun].requested(deps, of.id)),
    ...(await othersOf(deps, of, requestId)),
  }
}
