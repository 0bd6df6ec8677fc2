import type { TradeInFacts } from '~/contracts/cases/progress/progress'
import { mayAddressChange } from '~/contracts/cases/return-address'
import type { TrackedCase } from '~/contracts/cases/tracking'
import { conditionGrades } from '~/contracts/catalogue/trade-in-estimate'
import { records } from '~/contracts/records'
import { isFinalStatus } from '~/contracts/statuses'
import type { PrismaClient, TradeIn } from '~/generated/prisma/client'
import { formatEuro } from '~/lib/money'
import { formatMarked } from '~/lib/quoted-amount'
import { capitalised } from '~/lib/text'
import { findCustomerCase, repairOf, tradeInOf, tradeInsOf, type CustomerCase } from '~/server/cases/base/customer-case'
import type { CaseViewer } from '~/server/cases/base/customer-access'
import { readEvents } from '~/server/cases/customer/customer-events'
import { reachedOf, tradeInFactsOf, withdrawnOf } from '~/server/cases/customer/progress-facts'
import { readRequested, readWithdrawn, type ReadRequested } from '~/server/cases/customer/request-cases'
import { publicOffers } from '~/server/cases/base/read-quotes'
import { openedAt, readPapers, shownFacts, type TrackingServices } from '~/server/cases/customer/read-tracked-case'
import { printedAmount } from '~/server/cases/documents/document-templates'
import { readEvaluation } from '~/server/cases/quotes/read-evaluation'
import { readTradeInStandings, tradeInStandingOf, type TradeInStanding } from '~/server/cases/base/case-standing'
import { toAmount, toAmountOrNull } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'

const offered = (offer: TradeInStanding['offer']) =>
  offer === null || offer.state === 'draft' ? null : formatMarked(`${formatEuro(offer.total)} of store credit`, offer.state)

const documentFacts = (row: TradeIn, { hasArrived, fromRepairNumber, cameOn, offer }: TradeInStanding) => ({
  number: row.tradeInNumber,
  cameOn,
  hasArrived,
  isClaim: false,
  isExpedited: false,
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
    ['Our offer', row.finalValue === null ? offered(offer) : null],
    ['Grade given', row.grade && capitalised(row.grade)],
    ['Grade found', row.foundGrade && capitalised(row.foundGrade)],
  ] as const,
})

export async function documentedTradeIn(prisma: PrismaClient, id: string, theirs: CustomerCase | undefined) {
  const row = theirs ? await tradeInOf(prisma, theirs) : await prisma.tradeIn.findUnique({ where: { id } })
  const standing = await tradeInStandingOf(prisma, id, theirs?.customerId)
  return row && standing ? { row, own: documentFacts(row, standing) } : null
}

async function repairBefore({ db: { prisma } }: TrackingServices, { customerId }: CustomerCase, id: string) {
  const theirs = await findCustomerCase(prisma, { noun: 'repairs', id }, customerId)
  return theirs && { ...(await repairOf(prisma, theirs)), theirs }
}

/** EUR: the issued credit, else the agreed value, the last offer (even disputed), or the estimate. */
function valueOf({ status, quote, credited, value, isAgreed }: TradeInFacts, quoted: number | null): number | null {
  if (credited !== null) return credited.amount
  if (status === 'rejected') return 0
  if (quote !== null && value !== null && isAgreed) return value
  if (quote !== null) return quote.state === 'declined' ? 0 : quote.total
  return status === 'approved' || status === 'completed' ? (value ?? quoted) : quoted
}

async function openOffers(prisma: TrackingServices['db']['prisma'], ids: readonly string[], customerId: string, now: Date) {
  const found = await prisma.caseQuote.findMany({
    where: { caseId: { in: [...ids] }, state: 'sent', customerId: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    select: { caseId: true, number: true, total: true, case: { select: { tradeIn: { select: { userId: true } } } } },
  })
  const theirs = found.filter((quote) => quote.case.tradeIn?.userId === customerId)
  return new Map(theirs.map(({ caseId, number, total }) => [caseId, { quote: number, total: toAmount(total) }]))
}

const requestedTradeIns: ReadRequested = async ({ db: { prisma }, now }, ids, customerId) => {
  const standings = await readTradeInStandings(prisma, ids, customerId)
  const withdrawn = await readWithdrawn(prisma, 'tradeIns', ids)
  const open = await openOffers(prisma, ids, customerId, now())
  return (await tradeInsOf(prisma, customerId, ids)).flatMap((row) => {
    const standing = standings.get(row.id)
    if (!standing) return []
    const { device, serialNumber } = shownFacts(row)
    const facts = tradeInFactsOf(row, standing, { now: now(), withdrawn: withdrawn.get(row.id) ?? null })
    return [
      {
        id: row.id,
        number: row.tradeInNumber,
        device,
        serialNumber,
        value: valueOf(facts, toAmountOrNull(row.estimatedValue)),
        facts,
        open: isFinalStatus(row.status) ? null : (open.get(row.id) ?? null),
      },
    ]
  })
}

/** @throws NOT_FOUND */
export async function trackedTradeIn(services: TrackingServices, audience: CaseViewer, theirs: CustomerCase): Promise<TrackedCase> {
  const { prisma } = services.db
  const row = await tradeInOf(prisma, theirs)
  const evaluation = await readEvaluation(prisma, row.id, { ...services, viewer: null, actor: {} }, theirs)
  const isClosed = theirs.endedAt !== null || isFinalStatus(row.status)
  const quotes = publicOffers(evaluation.offers)
  const repair = row.fromRepair === null ? null : await repairBefore(services, theirs, row.fromRepair)
  const before = repair ? await readEvents(services, repair.theirs, repair.createdAt) : []
  const events = await readEvents(services, theirs, await openedAt(services, theirs, row))
  const standing = await tradeInStandingOf(prisma, row.id, theirs.customerId)
  if (!standing) throw notFound(records.tradeIns)
  const { hasArrived } = standing
  return {
    noun: 'tradeIns',
    number: row.tradeInNumber,
    status: row.status,
    ...shownFacts(row),
    mayChangeAddress: theirs.endedAt === null && mayAddressChange({ noun: 'tradeIns', ...row }),
    problem: null,
    ...(await readPapers(services, audience, theirs, { isClosed, hasArrived, quotes })),
    events: [...events, ...before.map((event) => ({ ...event, id: `repair:${event.id}` }))],
    linked: repair && { noun: 'repairs', number: repair.repairNumber },
    request: await readRequested(services, theirs, row.requestId, requestedTradeIns),
    facts: tradeInFactsOf(row, standing, {
      now: services.now(),
      reached: reachedOf(events),
      withdrawn: withdrawnOf(events),
      endedAt: theirs.endedAt,
    }),
    quotedGrade: conditionGrades.find((grade) => grade === row.grade) ?? null,
    quotedValue: toAmountOrNull(row.estimatedValue),
    keptUntil: row.quotedUntil,
    finalValue: toAmountOrNull(row.finalValue),
  }
}
