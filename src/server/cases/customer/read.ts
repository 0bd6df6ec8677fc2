import type { CaseRef } from '~/contracts/cases/cases'
import { records } from '~/contracts/records'
import type { CreditSums } from '~/contracts/credit/payments'
import { isUnderWarranty, type RepairOutcome } from '~/contracts/cases/repair-outcomes'
import type { PublicDocument, TrackedCase } from '~/contracts/cases/tracking'
import type { Repair } from '~/generated/prisma/client'
import { caseDeviceDraft, deviceName } from '~/contracts/cases/device'
import { readPayments } from '~/server/credit/read-payments'
import { safeJson, toAmountOrNull } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { readEstimates } from '~/server/cases/quotes/repair-lines'
import { findCustomerCase, repairOf, tradeInOf, type CustomerCase } from '~/server/cases/customer-case'
import { warrantyOf } from '~/server/cases/deadlines'
import { repairStandingOf, tradeInStandingOf } from '~/server/cases/standing'
import type { Services } from '~/server/services'
import { readEvaluation } from '~/server/cases/quotes/evaluation'
import type { CaseViewer } from './access'
import { documentAddress, readPictures, uploadAddress } from './attachments'
import { readComparison } from './comparison'
import { readEvents } from './events'
import { publicEstimates, publicOffers } from '~/server/cases/quotes/read'
import { isFinalStatus } from '~/contracts/statuses'

type Deps = Pick<Services, 'db' | 'now' | 'offerLimit' | 'businessTimeZone'>

const LONGEST_SHOWN = 300
const LONGEST_PROBLEM = 10_000

const shown = (text: string | null, most = LONGEST_SHOWN) => text?.slice(0, most).trim() || null

/** What every case tells of itself. */
function facts(
  row: Pick<Repair, 'deviceInfo' | 'createdAt' | 'carrier' | 'trackingNumber' | 'inboundCarrier' | 'inboundTrackingNumber' | 'sentInAt'>,
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
  theirs: CustomerCase,
  { isClosed, hasArrived, quotes }: { isClosed: boolean; hasArrived: boolean; quotes: Quote[] },
) {
  const { ref } = theirs
  return {
    isClosed,
    passedAt: theirs.endedAt,
    hasArrived,
    pictures: await readPictures(services, viewer, theirs),
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

/** What a customer's store credit pays of a repair; null where it can pay nothing, and never has. */
async function creditOf({ db, now }: Deps, { ref, customerId, endedAt }: CustomerCase): Promise<CreditSums | null> {
  const read = await readPayments(db.prisma, now(), 'repairs', ref.id, customerId)
  const { cost, held, captured, pending, left, unpayable, payments } = read
  if (endedAt !== null && captured === 0) return null
  return unpayable === null || payments.length > 0 ? { cost, held, captured, pending, left } : null
}

/** When a case began for a customer. */
async function openedAt({ db }: Deps, { ref, customerId }: CustomerCase, { createdAt }: { createdAt: Date }): Promise<Date> {
  const theirs = { caseId: ref.id, userId: customerId }
  const first = await db.prisma.caseCustomer.findFirst({ where: theirs, orderBy: { startedAt: 'asc' }, select: { startedAt: true } })
  return first?.startedAt ?? createdAt
}

/** The trade-in that a customer has turned a repair into. */
const linkedTradeIn = async ({ db }: Deps, { ref, customerId }: CustomerCase) => {
  const made = await db.prisma.tradeIn.findUnique({ where: { fromRepair: ref.id }, select: { id: true, tradeInNumber: true } })
  return made && (await findCustomerCase(db.prisma, { noun: 'tradeIns', id: made.id }, customerId)) ? made : null
}

/** The repair that a trade-in comes from, where it was the same customer's. */
async function repairBefore({ db: { prisma } }: Deps, { customerId }: CustomerCase, id: string) {
  const theirs = await findCustomerCase(prisma, { noun: 'repairs', id }, customerId)
  return theirs && { ...(await repairOf(prisma, theirs)), theirs }
}

/** What it is thought to cost; of one that is over without its work, nothing, whatever was estimated. */
const openCost = ({ estimatedCost }: Pick<Repair, 'estimatedCost'>, isOver: boolean, outcome: RepairOutcome): number | null =>
  isOver && !isUnderWarranty(outcome) ? 0 : toAmountOrNull(estimatedCost)

async function readRepair(services: Deps, audience: CaseViewer, theirs: CustomerCase): Promise<TrackedCase> {
  const { prisma } = services.db
  const row = await repairOf(prisma, theirs)
  const standing = await repairStandingOf(prisma, row.id, theirs.customerId)
  if (!standing) throw notFound(records.repairs)
  const { outcome, hasArrived } = standing
  const estimates = await readEstimates(prisma, row.id, services.now(), theirs)
  const isOver = isFinalStatus(row.status)
  const isClosed = theirs.endedAt !== null || isOver
  const tradeIn = await linkedTradeIn(services, theirs)
  const quotes = publicEstimates(estimates.estimates)
  return {
    noun: 'repairs',
    number: row.repairNumber,
    status: row.status,
    ...facts(row),
    problem: shown(row.problemDescription, LONGEST_PROBLEM),
    ...(await readPapers(services, audience, theirs, { isClosed, hasArrived, quotes })),
    events: await readEvents(services, theirs, await openedAt(services, theirs, row)),
    linked: tradeIn && { noun: 'tradeIns', number: tradeIn.tradeInNumber },
    outcome: isOver ? outcome : null,
    cost: toAmountOrNull(row.actualCost) ?? openCost(row, isOver, outcome),
    comparison: await readComparison(prisma, estimates, safeJson(row.deviceInfo), isClosed),
    // It goes with the machine.
    warrantyUntil: theirs.endedAt ? null : (warrantyOf(services, { ...row, outcome })?.lastDay ?? null),
    credit: await creditOf(services, theirs),
  }
}

async function readTradeIn(services: Deps, audience: CaseViewer, theirs: CustomerCase): Promise<TrackedCase> {
  const { prisma } = services.db
  const row = await tradeInOf(prisma, theirs)
  const evaluation = await readEvaluation(prisma, row.id, { ...services, viewer: null, actor: {} }, theirs)
  const isClosed = theirs.endedAt !== null || isFinalStatus(row.status)
  const quotes = publicOffers(evaluation.offers)
  const repair = row.fromRepair === null ? null : await repairBefore(services, theirs, row.fromRepair)
  // What the machine went through as a repair is part of its history.
  const before = repair ? await readEvents(services, repair.theirs, repair.createdAt) : []
  const events = await readEvents(services, theirs, await openedAt(services, theirs, row))
  const hasArrived = (await tradeInStandingOf(prisma, row.id, theirs.customerId))?.hasArrived ?? false
  return {
    noun: 'tradeIns',
    number: row.tradeInNumber,
    status: row.status,
    ...facts(row),
    problem: null,
    ...(await readPapers(services, audience, theirs, { isClosed, hasArrived, quotes })),
    events: [...events, ...before.map((event) => ({ ...event, id: `repair:${event.id}` }))],
    linked: repair && { noun: 'repairs', number: repair.repairNumber },
    quotedValue: toAmountOrNull(row.estimatedValue),
    finalValue: toAmountOrNull(row.finalValue),
  }
}

/** A case as its customer sees it, or as a former one did. @throws NOT_FOUND */
export const readTracked = (services: Deps, audience: CaseViewer, theirs: CustomerCase): Promise<TrackedCase> =>
  theirs.ref.noun === 'repairs' ? readRepair(services, audience, theirs) : readTradeIn(services, audience, theirs)
