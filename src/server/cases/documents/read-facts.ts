import type { CaseRef } from '~/contracts/cases/cases'
import { records } from '~/contracts/records'
import { repairServiceIds, repairServices } from '~/contracts/cases/repair-services'
import { isFinalStatus } from '~/contracts/statuses'
import type { Prisma, Repair, TradeIn } from '~/generated/prisma/client'
import { caseDeviceDraft, deviceName } from '~/contracts/cases/device'
import { formatEuro } from '~/lib/money'
import { casePageOf } from '~/lib/records'
import { capitalised } from '~/lib/text'
import { repairOf, tradeInOf, type CustomerCase } from '~/server/cases/customer-case'
import { safeJson, toAmountOrNull } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { dayOf, letterheadOf } from '~/server/platform/pdf/letterhead'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read'
import { repairStandingOf, tradeInStandingOf, type RepairStanding, type TradeInStanding } from '../standing'
import type { CaseFacts } from './templates'

/** What documents are made with. */
export type DocumentServices = Pick<Services, 'db' | 'now' | 'businessTimeZone' | 'siteUrl'>

const customerFields = {
  email: true,
  profile: { select: { email: true, fullName: true, phone: true } },
} as const satisfies Prisma.UserSelect

const amount = (decimal: Prisma.Decimal | null): string | null => {
  const value = toAmountOrNull(decimal)
  return value === null ? null : formatEuro(value)
}

/** 'Hashboard repair, 3 to 5 business days'. */
function serviceName(stored: string | null): string | null {
  const id = repairServiceIds.find((each) => each === stored)
  if (id === undefined) return null
  const { label, turnaround } = repairServices[id]
  return `${label}, ${turnaround.min} to ${turnaround.max} business days`
}

const ofRepair = (row: Repair, { outcome, hasArrived }: RepairStanding) => ({
  number: row.repairNumber,
  cameOn: row.arrivedAt ?? row.createdAt,
  hasArrived,
  isClaim: row.warrantyOf !== null,
  outcome: isFinalStatus(row.status) ? outcome : null,
  fromRepair: null,
  service: serviceName(row.service),
  problem: row.problemDescription,
  texts: [
    ['Problem', row.problemDescription],
    ['Diagnosis', row.diagnosis],
    ['Repair notes', row.repairNotes],
  ] as const,
  amounts: [
    ['Estimated cost', amount(row.estimatedCost)],
    ['Actual cost', amount(row.actualCost)],
  ] as const,
})

const ofTradeIn = (row: TradeIn, { hasArrived, fromRepairNumber, cameOn }: TradeInStanding) => ({
  number: row.tradeInNumber,
  cameOn,
  hasArrived,
  isClaim: false,
  outcome: null,
  fromRepair: fromRepairNumber,
  service: null,
  problem: null,
  texts: [
    ['Condition assessment', row.conditionAssessment],
    ['Evaluation notes', row.evaluationNotes],
  ] as const,
  amounts: [
    ['Estimated value', amount(row.estimatedValue)],
    ['Final value', amount(row.finalValue)],
    ['Grade given', row.grade && capitalised(row.grade)],
    ['Grade found', row.foundGrade && capitalised(row.foundGrade)],
  ] as const,
})

async function findCase({ prisma }: DocumentServices['db'], { noun, id }: CaseRef, theirs: CustomerCase | undefined) {
  if (noun === 'repairs') {
    const row = theirs ? await repairOf(prisma, theirs) : await prisma.repair.findUnique({ where: { id } })
    const standing = await repairStandingOf(prisma, id, theirs?.customerId)
    return row && standing && { row, own: ofRepair(row, standing) }
  }
  const row = theirs ? await tradeInOf(prisma, theirs) : await prisma.tradeIn.findUnique({ where: { id } })
  const standing = await tradeInStandingOf(prisma, id, theirs?.customerId)
  return row && standing && { row, own: ofTradeIn(row, standing) }
}

async function customerOf({ prisma }: DocumentServices['db'], userId: string | null): Promise<CaseFacts['customer']> {
  const user = userId === null ? null : await prisma.user.findUnique({ where: { id: userId }, select: customerFields })
  if (!user) return null
  const { profile } = user
  return { name: profile?.fullName ?? null, email: profile?.email ?? user.email, phone: profile?.phone ?? null }
}

/** The parcel that a packing slip is for: the customer's, until the device has arrived, then ours. */
function parcelOf(row: Repair | TradeIn, isInbound: boolean): Pick<CaseFacts, 'isInbound' | 'carrier' | 'trackingNumber'> {
  if (isInbound) return { isInbound, carrier: row.inboundCarrier, trackingNumber: row.inboundTrackingNumber }
  return { isInbound, carrier: row.carrier, trackingNumber: row.trackingNumber }
}

/** What the documents of a case say, as it is now, or as a customer has it or had it. @throws NOT_FOUND */
export async function readCaseFacts(
  { db, now, businessTimeZone, siteUrl }: DocumentServices,
  of: CaseRef,
  theirs?: CustomerCase,
): Promise<CaseFacts> {
  const found = await findCase(db, of, theirs)
  if (!found) throw notFound(records[of.noun])
  const {
    row,
    own: { cameOn, hasArrived, ...own },
  } = found
  const settings = await readSettings(db.prisma)
  const assignee =
    row.assignedTo === null ? null : await db.prisma.user.findUnique({ where: { id: row.assignedTo }, select: { email: true } })
  const device = safeJson(row.deviceInfo)
  const printedAt = now()
  const day = (instant: Date | null) => dayOf(instant, businessTimeZone)
  return {
    ...own,
    noun: of.noun,
    letterhead: letterheadOf(settings),
    pageAddress: `${siteUrl}${casePageOf(of.noun, own.number)}`,
    status: row.status,
    device: deviceName(device),
    serialNumber: caseDeviceDraft(device).serialNumber ?? null,
    accessories: row.accessories,
    arrivalCondition: row.arrivalCondition,
    customer: await customerOf(db, row.userId),
    receivedOn: day(cameOn) ?? 'a day that is not known',
    // A calendar day, which no time zone moves.
    dueOn: dayOf(row.dueOn, 'UTC'),
    assignedTo: assignee?.email ?? null,
    ...parcelOf(row, !hasArrived),
    printedAt,
    printedOn: day(printedAt) ?? '',
  }
}
