import type { RepairPage } from '~/contracts/cases/repairs'
import { records } from '~/contracts/records'
import { readCaseOwner } from '~/server/cases/case-owner'
import { readOutcome } from '~/server/cases/standing'
import { readRecord } from '~/server/office/records/status-records'
import { notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import { repairs } from '~/server/cases/kinds/repairs'
import { warrantyOf } from '~/server/cases/deadlines'

/** Claims of one warranty that its page names. */
const MOST_CLAIMS = 20

/** One repair by its number, with whose it is and its warranty. @throws NOT_FOUND */
export async function readRepairPage(
  services: Pick<Services, 'db' | 'now' | 'businessTimeZone'>,
  { number }: { number: string },
): Promise<RepairPage> {
  const named = { id: true, repairNumber: true } as const
  const found = await services.db.prisma.repair.findUnique({
    where: { repairNumber: number },
    select: {
      id: true,
      userId: true,
      warrantyRepair: { select: named },
      tradeIn: { select: { id: true, tradeInNumber: true } },
      warrantyClaims: { select: named, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: MOST_CLAIMS },
    },
  })
  if (!found) throw notFound(records.repairs)
  const { id, userId, warrantyRepair, warrantyClaims, tradeIn: turnedInto } = found
  const [repair, owner, outcome] = await Promise.all([
    readRecord(services, repairs, { id }),
    readCaseOwner(services, { noun: 'repairs', id }, userId),
    readOutcome(services.db.prisma, id),
  ])
  const warranty = warrantyOf(services, { ...repair, outcome })
  return { repair, owner, outcome, warranty, warrantyRepair, warrantyClaims, turnedInto }
}
