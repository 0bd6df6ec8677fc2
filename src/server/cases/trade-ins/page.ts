import { records } from '~/contracts/records'
import { machineSnapshot } from '~/contracts/cases/trade-in-inputs'
import type { TradeInPage } from '~/contracts/cases/trade-ins'
import { readCaseOwner } from '~/server/cases/case-owner'
import { readRecord } from '~/server/office/records/status-records'
import { notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import { tradeIns } from '~/server/cases/kinds/trade-ins'

/** One trade-in by its number, with whose it is and the machine as it was quoted. @throws NOT_FOUND */
export async function readTradeInPage(services: Pick<Services, 'db'>, { number }: { number: string }): Promise<TradeInPage> {
  const found = await services.db.prisma.tradeIn.findUnique({
    where: { tradeInNumber: number },
    select: { id: true, userId: true, machineSnapshot: true, repair: { select: { id: true, repairNumber: true } } },
  })
  if (!found) throw notFound(records.tradeIns)
  const { id, userId } = found
  const [tradeIn, owner] = await Promise.all([
    readRecord(services, tradeIns, { id }),
    readCaseOwner(services, { noun: 'tradeIns', id }, userId),
  ])
  return { tradeIn, machine: machineSnapshot.parse(found.machineSnapshot), owner, fromRepair: found.repair }
}
