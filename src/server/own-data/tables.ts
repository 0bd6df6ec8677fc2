import type { PrismaClient } from '~/generated/prisma/client'
import { customerSees } from '~/server/cases/file-access'

/** What the shop knows of somebody, table by table: of each only their own rows, and of a case what its customer may see. */

/** Rows that are in memory at a time. */
const PAGE = 200

interface After {
  gt: string
}

/** Rows by id, page by page. */
async function* paged<Row extends { id: string }>(read: (after: After | undefined, take: number) => Promise<Row[]>): AsyncGenerator<Row> {
  let after: After | undefined
  for (;;) {
    const rows = await read(after, PAGE)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = { gt: last.id }
  }
}

const orderBy = { id: 'asc' } as const
const ofCase = (userId: string) => ({ OR: [{ repair: { userId } }, { tradeIn: { userId } }] })
const caseNumbers = { repair: { select: { repairNumber: true } }, tradeIn: { select: { tradeInNumber: true } } } as const

const account = (prisma: PrismaClient, userId: string) =>
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

const ofCaseFields = {
  id: true,
  status: true,
  deviceInfo: true,
  accessories: true,
  arrivalCondition: true,
  carrier: true,
  trackingNumber: true,
  createdAt: true,
  completedAt: true,
} as const
const quoteFields = {
  number: true,
  state: true,
  sentAt: true,
  expiresAt: true,
  answeredAt: true,
  answerVia: true,
  answerNote: true,
} as const
const sent = { where: { sentAt: { not: null } }, orderBy: { number: 'asc' } } as const

/** Each becomes a file of JSON with an array of rows. */
export const ownTables = (prisma: PrismaClient, userId: string, email: string): Record<string, () => AsyncIterable<object>> => ({
  account: () => paged(async (after) => (after ? [] : account(prisma, userId))),
  newsletter: () =>
    paged((after, take) => prisma.newsletterSubscriber.findMany({ where: { email, ...(after && { id: after }) }, orderBy, take })),
  devices: () =>
    paged((after, take) =>
      prisma.session.findMany({
        where: { userId, ...(after && { id: after }) },
        orderBy,
        take,
        select: { id: true, createdAt: true, lastSeenAt: true, expiresAt: true, revokedAt: true, userAgent: true, ip: true },
      }),
    ),
  'second-factors': () =>
    paged((after, take) =>
      prisma.mfaFactor.findMany({
        where: { userId, ...(after && { id: after }) },
        orderBy,
        take,
        select: { id: true, friendlyName: true, factorType: true, status: true, phone: true, createdAt: true },
      }),
    ),
  orders: () =>
    paged((after, take) =>
      prisma.order.findMany({
        where: { userId, ...(after && { id: after }) },
        orderBy,
        take,
        select: { id: true, orderNumber: true, status: true, totalAmount: true, createdAt: true },
      }),
    ),
  repairs: () =>
    paged((after, take) =>
      prisma.repair.findMany({
        where: { userId, ...(after && { id: after }) },
        orderBy,
        take,
        select: {
          ...ofCaseFields,
          repairNumber: true,
          service: true,
          problemDescription: true,
          diagnosis: true,
          estimatedCost: true,
          actualCost: true,
          estimates: {
            ...sent,
            select: { ...quoteFields, total: true, lines: { select: { label: true, kind: true, quantity: true, price: true } } },
          },
        },
      }),
    ),
  'trade-ins': () =>
    paged((after, take) =>
      prisma.tradeIn.findMany({
        where: { userId, ...(after && { id: after }) },
        orderBy,
        take,
        select: {
          ...ofCaseFields,
          tradeInNumber: true,
          grade: true,
          foundGrade: true,
          conditionAssessment: true,
          estimatedValue: true,
          finalValue: true,
          offers: { ...sent, select: { ...quoteFields, grade: true, baseValue: true, deductions: true, finalValue: true } },
        },
      }),
    ),
  requests: () =>
    paged((after, take) =>
      prisma.caseRequest.findMany({
        where: { userId, ...(after && { id: after }) },
        orderBy,
        take,
        select: { id: true, noun: true, email: true, fullName: true, phone: true, details: true, createdAt: true, confirmedAt: true },
      }),
    ),
  emails: () =>
    paged((after, take) =>
      prisma.caseEmail.findMany({
        where: { ...ofCase(userId), ...(after && { id: after }) },
        orderBy,
        take,
        select: { id: true, ...caseNumbers, kind: true, recipient: true, subject: true, body: true, createdAt: true, sentAt: true },
      }),
    ),
  messages: () =>
    paged((after, take) =>
      prisma.caseMessage.findMany({
        where: { customerId: userId, ...ofCase(userId), ...(after && { id: after }) },
        orderBy,
        take,
        select: {
          id: true,
          ...caseNumbers,
          side: true,
          body: true,
          createdAt: true,
          readAt: true,
          files: { select: { id: true, name: true } },
        },
      }),
    ),
  'store-credit': () =>
    paged((after, take) =>
      prisma.creditEntry.findMany({
        where: { account: { userId }, ...(after && { id: after }) },
        orderBy,
        take,
        select: { id: true, number: true, kind: true, debit: true, credit: true, amount: true, reason: true, at: true },
      }),
    ),
  'store-credit-transfers': () =>
    paged((after, take) =>
      prisma.creditTransfer.findMany({
        where: { account: { userId }, ...(after && { id: after }) },
        orderBy,
        take,
        select: {
          id: true,
          direction: true,
          state: true,
          amount: true,
          takenBack: true,
          expiresAt: true,
          carrier: true,
          createdAt: true,
          endedAt: true,
        },
      }),
    ),
  history: () =>
    paged(async (after, take) => {
      const rows = await prisma.auditEntry.findMany({
        where: { actorId: userId, ...(after && { id: { gt: BigInt(after.gt) } }) },
        orderBy,
        take,
        select: { id: true, at: true, action: true, ip: true, userAgent: true },
      })
      return rows.map((row) => ({ ...row, id: String(row.id) }))
    }),
})

/** The files of somebody's cases that they see. */
export const ownCaseFiles = (prisma: PrismaClient, userId: string) =>
  paged(async (after, take) => {
    const seen = await prisma.$queryRaw<{ id: string }[]>`
      SELECT t.id::text FROM case_files AS t
      LEFT JOIN repairs AS r ON r.id = t.repair_id LEFT JOIN trade_ins AS i ON i.id = t.trade_in_id
      WHERE ${userId}::uuid IN (r.user_id, i.user_id) AND ${customerSees} AND (${after?.gt ?? null}::uuid IS NULL OR t.id > ${after?.gt ?? null}::uuid)
      ORDER BY t.id LIMIT ${take}`
    return prisma.caseFile.findMany({
      where: { id: { in: seen.map(({ id }) => id) } },
      orderBy,
      select: { id: true, name: true, kind: true, storageKey: true, createdAt: true, ...caseNumbers },
    })
  })
