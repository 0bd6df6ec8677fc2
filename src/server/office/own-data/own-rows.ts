import { caseNouns, type CaseNoun, type CaseRef } from '~/contracts/case-ref'
import { Prisma, type PrismaClient, type Repair, type TradeIn } from '~/generated/prisma/client'
import { casesOf, findCustomerCase, repairOf, rowsOf, tradeInOf, type CustomerCase } from '~/server/cases/base/customer-case'
import { customerSees } from '~/server/cases/base/file-access'

/** A customer's part of cases, even after they changed hands; without staff's notes (a diagnosis, a checklist before its offer). */

const PAGE = 200

interface After {
  gt: string
}

type ReadPage<Row> = (after: After | undefined, take: number) => Promise<Row[]>

async function* pagesOf<Row extends { id: string }>(read: ReadPage<Row>): AsyncGenerator<Row[]> {
  let after: After | undefined
  for (;;) {
    const rows = await read(after, PAGE)
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = { gt: last.id }
  }
}

export async function* paged<Row extends { id: string }>(read: ReadPage<Row>): AsyncGenerator<Row> {
  for await (const rows of pagesOf(read)) yield* rows
}

export const orderBy = { id: 'asc' } as const
export const ofNumberedCase = {
  case: { select: { repair: { select: { repairNumber: true } }, tradeIn: { select: { tradeInNumber: true } } } },
} as const

interface CaseNumber {
  repair: { repairNumber: string } | null
  tradeIn: { tradeInNumber: string } | null
}
const numbered = <Row extends { case: CaseNumber | null }>({ case: of, ...row }: Row) => ({
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
      profile: {
        select: {
          email: true,
          fullName: true,
          phone: true,
          role: true,
          wantsReminders: true,
          wantsMessages: true,
          returnAddress: true,
          language: true,
        },
      },
      // Of customers merged into this one.
      mergesKept: { where: { undoneAt: null }, select: { mergedAt: true, profile: true } },
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
  inboundCarrier: row.inboundCarrier,
  inboundTrackingNumber: row.inboundTrackingNumber,
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
const sentTo = (theirs: CustomerCase) =>
  ({
    where: { caseId: theirs.ref.id, sentAt: { not: null }, state: { not: 'draft' }, ...rowsOf(theirs) },
    orderBy: { number: 'asc' },
  }) as const
const withOwnNote = <Quote extends { answerVia: string | null; answerNote: string | null }>(quote: Quote) => ({
  ...quote,
  answerNote: quote.answerVia === 'online' ? quote.answerNote : null,
})

const idsOf = (prisma: PrismaClient, rows: Prisma.Sql, where: Prisma.Sql, after: After | undefined, take: number) =>
  prisma.$queryRaw<{ id: string }[]>`
    SELECT t.id::text AS id FROM ${rows} AS t WHERE ${where} AND (${after?.gt ?? null}::uuid IS NULL OR t.id > ${after?.gt ?? null}::uuid)
    ORDER BY t.id LIMIT ${take}`

const ownCases = (prisma: PrismaClient, noun: CaseNoun, userId: string) =>
  paged((after, take) => idsOf(prisma, casesOf(noun, userId), Prisma.sql`true`, after, take))

export async function* ownCaseRows<Row extends { id: string; case: CaseNumber | null }>(
  prisma: PrismaClient,
  table: 'case_emails' | 'case_files' | 'case_messages',
  where: Prisma.Sql,
  read: (ids: { in: string[] }) => Promise<Row[]>,
) {
  for await (const found of pagesOf((after, take) => idsOf(prisma, Prisma.raw(table), where, after, take)))
    yield* (await read({ in: found.map(({ id }) => id) })).map(numbered)
}

async function theirCase(prisma: PrismaClient, ref: CaseRef, userId: string): Promise<CustomerCase> {
  return (await findCustomerCase(prisma, ref, userId)) ?? { ref, customerId: userId, endedAt: new Date(0) }
}

export async function* ownRepairs(prisma: PrismaClient, userId: string) {
  for await (const { id } of ownCases(prisma, 'repairs', userId)) {
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

export async function* ownTradeIns(prisma: PrismaClient, userId: string) {
  for await (const { id } of ownCases(prisma, 'tradeIns', userId)) {
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

export function ownCaseFiles(prisma: PrismaClient, userId: string) {
  const theirs = Prisma.join(
    caseNouns.map((noun) => Prisma.sql`SELECT c.id FROM ${casesOf(noun, userId)} AS c`),
    ' UNION ALL ',
  )
  return ownCaseRows(prisma, 'case_files', Prisma.sql`t.case_id IN (${theirs}) AND ${customerSees(userId)}`, (id) =>
    prisma.caseFile.findMany({
      where: { id },
      orderBy,
      select: { id: true, name: true, kind: true, storageKey: true, createdAt: true, ...ofNumberedCase },
    }),
  )
}
