import { TRPCError } from '@trpc/server'
import type * as z from 'zod'
import { LARGEST_NUMBER } from '~/contracts/estimates'
import { MOST_REASONS, type DeductionReason, type removeDeductionReasonInput, type saveDeductionReasonInput } from '~/contracts/evaluation'
import { shownLine } from '~/contracts/fields'
import type { Prisma, DeductionReason as Row } from '~/generated/prisma/client'
import { createOnce, type Call, type CreatingCall } from '~/server/auth/call'
import { changedFields, recordAudit } from '~/server/platform/audit/record'
import { toAmount } from '~/server/platform/database/column-values'
import { lockRow } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'

/** Why something is taken off the value of a machine, kept by administrators. */

const REASON = { one: 'reason', table: 'deduction_reasons' }
const SUBJECT = 'deduction_reason'

const LONGEST_EXPLANATION = 1000

const toReason = ({ id, version, label, explanation, kind, amount, isActive }: Row): DeductionReason => ({
  id,
  version,
  label: shownLine(label),
  explanation: explanation.slice(0, LONGEST_EXPLANATION).trim(),
  kind,
  amount: toAmount(amount),
  isActive,
})

const audited = ({ id: _id, version: _version, ...fields }: DeductionReason) => fields

/** In the order in which they were added, those that are not offered any more too. */
export async function listDeductionReasons({ db }: Pick<Services, 'db'>): Promise<DeductionReason[]> {
  const rows = await db.prisma.deductionReason.findMany({ orderBy: [{ position: 'asc' }, { id: 'asc' }], take: MOST_REASONS })
  return rows.map(toReason)
}

type Fields = Omit<z.output<typeof saveDeductionReasonInput>, 'idempotencyKey' | 'id' | 'version'>

async function add(tx: Prisma.TransactionClient, call: Call<never>, data: Fields): Promise<DeductionReason> {
  // Two that add at once wait for each other, so that neither goes beyond the most there may be.
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('deduction_reasons'))::text`
  const { _count: count, _max: last } = await tx.deductionReason.aggregate({ _count: true, _max: { position: true } })
  if (count >= MOST_REASONS)
    throw new TRPCError({ code: 'CONFLICT', message: `There are ${MOST_REASONS} reasons already. Remove one first.` })
  const position = Math.min((last.position ?? 0) + 1, LARGEST_NUMBER)
  const reason = toReason(await tx.deductionReason.create({ data: { ...data, position } }))
  await recordAudit(tx, call.actor, {
    action: 'deduction_reason.created',
    subjectType: SUBJECT,
    subjectId: reason.id,
    after: audited(reason),
  })
  return reason
}

/**
 * Adds a reason, or changes the one with the id.
 * @throws NOT_FOUND; CONFLICT for a stale version, an idempotency key that was sent with another input, or one reason too many
 */
export function saveDeductionReason(call: CreatingCall<never>, input: z.output<typeof saveDeductionReasonInput>): Promise<DeductionReason> {
  return createOnce(call, input, async (tx, { id, version, ...data }) => {
    if (id === undefined) return add(tx, call, data)
    await lockRow(tx, REASON, id, version)
    const was = toReason(await tx.deductionReason.findUniqueOrThrow({ where: { id } }))
    const reason = toReason(await tx.deductionReason.update({ where: { id }, data }))
    const changed = changedFields(audited(was), audited(reason))
    if (changed) await recordAudit(tx, call.actor, { action: 'deduction_reason.updated', subjectType: SUBJECT, subjectId: id, ...changed })
    return reason
  })
}

/** Removes a reason; deductions that were made with it stay as they are. @throws NOT_FOUND, CONFLICT for a stale version */
export function removeDeductionReason(
  { db, actor }: Call<'db'>,
  { id, version }: z.output<typeof removeDeductionReasonInput>,
): Promise<{ id: string }> {
  return db.prisma.$transaction(async (tx) => {
    await lockRow(tx, REASON, id, version)
    const was = toReason(await tx.deductionReason.delete({ where: { id } }))
    await recordAudit(tx, actor, { action: 'deduction_reason.removed', subjectType: SUBJECT, subjectId: id, before: audited(was) })
    return { id }
  })
}
