import type { CaseRef } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { MOST_MACHINES } from '~/contracts/cases/request-limits'
import { Prisma } from '~/generated/prisma/client'
import { caseDeviceDraft, deviceName } from '~/contracts/cases/device'
import { casePageOf } from '~/lib/records'
import { casesOf, type CustomerCase } from '~/server/cases/base/customer-case'
import { caseTables } from '~/server/cases/base/case-standing'
import { safeJson } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { dayOf, letterheadOf } from '~/server/platform/pdf/letterhead'
import type { Services } from '~/server/services'
import { passportOfCase } from '~/server/stock/passports/issue-passport'
import { readSettings } from '~/server/site/settings/read-settings'
import type { DocumentedCase } from '~/server/cases/kinds/case-kind'
import { caseKinds } from '~/server/cases/kinds/case-kinds'
import type { CaseFacts } from './document-templates'

export type DocumentServices = Pick<Services, 'db' | 'now' | 'businessTimeZone' | 'siteUrl'>

const customerFields = {
  email: true,
  profile: { select: { email: true, fullName: true, phone: true } },
} as const satisfies Prisma.UserSelect

async function customerOf({ prisma }: DocumentServices['db'], userId: string | null): Promise<CaseFacts['customer']> {
  const user = userId === null ? null : await prisma.user.findUnique({ where: { id: userId }, select: customerFields })
  if (!user) return null
  const { profile } = user
  return { name: profile?.fullName ?? null, email: profile?.email ?? user.email, phone: profile?.phone ?? null }
}

function parcelOf(row: DocumentedCase['row'], isInbound: boolean): Pick<CaseFacts, 'isInbound' | 'carrier' | 'trackingNumber'> {
  if (isInbound) return { isInbound, carrier: row.inboundCarrier, trackingNumber: row.inboundTrackingNumber }
  return { isInbound, carrier: row.carrier, trackingNumber: row.trackingNumber }
}

async function togetherOf(
  { db: { prisma } }: DocumentServices,
  { noun, id }: CaseRef,
  { requestId, userId }: DocumentedCase['row'],
  hasArrived: boolean,
): Promise<CaseFacts['together']> {
  if (requestId === null || userId === null) return []
  const number = Prisma.raw(`t.${records[noun].status.number}`)
  const which = hasArrived
    ? Prisma.sql`t.arrived_at = (SELECT own.arrived_at FROM ${Prisma.raw(records[noun].table)} AS own WHERE own.id = ${id}::uuid)`
    : Prisma.sql`NOT ${caseTables[noun].hasArrived}`
  const found = await prisma.$queryRaw<{ number: string; deviceInfo: Prisma.JsonValue }[]>`
    SELECT ${number} AS number, t.device_info AS "deviceInfo" FROM ${casesOf(noun, userId)} AS t
    WHERE t.request_id = ${requestId}::uuid AND ${which} ORDER BY length(${number}), ${number} LIMIT ${MOST_MACHINES}`
  if (found.length < 2) return []
  return found.map((row) => {
    const device = safeJson(row.deviceInfo)
    return { number: row.number, device: deviceName(device), serialNumber: caseDeviceDraft(device).serialNumber ?? null }
  })
}

/** @throws NOT_FOUND */
export async function readCaseFacts(
  { db, now, businessTimeZone, siteUrl }: DocumentServices,
  of: CaseRef,
  theirs?: CustomerCase,
): Promise<CaseFacts> {
  const found = await caseKinds[of.noun].documented(db.prisma, of.id, theirs)
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
  const machines = theirs?.isAlone ? [] : await togetherOf({ db, now, businessTimeZone, siteUrl }, of, row, hasArrived)
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
    returnAddress: row.returnAddress,
    receivedOn: day(cameOn) ?? 'a day that is not known',
    // A calendar day, independent of time zones.
    dueOn: dayOf(row.dueOn, 'UTC'),
    assignedTo: assignee?.email ?? null,
    ...parcelOf(row, !hasArrived),
    passportAddress: hasArrived && !theirs ? await passportOfCase({ db, siteUrl }, of.id) : null,
    together: hasArrived ? [] : machines,
    cameTogether: hasArrived ? machines : [],
    customerPage: null,
    printedAt,
    printedOn: day(printedAt) ?? '',
  }
}
