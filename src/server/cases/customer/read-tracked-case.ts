import type { CaseRef } from '~/contracts/case-ref'
import type { PublicDocument } from '~/contracts/cases/tracking'
import type { Repair } from '~/generated/prisma/client'
import { caseDeviceDraft, deviceName } from '~/contracts/cases/device'
import { safeJson } from '~/server/platform/database/column-values'
import type { CustomerCase } from '~/server/cases/base/customer-case'
import { capitalised } from '~/lib/text'
import { quoteKinds } from '~/contracts/cases/documents'
import type { Services } from '~/server/services'
import type { CaseViewer } from '../base/customer-access'
import { letterheadOf } from '~/server/platform/pdf/letterhead'
import { readSettings } from '~/server/site/settings/read-settings'
import { readTakeBack } from '~/server/cases/quotes/take-back-answer'
import { documentAddress, readPictures, uploadAddress } from './attachments'

export type TrackingServices = Pick<Services, 'db' | 'now' | 'offerLimit' | 'businessTimeZone'>

const LONGEST_SHOWN = 300
const LONGEST_ADDRESS = 500
export const LONGEST_PROBLEM = 10_000

export const shown = (text: string | null, most = LONGEST_SHOWN) => text?.slice(0, most).trim() || null

export function shownFacts(
  row: Pick<
    Repair,
    | 'deviceInfo'
    | 'createdAt'
    | 'carrier'
    | 'trackingNumber'
    | 'inboundCarrier'
    | 'inboundTrackingNumber'
    | 'sentInAt'
    | 'returnAddress'
    | 'requestId'
  >,
) {
  const device = safeJson(row.deviceInfo)
  return {
    device: deviceName(device).slice(0, LONGEST_SHOWN),
    serialNumber: caseDeviceDraft(device).serialNumber?.slice(0, LONGEST_SHOWN) ?? null,
    createdAt: row.createdAt,
    isOnlineRequest: row.requestId !== null,
    sentIn: row.sentInAt && {
      carrier: shown(row.inboundCarrier) ?? '',
      trackingNumber: shown(row.inboundTrackingNumber),
      at: row.sentInAt,
    },
    carrier: shown(row.carrier),
    trackingNumber: shown(row.trackingNumber),
    returnAddress: shown(row.returnAddress, LONGEST_ADDRESS),
  }
}

function documentsOf(viewer: CaseViewer, ref: CaseRef, numbers: readonly number[], hasArrived: boolean): PublicDocument[] {
  const kind = quoteKinds[ref.noun]
  return [
    ...numbers.map((number) => ({ kind, label: `${capitalised(kind)} ${number}`, address: documentAddress(viewer, ref, kind, number) })),
    hasArrived
      ? { kind: 'receipt', label: 'Receipt of arrival', address: documentAddress(viewer, ref, 'receipt') }
      : { kind: 'packing-slip', label: 'Packing slip', address: documentAddress(viewer, ref, 'packing-slip') },
  ]
}

async function ourAddress({ db }: TrackingServices): Promise<string[]> {
  const { companyName, addressLines } = letterheadOf(await readSettings(db.prisma))
  return [companyName, ...addressLines].filter((line) => line !== '')
}

export async function readPapers<Quote extends { number: number; takeBackUntil: Date | null }>(
  services: TrackingServices,
  viewer: CaseViewer,
  theirs: CustomerCase,
  { isClosed, hasArrived, quotes }: { isClosed: boolean; hasArrived: boolean; quotes: Quote[] },
) {
  const { ref } = theirs
  const userId = 'userId' in viewer ? viewer.userId : null
  const takeBack = await readTakeBack(services.db.prisma, theirs, { at: services.now(), userId })
  return {
    isClosed,
    passedAt: theirs.endedAt,
    hasArrived,
    sendTo: hasArrived || isClosed ? null : await ourAddress(services),
    pictures: await readPictures(services, viewer, theirs),
    uploadAddress: isClosed ? null : uploadAddress(viewer, ref),
    documents: documentsOf(
      viewer,
      ref,
      quotes.map(({ number }) => number),
      hasArrived,
    ),
    quotes: quotes.map((quote) => (quote.number === takeBack?.number ? { ...quote, takeBackUntil: takeBack.until } : quote)),
  }
}

export async function openedAt(
  { db }: TrackingServices,
  { ref, customerId }: CustomerCase,
  { createdAt }: { createdAt: Date },
): Promise<Date> {
  const theirs = { caseId: ref.id, userId: customerId }
  const first = await db.prisma.caseCustomer.findFirst({ where: theirs, orderBy: { startedAt: 'asc' }, select: { startedAt: true } })
  return first?.startedAt ?? createdAt
}
