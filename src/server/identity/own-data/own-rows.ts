import type { CaseNoun, CaseRef } from '~/contracts/cases/cases'
import type { PrismaClient, Repair, TradeIn } from '~/generated/prisma/client'
import { casesOf, findCustomerCase, repairOf, rowsOf, tradeInOf, type CustomerCase } from '~/server/cases/customer-case'
import { customerSees } from '~/server/cases/file-access'

/**
 * A person's rows, table by table: their own, and of a case what its customer sees, even after it went to somebody else. Excludes the
 * desk's own writing (notes, a diagnosis, a checklist before its offer).
 */

/** Rows in memory at a time. */
const PAGE = 200

interface After {
  gt: string
}

/** Rows by id, page by page. */
export async function* paged<Row extends { id: string }>(
  read: (after: After | undefined, take: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: After | undefined
  for (;;) {
    const rows = await read(after, PAGE)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = { gt: last.id }
  }
}

export const orderBy = { id: 'asc' } as const
export const ofNumberedCase = {
  case: { select: { repair: { select: { repairNumber: true } }, tradeIn: { select: { tradeInNumber: true } } } },
} as const

interface CaseNumber {
  repair: { repairNumber: string } | null
  tradeIn: { tradeInNumber: string } | null
}
/** A row of a case, beside the case's number. */
export const numbered = <Row extends { case: CaseNumber | null }>({ case: of, ...row }: Row) => ({
  ...row,
  ...(of ?? { repair: null, tradeIn: null }),
})

export const accountRows = (prisma: PrismaClient, userId: string) =>
  prisma.user.findMany({
    where: { id: userId },
    select: {
      id: true,
      email: true,
      emailVerifiedAt: true,
      createdAt: true,
      profile: { select: { fullName: true, phone: true, role: true, wantsReminders: true, wantsMessages: true } },
    },
  })

const caseOfRow = (row: Repair | TradeIn) => ({
  id: row.id,
  status: row.status,
  deviceInfo: row.deviceInfo,
  accessories: row.accessories,
  arrivalCondition: row.arrivalCondition,
  carrier: row.carrier,
  trackingNumber: row.trackingNumber,
  returnAddress: row.returnAddress,
  createdAt: row.createdAt,
  completedAt: row.completedAt,
})

const quoteSelect = {
  number: true,
  state: true,
  sentAt: true,
  expiresAt: true,
  answeredAt: true,
  answerVia: true,
  answerNote: true,
} as const
/** Messages sent to them, the newest last. */
const sentTo = (theirs: CustomerCase) =>
  ({
    where: { caseId: theirs.ref.id, sentAt: { not: null }, state: { not: 'draft' }, ...rowsOf(theirs) },
    orderBy: { number: 'asc' },
  }) as const
/** Leaves out the desk's note of a telephone answer. */
const withOwnNote = <Quote extends { answerVia: string | null; answerNote: string | null }>(quote: Quote) => ({
  ...quote,
  answerNote: quote.answerVia === 'online' ? quote.answerNote : null,
})

/** A page of ids of a person's cases. */
const idsOf = (prisma: PrismaClient, noun: CaseNoun, userId: string, after: After | undefined, take: number) =>
  prisma.$queryRaw<{ id: string }[]>`
    SELECT t.id::text AS id FROM ${casesOf(noun, userId)} AS t WHERE ${after?.gt ?? null}::uuid IS NULL OR t.id > ${after?.gt ?? null}::uuid
    ORDER BY t.id LIMIT ${take}`

async function theirCase(prisma: PrismaClient, ref: CaseRef, userId: string): Promise<CustomerCase> {
  return (await findCustomerCase(prisma, ref, userId)) ?? { ref, customerId: userId, endedAt: new Date(0) }
}

/** Somebody's repairs, as the customer sees them. */
export async function* ownRepairs(prisma: PrismaClient, userId: string) {
  for await (const { id } of paged((after, take) => idsOf(prisma, 'repairs', userId, after, take))) {
    const theirs = await theirCase(prisma, { noun: 'repairs', id }, userId)
    const row = await repairOf(prisma, theirs)
    const estimates = await prisma.caseQuote.findMany({
      ...sentTo(theirs),
      select: { ...quoteSelect, total: true, lines: { select: { label: true, kind: true, quantity: true, price: true } } },
    })
    const { repairNumber, service, problemDescription, estimatedCost, actualCost } = row
    yield {
      ...caseOfRow(row),
      repairNumber,
      service,
      problemDescription,
      estimatedCost,
      actualCost,
      estimates: estimates.map(withOwnNote),
    }
  }
}

/** Somebody's trade-ins, as the customer sees them. */
export async function* ownTradeIns(prisma: PrismaClient, userId: string) {
  for await (const { id } of paged((after, take) => idsOf(prisma, 'tradeIns', userId, after, take))) {
    const theirs = await theirCase(prisma, { noun: 'tradeIns', id }, userId)
    const row = await tradeInOf(prisma, theirs)
    const details = { grade: true, baseValue: true, deductions: true, checks: true, overrideReason: true } as const
    const quotes = await prisma.caseQuote.findMany({
      ...sentTo(theirs),
      select: { ...quoteSelect, total: true, offer: { select: details } },
    })
    const offers = quotes.map(({ total, offer, ...quote }) => ({ ...quote, ...offer, finalValue: total }))
    const { tradeInNumber, grade, estimatedValue, finalValue } = row
    yield { ...caseOfRow(row), tradeInNumber, grade, estimatedValue, finalValue, offers: offers.map(withOwnNote) }
  }
}

/** The files of somebody's cases that the customer sees. */
export const ownCaseFiles = (prisma: PrismaClient, userId: string) =>
  paged(async (after, take) => {
    const seen = await prisma.$queryRaw<{ id: string }[]>`
      SELECT t.id::text FROM case_files AS t
      WHERE t.case_id IN (SELECT r.id FROM ${casesOf('repairs', userId)} AS r UNION ALL SELECT i.id FROM ${casesOf('tradeIns', userId)} AS i)
        AND ${customerSees(userId)} AND (${after?.gt ?? null}::uuid IS NULL OR t.id > ${after?.gt ?? null}::uuid)
      ORDER BY t.id LIMIT ${take}`
    const rows = await prisma.caseFile.findMany({
      where: { id: { in: seen.map(({ id }) => id) } },
      orderBy,
      select: { id: true, name: true, kind: true, storageKey: true, createdAt: true, ...ofNumberedCase },
    })
    return rows.map(numbered)
  })
