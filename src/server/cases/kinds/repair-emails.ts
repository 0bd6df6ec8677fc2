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

/** Repairs as the emails about their status tell of them. */

type Tx = Prisma.TransactionClient

export const serviceOf = (stored: string | null) => repairServiceIds.find((known) => known === stored) ?? null

const emailed = {
  ...emailedColumns,
  repairNumber: true,
  service: true,
  warrantyOf: true,
  warrantySale: true,
  warrantyDays: true,
  estimatedCost: true,
  actualCost: true,
} as const

const emailFacts = (row: Prisma.RepairGetPayload<{ select: typeof emailed }>, standing: RepairStanding) => ({
  ...standing,
  number: row.repairNumber,
  service: serviceOf(row.service),
  isClaim: isClaim(row),
  warrantyDays: row.warrantyDays,
  estimatedCost: toAmountOrNull(row.estimatedCost),
  actualCost: toAmountOrNull(row.actualCost),
})

/** The payment facts of a repair that is over, by its final cost. @param as facts that the same change stores: the cost then is theirs */
function payOf(work: OwedWork | undefined, as: Partial<Pick<RepairFacts, 'outcome' | 'actualCost'>>): PayFacts | null {
  if (!work) return null
  const money = as.actualCost === undefined ? work : { ...work, cost: as.actualCost }
  // The day decides only if a debt is overdue, which emails about a status do not mention.
  return payFactsOf('repairs', { ...money, ...owedOf(money) }, '')
}

/** @param as facts that are about to be stored, for a look at the email before */
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
