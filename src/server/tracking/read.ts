import type { CaseRef } from '~/contracts/cases'
import { records } from '~/contracts/records'
import type { CreditSums } from '~/contracts/credit-payments'
import { isUnderWarranty, type RepairOutcome } from '~/contracts/repair-outcomes'
import type { PublicDocument, TrackedCase } from '~/contracts/tracking'
import type { Prisma } from '~/generated/prisma/client'
import { caseDeviceDraft, deviceName } from '~/lib/device'
import { readPayments } from '~/server/credit/read-payments'
import { safeJson, toAmountOrNull } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { readEstimates } from '~/server/repairs/estimates/read'
import { warrantyOf } from '~/server/cases/deadlines'
import { readRepairStandings, readTradeInStandings } from '~/server/cases/standing'
import type { Services } from '~/server/services'
import { readEvaluation } from '~/server/trade-ins/evaluation/read'
import type { CaseViewer } from './access'
import { documentAddress, readPictures, uploadAddress } from './attachments'
import { readComparison } from './comparison'
import { readEvents } from './events'
import { publicEstimates, publicOffers } from './quotes'
import { isFinalStatus } from '~/contracts/statuses'

type Deps = Pick<Services, 'db' | 'now' | 'offerLimit' | 'businessTimeZone'>

const LONGEST_SHOWN = 300
const LONGEST_PROBLEM = 10_000

const common = {
  deviceInfo: true,
  createdAt: true,
  completedAt: true,
  carrier: true,
  trackingNumber: true,
  inboundCarrier: true,
  inboundTrackingNumber: true,
  sentInAt: true,
} as const
const repairFields = {
  ...common,
  repairNumber: true,
  status: true,
  problemDescription: true,
  estimatedCost: true,
  actualCost: true,
  tradeIn: { select: { tradeInNumber: true } },
} as const satisfies Prisma.RepairSelect
const tradeInFields = {
  ...common,
  tradeInNumber: true,
  status: true,
  estimatedValue: true,
  repair: { select: { id: true, repairNumber: true, createdAt: true } },
} as const satisfies Prisma.TradeInSelect

const shown = (text: string | null, most = LONGEST_SHOWN) => text?.slice(0, most).trim() || null

/** What every case tells of itself. */
function facts(
  row: Pick<
    Prisma.RepairGetPayload<{ select: typeof repairFields }>,
    'deviceInfo' | 'createdAt' | 'carrier' | 'trackingNumber' | 'inboundCarrier' | 'inboundTrackingNumber' | 'sentInAt'
  >,
) {
  const device = safeJson(row.deviceInfo)
  return {
    device: deviceName(device).slice(0, LONGEST_SHOWN),
    serialNumber: caseDeviceDraft(device).serialNumber?.slice(0, LONGEST_SHOWN) ?? null,
    createdAt: row.createdAt,
    sentIn: row.sentInAt && {
      carrier: shown(row.inboundCarrier) ?? '',
      trackingNumber: shown(row.inboundTrackingNumber),
      at: row.sentInAt,
    },
    carrier: shown(row.carrier),
    trackingNumber: shown(row.trackingNumber),
  }
}

/** The papers of a case: its receipt or, before it has arrived, its packing slip, and each estimate or offer that was sent. */
function documentsOf(viewer: CaseViewer, ref: CaseRef, numbers: readonly number[], hasArrived: boolean): PublicDocument[] {
  const [kind, name] = ref.noun === 'repairs' ? (['estimate', 'Estimate'] as const) : (['offer', 'Offer'] as const)
  return [
    ...numbers.map((number) => ({ kind, label: `${name} ${number}`, address: documentAddress(viewer, ref, kind, number) })),
    hasArrived
      ? { kind: 'receipt', label: 'Receipt of arrival', address: documentAddress(viewer, ref, 'receipt') }
      : { kind: 'packing-slip', label: 'Packing slip', address: documentAddress(viewer, ref, 'packing-slip') },
  ]
}

/** Where a case stands, with its pictures and papers. */
async function readPapers<Quote extends { number: number }>(
  services: Deps,
  viewer: CaseViewer,
  ref: CaseRef,
  { isClosed, hasArrived, quotes }: { isClosed: boolean; hasArrived: boolean; quotes: Quote[] },
) {
  return {
    isClosed,
    hasArrived,
    pictures: await readPictures(services, viewer, ref),
    uploadAddress: isClosed ? null : uploadAddress(viewer, ref),
    documents: documentsOf(
      viewer,
      ref,
      quotes.map(({ number }) => number),
      hasArrived,
    ),
    quotes,
  }
}

/** What store credit pays of a repair; null where it can pay nothing, and never has. */
async function creditOf({ db, now }: Deps, repairId: string): Promise<CreditSums | null> {
  const { cost, held, captured, pending, left, unpayable, payments } = await readPayments(db.prisma, now(), 'repairs', repairId)
  return unpayable === null || payments.length > 0 ? { cost, held, captured, pending, left } : null
}

/** What it is thought to cost; of one that is over without its work, nothing, whatever was estimated. */
const openCost = ({ estimatedCost }: { estimatedCost: Prisma.Decimal | null }, isClosed: boolean, outcome: RepairOutcome): number | null =>
  isClosed && !isUnderWarranty(outcome) ? 0 : toAmountOrNull(estimatedCost)

async function readRepair(services: Deps, audience: CaseViewer, ref: CaseRef): Promise<TrackedCase> {
  const { prisma } = services.db
  const row = await prisma.repair.findUnique({ where: { id: ref.id }, select: repairFields })
  if (!row) throw notFound(records.repairs)
  const standing = (await readRepairStandings(prisma, [ref.id])).get(ref.id.toLowerCase())
  if (!standing) throw notFound(records.repairs)
  const { outcome, hasArrived } = standing
  const estimates = await readEstimates(prisma, ref.id, services.now())
  const isClosed = isFinalStatus(row.status)
  const quotes = publicEstimates(estimates.estimates)
  return {
    noun: 'repairs',
    number: row.repairNumber,
    status: row.status,
    ...facts(row),
    problem: shown(row.problemDescription, LONGEST_PROBLEM),
    ...(await readPapers(services, audience, ref, { isClosed, hasArrived, quotes })),
    events: await readEvents(services, ref, row.createdAt),
    linked: row.tradeIn && { noun: 'tradeIns', number: row.tradeIn.tradeInNumber },
    outcome: isClosed ? outcome : null,
    cost: toAmountOrNull(row.actualCost) ?? openCost(row, isClosed, outcome),
    comparison: await readComparison(prisma, estimates, safeJson(row.deviceInfo), isClosed),
    warrantyUntil: warrantyOf(services, { ...row, outcome })?.lastDay ?? null,
    credit: await creditOf(services, ref.id),
  }
}

async function readTradeIn(services: Deps, audience: CaseViewer, ref: CaseRef): Promise<TrackedCase> {
  const { prisma } = services.db
  const row = await prisma.tradeIn.findUnique({ where: { id: ref.id }, select: tradeInFields })
  if (!row) throw notFound(records.tradeIns)
  const evaluation = await readEvaluation(prisma, ref.id, { ...services, viewer: { userId: '' } })
  const isClosed = isFinalStatus(row.status)
  const quotes = publicOffers(evaluation.offers)
  const { repair } = row
  // What the machine went through as a repair is part of its history.
  const before = repair ? await readEvents(services, { noun: 'repairs', id: repair.id }, repair.createdAt) : []
  const events = await readEvents(services, ref, row.createdAt)
  const hasArrived = (await readTradeInStandings(prisma, [ref.id])).get(ref.id.toLowerCase())?.hasArrived ?? false
  return {
    noun: 'tradeIns',
    number: row.tradeInNumber,
    status: row.status,
    ...facts(row),
    problem: null,
    ...(await readPapers(services, audience, ref, { isClosed, hasArrived, quotes })),
    events: [...events, ...before.map((event) => ({ ...event, id: `repair:${event.id}` }))],
    linked: repair && { noun: 'repairs', number: repair.repairNumber },
    quotedValue: toAmountOrNull(row.estimatedValue),
    finalValue: evaluation.finalValue,
  }
}

/** A case as its customer sees it. @throws NOT_FOUND */
export const readTracked = (services: Deps, audience: CaseViewer, ref: CaseRef): Promise<TrackedCase> =>
  ref.noun === 'repairs' ? readRepair(services, audience, ref) : readTradeIn(services, audience, ref)
