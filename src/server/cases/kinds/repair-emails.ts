import { isClaim } from '~/contracts/repair-outcomes'
import { repairServiceIds } from '~/contracts/repair-services'
import { owedOf } from '~/contracts/billing/owed'
import type { PayFacts } from '~/contracts/billing/when-to-pay'
import type { Prisma } from '~/generated/prisma/client'
import { readRepairStandings, type RepairStanding } from '~/server/cases/base/case-standing'
import { casesToEmail, emailedColumns, type ReadCasesToEmail } from '~/server/cases/status-facts'
import { payFactsOf, readOwed, type OwedWork } from '~/server/billing/invoices/read-owed'
import { toAmountOrNull } from '~/server/platform/database/column-values'
import { repairTexts, type RepairFacts } from './repair-texts'

type Tx = Prisma.TransactionClient

export const serviceOf = (stored: string | null) => repairServiceIds.find((known) => known === stored) ?? null

const emailed = {
  ...emailedColumns,
  repairNumber: true,
  service: true,
  warrantyOf: true,
  warrantySale: true,
  warrantyDays: true,
  isExpedited: true,
  estimatedCost: true,
  actualCost: true,
} as const

const emailFacts = (row: Prisma.RepairGetPayload<{ select: typeof emailed }>, standing: RepairStanding) => ({
  ...standing,
  number: row.repairNumber,
  service: serviceOf(row.service),
  isClaim: isClaim(row),
  isExpedited: row.isExpedited,
  warrantyDays: row.warrantyDays,
  estimatedCost: toAmountOrNull(row.estimatedCost),
  actualCost: toAmountOrNull(row.actualCost),
})

/** @param as facts stored by the same change, whose cost counts */
function payOf(work: OwedWork | undefined, as: Partial<Pick<RepairFacts, 'outcome' | 'actualCost'>>): PayFacts | null {
  if (!work) return null
  const money = as.actualCost === undefined ? work : { ...work, cost: as.actualCost }
  // The day decides only overdue debts, which these emails do not mention.
  return payFactsOf('repairs', { ...money, ...owedOf(money) }, '')
}

/** @param as facts about to be stored, for a preview */
export const repairsToEmail = (as: Partial<Pick<RepairFacts, 'outcome' | 'done' | 'actualCost'>> = {}): ReadCasesToEmail =>
  casesToEmail(repairTexts, async (tx: Tx, ids: readonly string[]) => {
    const rows = await tx.repair.findMany({ where: { id: { in: [...ids] } }, select: emailed, orderBy: { id: 'asc' } })
    const standings = await readRepairStandings(tx, ids)
    const owed = await readOwed(tx, 'repairs', ids)
    return rows.flatMap((row) => {
      const standing = standings.get(row.id)
      return standing ? [{ row, own: { ...emailFacts(row, standing), pay: payOf(owed.get(row.id), as), ...as } }] : []
    })
  })
