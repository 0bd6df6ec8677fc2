import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { stateAt, type EstimateAnswer, type RepairEstimates, type recordAnswerInput } from '~/contracts/cases/estimates'
import { records } from '~/contracts/records'
import type { Prisma, RepairEstimate } from '~/generated/prisma/client'
import type { Call } from '~/server/identity/auth/call'
import type { Actor } from '~/server/platform/audit/record'
import { toAmount } from '~/server/platform/database/column-values'
import { fitRepairPayments } from '~/server/credit/pay'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import { auditRepair } from '~/server/cases/update-case'
import { setActualCost, settleEstimatedCost } from './costs'
import { addLines } from './lines'
import { linesOfEstimate, linesOfRepair, readEstimates } from './read'

type Tx = Prisma.TransactionClient

export interface CustomersAnswer {
  repairId: string
  /** Which of the repair's estimates. */
  number: number
  answer: EstimateAnswer
  note: string | null
  via: 'telephone' | 'online'
  at: Date
}

const cannotBeAnswered = {
  draft: 'This estimate has not been sent yet.',
  accepted: 'This estimate has been accepted already.',
  declined: 'This estimate has been declined already.',
  expired: 'This estimate has expired. Send another one first.',
} as const

/**
 * What the repair really costs begins as the estimate that is accepted; of a further one the lines come after those. Lines
 * that somebody has written before the first was accepted stay as they are.
 */
async function beginActualLines(tx: Tx, { id, repairId }: RepairEstimate): Promise<void> {
  const there = await linesOfRepair(tx, repairId)
  const isFirst = (await tx.repairEstimate.count({ where: { repairId, state: 'accepted', id: { not: id } } })) === 0
  if (isFirst && there.length > 0) return
  const added = await linesOfEstimate(tx, id)
  await addLines(tx, { repairId, estimateId: null }, added, there.length)
  await setActualCost(tx, repairId, [...there, ...added])
}

/**
 * Answers a sent estimate for the customer, once, in a transaction of the caller's: what an administrator has heard on the
 * telephone, and what the customer says online.
 * @param actor who is written down for it
 * @throws NOT_FOUND; CONFLICT for an estimate that is not open: answered already, expired, replaced or not sent
 */
export async function answerEstimate(tx: Tx, actor: Actor, { repairId, number, answer, note, via, at }: CustomersAnswer): Promise<void> {
  await lockRow(tx, records.repairs, repairId)
  const estimate = await tx.repairEstimate.findUnique({ where: { repairId_number: { repairId, number } } })
  if (!estimate) throw notFound({ one: 'estimate' })
  const state = stateAt(estimate, at)
  if (state !== 'sent') throw new TRPCError({ code: 'CONFLICT', message: cannotBeAnswered[state] })
  await tx.repairEstimate.update({
    where: { id: estimate.id },
    data: { state: answer, answeredAt: at, answeredByUser: actor.userId, answerVia: via, answerNote: note },
  })
  if (answer === 'accepted') await beginActualLines(tx, estimate)
  await settleEstimatedCost(tx, repairId)
  if (answer === 'declined') await fitRepairPayments(tx, { actor, at, repairId })
  await auditRepair(tx, actor, repairId, `estimate_${answer}`, { after: { estimate: number, total: toAmount(estimate.total), via, note } })
}

/** Writes down what a customer has said on the telephone. @throws NOT_FOUND, CONFLICT as `answerEstimate` */
export function recordAnswer(
  { db, now, actor }: Call<'db' | 'now'>,
  { id, number, answer, note }: z.output<typeof recordAnswerInput>,
): Promise<RepairEstimates> {
  const at = now()
  return db.prisma.$transaction(async (tx) => {
    await answerEstimate(tx, actor, { repairId: id, number, answer, note, via: 'telephone', at })
    return readEstimates(tx, id, at)
  })
}
