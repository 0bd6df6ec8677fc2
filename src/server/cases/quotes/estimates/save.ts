import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { LARGEST_NUMBER, sumOfLines, type RepairEstimates, type saveEstimateInput } from '~/contracts/cases/estimates'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/identity/auth/call'
import { toAmount } from '~/server/platform/database/column-values'
import { conflict, lockRow } from '~/server/platform/database/conflict'
import { auditRepair } from '~/server/cases/update-case'
import { replaceLines } from './lines'
import { readEstimates } from './read'

const ESTIMATE = { one: 'estimate' }

/** The draft of a repair that its transaction has locked; null where there is none. */
export const findDraft = (tx: Prisma.TransactionClient, repairId: string) =>
  tx.repairEstimate.findFirst({ where: { repairId, state: 'draft' }, orderBy: { number: 'desc' } })

/** The number of a repair's next estimate. @throws CONFLICT where plain SQL has used the last one up */
async function nextNumber(tx: Prisma.TransactionClient, repairId: string): Promise<number> {
  const last = await tx.repairEstimate.findFirst({ where: { repairId }, orderBy: { number: 'desc' }, select: { number: true } })
  const number = Math.max(last?.number ?? 0, 0) + 1
  if (number > LARGEST_NUMBER) throw new TRPCError({ code: 'CONFLICT', message: 'This repair has no number left for another estimate.' })
  return number
}

/**
 * Saves the draft of a repair's estimate, and begins one where there is none; what has been sent stays as it is. After an
 * accepted estimate a draft is for what goes beyond it.
 * @throws NOT_FOUND; CONFLICT where the draft is not the version that was edited: changed, sent or begun meanwhile
 */
export function saveEstimate(
  { db, now, actor }: Call<'db' | 'now'>,
  { id, version, lines }: z.output<typeof saveEstimateInput>,
): Promise<RepairEstimates> {
  return db.prisma.$transaction(async (tx) => {
    await lockRow(tx, records.repairs, id)
    const draft = await findDraft(tx, id)
    if (version !== undefined && version !== (draft?.version ?? 0)) throw conflict(ESTIMATE)
    const total = sumOfLines(lines)
    const saved = draft
      ? await tx.repairEstimate.update({ where: { id: draft.id }, data: { total } })
      : await tx.repairEstimate.create({ data: { repairId: id, number: await nextNumber(tx, id), total, createdBy: actor.userId } })
    await replaceLines(tx, { repairId: id, estimateId: saved.id }, lines)
    const told = (amount: number) => ({ estimate: saved.number, total: amount })
    await auditRepair(tx, actor, id, 'estimate_saved', { ...(draft && { before: told(toAmount(draft.total)) }), after: told(total) })
    return readEstimates(tx, id, now())
  })
}
