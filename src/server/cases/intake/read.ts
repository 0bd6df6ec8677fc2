import type { CaseNoun, CaseRef } from '~/contracts/cases/cases'
import type { RequestedOnline } from '~/contracts/cases/requests'
import { conditionGrades, tradeInEstimate } from '~/contracts/cases/trade-in-estimate'
import { safeJson, toAmountOrNull } from '~/server/platform/database/column-values'
import type { Services } from '~/server/services'
import { quotedMachine, quoteSelect } from '~/server/cases/trade-ins/quoted-machine'
import { requestDetails } from './details'

/** Other cases of a request that the page of one names. */
const MOST_NAMED = 20

const request = { select: { id: true, createdAt: true, sentAt: true, fullName: true, phone: true, details: true } } as const
const parcel = { inboundCarrier: true, inboundTrackingNumber: true, sentInAt: true, arrivedAt: true, request } as const

type Deps = Pick<Services, 'db' | 'now'>

async function readRepair({ db }: Deps, id: string) {
  const row = await db.prisma.repair.findUnique({ where: { id }, select: { ...parcel, isExpedited: true } })
  return row && { ...row, quotedUntil: null, betterValue: null }
}

async function readTradeIn({ db, now }: Deps, id: string) {
  const select = { ...parcel, ...quoteSelect, grade: true, estimatedValue: true } as const
  const row = await db.prisma.tradeIn.findUnique({ where: { id }, select })
  if (!row) return null
  const grade = conditionGrades.find((each) => each === row.grade)
  const counting = tradeInEstimate(quotedMachine(row, now()) ?? undefined, grade)
  const value = toAmountOrNull(row.estimatedValue) ?? 0
  return { ...row, isExpedited: false, betterValue: counting > value ? counting : null }
}

async function othersOf(
  { db }: Deps,
  { noun, id }: CaseRef,
  requestId: string,
): Promise<{ size: number; others: { noun: CaseNoun; number: string }[] }> {
  const where = { requestId }
  const page = { where: { ...where, id: { not: id } }, take: MOST_NAMED } as const
  if (noun === 'repairs') {
    const rows = await db.prisma.repair.findMany({ ...page, select: { repairNumber: true }, orderBy: { repairNumber: 'asc' } })
    const others = rows.map(({ repairNumber: number }) => ({ noun, number }))
    return { size: await db.prisma.repair.count({ where }), others }
  }
  const rows = await db.prisma.tradeIn.findMany({ ...page, select: { tradeInNumber: true }, orderBy: { tradeInNumber: 'asc' } })
  const others = rows.map(({ tradeInNumber: number }) => ({ noun, number }))
  return { size: await db.prisma.tradeIn.count({ where }), others }
}

/** The request that a case comes from; null for one that the desk has opened, and for one that is not there. */
export async function readRequest(deps: Deps, of: CaseRef): Promise<RequestedOnline | null> {
  const row = of.noun === 'repairs' ? await readRepair(deps, of.id) : await readTradeIn(deps, of.id)
  if (!row?.request) return null
  const { id, sentAt, createdAt, fullName, phone, details } = row.request
  const { data } = requestDetails.safeParse(safeJson(details))
  const { isExpedited, quotedUntil, betterValue, inboundCarrier, inboundTrackingNumber, sentInAt, arrivedAt } = row
  return {
    requestedAt: sentAt ?? createdAt,
    fullName,
    phone,
    remarks: data?.remarks ?? '',
    isExpedited,
    quotedUntil,
    betterValue,
    inboundCarrier,
    inboundTrackingNumber,
    sentInAt,
    arrivedAt,
    ...(await othersOf(deps, of, id)),
  }
}
