import type { Services } from '~/server/services'
import type * as z from 'zod'
import { auditValues, type History, type historyInput } from '~/contracts/audit'

export async function readHistory({ db: { prisma } }: Pick<Services, 'db'>, input: z.output<typeof historyInput>): Promise<History> {
  const { subjectType, subjectId, cursor, limit } = input
  const entries = await prisma.auditEntry.findMany({
    where: { subjectType, subjectId, ...(cursor ? { id: { lt: BigInt(cursor) } } : {}) },
    orderBy: { id: 'desc' },
    take: limit + 1,
    select: { id: true, at: true, actorEmail: true, action: true, before: true, after: true },
  })
  const page = entries.slice(0, limit)
  return {
    rows: page.map((entry) => ({
      id: String(entry.id),
      at: entry.at,
      actor: entry.actorEmail,
      action: entry.action,
      before: auditValues.parse(entry.before),
      after: auditValues.parse(entry.after),
    })),
    nextCursor: entries.length > limit ? String(page.at(-1)?.id) : null,
  }
}
