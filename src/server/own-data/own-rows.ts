import type { PrismaClient } from '~/generated/prisma/client'
import { customerSees } from '~/server/cases/file-access'

/** What the shop knows of somebody, table by table: of each only their own rows, and of a case what its customer may see. */

/** Rows that are in memory at a time. */
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
export const ownCase = (userId: string) => ({ OR: [{ repair: { userId } }, { tradeIn: { userId } }] })
export const caseNumberSelect = { repair: { select: { repairNumber: true } }, tradeIn: { select: { tradeInNumber: true } } } as const

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

export const caseSelect = {
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
export const quoteSelect = {
  number: true,
  state: true,
  sentAt: true,
  expiresAt: true,
  answeredAt: true,
  answerVia: true,
  answerNote: true,
} as const

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
      select: { id: true, name: true, kind: true, storageKey: true, createdAt: true, ...caseNumberSelect },
    })
  })
