import type * as z from 'zod'
import { sumOfLines, type RepairEstimates, type saveActualLinesInput } from '~/contracts/cases/estimates'
import { records } from '~/contracts/records'
import type { Call } from '~/server/identity/auth/call'
import { changedFields } from '~/server/platform/audit/record'
import { toAmountOrNull } from '~/server/platform/database/column-values'
import { lockRow } from '~/server/platform/database/conflict'
import { auditRepair } from '~/server/cases/update-case'
import { checkAccepted, setActualCost } from './costs'
import { replaceLines } from './lines'
import { readEstimates } from './read'

/**
 * Saves the lines of what a repair really costs; their sum is its actual cost. With `version`, only if nobody has changed
 * the repair since.
 * @throws NOT_FOUND, CONFLICT; BAD_REQUEST for more than the customer has accepted
 */
export function saveActualLines(
  { db, now, actor }: Call<'db' | 'now'>,
  { id, version, lines }: z.output<typeof saveActualLinesInput>,
): Promise<RepairEstimates> {
  return db.prisma.$transaction(async (tx) => {
    await lockRow(tx, records.repairs, id, version)
    await checkAccepted(tx, id, sumOfLines(lines), 'lines')
    const was = await tx.repair.findUniqueOrThrow({ where: { id }, select: { actualCost: true } })
    await replaceLines(tx, { repairId: id, estimateId: null }, lines)
    const actualCost = await setActualCost(tx, id, lines)
    const told = changedFields({ actualCost: toAmountOrNull(was.actualCost) }, { actualCost }) ?? { after: { lines: lines.length } }
    await auditRepair(tx, actor, id, 'lines_saved', told)
    return readEstimates(tx, id, now())
  })
}
