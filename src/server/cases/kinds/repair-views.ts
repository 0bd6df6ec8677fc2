import { isClaim, isUnderWarranty, type RepairOutcome } from '~/contracts/repair-outcomes'
import { repairServiceIds, repairServices } from '~/contracts/repair-services'
import { mayAddressChange } from '~/contracts/cases/return-address'
import type { TrackedCase } from '~/contracts/cases/tracking'
import type { CustomerBill } from '~/contracts/billing/bill'
import type { CreditPayments, CreditSums } from '~/contracts/credit/credit-payments'
import { records } from '~/contracts/records'
import { isFinalStatus } from '~/contracts/statuses'
import type { PrismaClient, Repair } from '~/generated/prisma/client'
import { findCustomerCase, repairOf, repairsOf, type CustomerCase } from '~/server/cases/base/customer-case'
import type { CaseViewer } from '~/server/cases/base/customer-access'
import { readComparison } from '~/server/cases/customer/comparison'
import { readEvents } from '~/server/cases/customer/customer-events'
import { reachedOf, repairFactsOf, withdrawnOf } from '~/server/cases/customer/progress-facts'
import { readRequested, readWithdrawn, type ReadRequested } from '~/server/cases/customer/request-cases'
import { publicEstimates } from '~/server/cases/base/read-quotes'
import { LONGEST_PROBLEM, openedAt, readPapers, shown, shownFacts, type TrackingServices } from '~/server/cases/customer/read-tracked-case'
import { warrantyOf } from '~/server/cases/deadlines'
import { printedAmount } from '~/server/cases/documents/document-templates'
import { readEstimates } from '~/server/cases/base/repair-lines'
import { readRepairStandings, repairStandingOf, type RepairStanding } from '~/server/cases/base/case-standing'
import { isBill, readCustomerBill } from '~/server/billing/invoices/customer-bill'
import { depositPercentOf } from '~/server/billing/invoices/deposits'
import { readPayments } from '~/server/billing/store-credit/read-credit-payments'
import { safeJson, toAmountOrNull } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'

function serviceName(stored: string | null): string | null {
  const id = repairServiceIds.find((each) => each === stored)
  if (id === undefined) return null
  const { label, turnaround } = repairServices[id]
  return `${label}, ${turnaround.min} to ${turnaround.max} business days`
}

const documentFacts = (row: Repair, { outcome, hasArrived }: RepairStanding) => ({
  number: row.repairNumber,
  cameOn: row.arrivedAt ?? row.createdAt,
  hasArrived,
  isClaim: isClaim(row),
  isExpedited: row.isExpedited,
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
    ['Estimated cost', printedAmount(row.estimatedCost)],
    ['Actual cost', printedAmount(row.actualCost)],
  ] as const,
})

export async function documentedRepair(prisma: PrismaClient, id: string, theirs: CustomerCase | undefined) {
  const row = theirs ? await repairOf(prisma, theirs) : await prisma.repair.findUnique({ where: { id } })
  const standing = await repairStandingOf(prisma, id, theirs?.customerId)
  return row && standing ? { row, own: documentFacts(row, standing) } : null
}

/** Null if store credit can pay nothing, and never has. */
function creditOf(read: CreditPayments, { endedAt }: CustomerCase): CreditSums | null {
  const { cost, held, captured, pending, left, unpayable, payments, available, expected } = read
  if (endedAt !== null && captured === 0) return null
  if (payments.length === 0 && available === 0 && expected.length === 0) return null
  return unpayable === null || payments.length > 0 ? { cost, held, captured, pending, left } : null
}

async function billOfTheirs(
  { db, now, businessTimeZone: timeZone }: TrackingServices,
  audience: CaseViewer,
  { ref, customerId, endedAt }: CustomerCase,
  isWithoutCost: boolean,
): Promise<CustomerBill | null> {
  const of = { noun: 'repairs', nounId: ref.id, at: now(), timeZone, customerId } as const
  const bill = await readCustomerBill(db.prisma, { ...of, isFormer: endedAt !== null, isLinked: 'token' in audience })
  if (isWithoutCost && bill.invoices.length === 0 && bill.payments.length === 0) return null
  return isBill(bill) ? bill : null
}

const linkedTradeIn = async ({ db }: TrackingServices, { ref, customerId }: CustomerCase) => {
  const made = await db.prisma.tradeIn.findUnique({ where: { fromRepair: ref.id }, select: { id: true, tradeInNumber: true } })
  return made && (await findCustomerCase(db.prisma, { noun: 'tradeIns', id: made.id }, customerId)) ? made : null
}

/** 0 for a repair that ended without its work, whatever was estimated. */
const openCost = ({ estimatedCost }: Pick<Repair, 'estimatedCost'>, isOver: boolean, outcome: RepairOutcome): number | null =>
  isOver && !isUnderWarranty(outcome) ? 0 : toAmountOrNull(estimatedCost)

const requestedRepairs: ReadRequested = async ({ db: { prisma }, now }, ids, customerId) => {
  const standings = await readRepairStandings(prisma, ids, customerId)
  const withdrawn = await readWithdrawn(prisma, 'repairs', ids)
  return (await repairsOf(prisma, customerId, ids)).flatMap((row) => {
    const standing = standings.get(row.id)
    if (!standing) return []
    const { device, serialNumber } = shownFacts(row)
    const facts = repairFactsOf(row, standing, { now: now(), pay: null, withdrawn: withdrawn.get(row.id) ?? null })
    return [{ id: row.id, number: row.repairNumber, device, serialNumber, value: null, facts, open: null }]
  })
}

/** @throws NOT_FOUND */
export async function trackedRepair(services: TrackingServices, audience: CaseViewer, theirs: CustomerCase): Promise<TrackedCase> {
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
  const events = await readEvents(services, theirs, await openedAt(services, theirs, row))
  const payments = await readPayments(prisma, services.now(), 'repairs', row.id, theirs.customerId)
  const bill = await billOfTheirs(services, audience, theirs, isOver && toAmountOrNull(row.actualCost) === null)
  const facts = repairFactsOf(row, standing, {
    ...{ now: services.now(), reached: reachedOf(events), withdrawn: withdrawnOf(events), endedAt: theirs.endedAt },
    pay: bill?.pay ?? null,
  })
  return {
    noun: 'repairs',
    number: row.repairNumber,
    status: row.status,
    ...shownFacts(row),
    mayChangeAddress: theirs.endedAt === null && mayAddressChange({ noun: 'repairs', ...row }),
    service: serviceName(row.service),
    isExpedited: row.isExpedited,
    problem: shown(row.problemDescription, LONGEST_PROBLEM),
    ...(await readPapers(services, audience, theirs, { isClosed, hasArrived, quotes })),
    events,
    request: await readRequested(services, theirs, row.requestId, requestedRepairs),
    facts,
    linked: tradeIn && { noun: 'tradeIns', number: tradeIn.tradeInNumber },
    outcome: isOver ? outcome : null,
    cost: toAmountOrNull(row.actualCost) ?? openCost(row, isOver, outcome),
    comparison: await readComparison(prisma, estimates, { device: safeJson(row.deviceInfo), warrantyDays: row.warrantyDays }, isClosed),
    // The warranty goes with the machine.
    warrantyUntil: theirs.endedAt ? null : (warrantyOf(services, { ...row, outcome })?.lastDay ?? null),
    depositPercent: await depositPercentOf(prisma, row.service),
    credit: creditOf(payments, theirs),
    bill,
  }
}
