import type { TrackedCase } from '~/contracts/cases/tracking'
import { isFinalStatus } from '~/contracts/statuses'
import type { PrismaClient, TradeIn } from '~/generated/prisma/client'
import { capitalised } from '~/lib/text'
import { findCustomerCase, repairOf, tradeInOf, type CustomerCase } from '~/server/cases/customer-case'
import type { CaseViewer } from '~/server/cases/customer/access'
import { readEvents } from '~/server/cases/customer/events'
import { publicOffers } from '~/server/cases/quotes/read'
import { openedAt, readPapers, shownFacts, type TrackingServices } from '~/server/cases/customer/read'
import { printedAmount } from '~/server/cases/documents/templates'
import { readEvaluation } from '~/server/cases/quotes/evaluation'
import { tradeInStandingOf, type TradeInStanding } from '~/server/cases/standing'
import { toAmountOrNull } from '~/server/platform/database/column-values'

/** A trade-in as its documents and its customer's page tell of it. */

const documentFacts = (row: TradeIn, { hasArrived, fromRepairNumber, cameOn }: TradeInStanding) => ({
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
    ['Estimated value', printedAmount(row.estimatedValue)],
    ['Final value', printedAmount(row.finalValue)],
    ['Grade given', row.grade && capitalised(row.grade)],
    ['Grade found', row.foundGrade && capitalised(row.foundGrade)],
  ] as const,
})

export async function documentedTradeIn(prisma: PrismaClient, id: string, theirs: CustomerCase | undefined) {
  const row = theirs ? await tradeInOf(prisma, theirs) : await prisma.tradeIn.findUnique({ where: { id } })
  const standing = await tradeInStandingOf(prisma, id, theirs?.customerId)
  return row && standing ? { row, own: documentFacts(row, standing) } : null
}

/** The repair that a trade-in comes from, where it was the same customer's. */
async function repairBefore({ db: { prisma } }: TrackingServices, { customerId }: CustomerCase, id: string) {
  const theirs = await findCustomerCase(prisma, { noun: 'repairs', id }, customerId)
  return theirs && { ...(await repairOf(prisma, theirs)), theirs }
}

/** @throws NOT_FOUND */
export async function trackedTradeIn(services: TrackingServices, audience: CaseViewer, theirs: CustomerCase): Promise<TrackedCase> {
  const { prisma } = services.db
  const row = await tradeInOf(prisma, theirs)
  const evaluation = await readEvaluation(prisma, row.id, { ...services, viewer: null, actor: {} }, theirs)
  const isClosed = theirs.endedAt !== null || isFinalStatus(row.status)
  const quotes = publicOffers(evaluation.offers)
  const repair = row.fromRepair === null ? null : await repairBefore(services, theirs, row.fromRepair)
  // The machine's time as a repair is part of its history.
  const before = repair ? await readEvents(services, repair.theirs, repair.createdAt) : []
  const events = await readEvents(services, theirs, await openedAt(services, theirs, row))
  const hasArrived = (await tradeInStandingOf(prisma, row.id, theirs.customerId))?.hasArrived ?? false
  return {
    noun: 'tradeIns',
    number: row.tradeInNumber,
    status: row.status,
    ...shownFacts(row),
    problem: null,
    ...(await readPapers(services, audience, theirs, { isClosed, hasArrived, quotes })),
    events: [...events, ...before.map((event) => ({ ...event, id: `repair:${event.id}` }))],
    linked: repair && { noun: 'repairs', number: repair.repairNumber },
    quotedValue: toAmountOrNull(row.estimatedValue),
    finalValue: toAmountOrNull(row.finalValue),
  }
}
