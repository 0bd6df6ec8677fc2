import type * as z from 'zod'
import type { EstimateLine } from '~/contracts/cases/estimates'
import type { StatusEmailPreview } from '~/contracts/cases/emails'
import type { previewUnrepairedInput, returnUnrepairedInput } from '~/contracts/cases/repair-inputs'
import { returnedFor } from '~/contracts/repair-outcomes'
import type { Repair } from '~/contracts/cases/repairs'
import { records } from '~/contracts/records'
import { isFinalStatus } from '~/contracts/statuses'
import { readStored } from '~/server/platform/records/status-records'
import { changeStatus, type WithNotices } from '~/server/platform/records/update-status'
import { changedFields } from '~/server/platform/audit/record-audit'
import { lockRow } from '~/server/platform/database/conflict'
import type { SignedInCall } from '~/server/call'
import type { Services } from '~/server/services'
import type { CaseCall } from './kinds/case-kind'
import { repairsToEmail } from './kinds/repair-emails'
import { repairs } from './kinds/repair-kind'
import { checkAccepted, replaceLines } from './base/repair-lines'
import { previewStatusEmail } from './status-emails'
import { auditCase } from './update-case'

const linesOf = (fee: number | null): EstimateLine[] =>
  fee === null || fee === 0 ? [] : [{ kind: 'fee', label: 'Inspection', quantity: 1, price: fee }]

/**
 * Completes a repair unrepaired. The fee replaces the actual cost; store credit held beyond it is released.
 * @param input `fee` in EUR
 * @throws NOT_FOUND, CONFLICT for a stale version; BAD_REQUEST for a fee beyond what the customer has accepted, and an `email` without a
 * reachable customer
 */
export function returnUnrepaired(
  call: CaseCall & Pick<Services, 'db'>,
  { id, version, reason, fee, email }: z.output<typeof returnUnrepairedInput>,
): Promise<WithNotices<Repair>> {
  return call.db.prisma.$transaction(async (tx) => {
    await lockRow(tx, records.repairs, id, version)
    const was = await readStored(tx, repairs, id)
    const actualCost = fee ?? 0
    await checkAccepted(tx, id, actualCost, 'fee')
    await replaceLines(tx, { repairId: id, estimateId: null }, linesOf(fee))
    await tx.repair.update({ where: { id }, data: { unrepairedReason: reason, actualCost } })
    const changed = changedFields(
      { unrepairedReason: was.unrepairedReason, actualCost: was.actualCost },
      { unrepairedReason: reason, actualCost },
    )
    if (changed) await auditCase('repairs')(tx, call.actor, id, 'returned_unrepaired', changed)
    return changeStatus(tx, call, repairs, { id, status: isFinalStatus(was.status) ? was.status : 'completed', email })
  })
}

/** @throws NOT_FOUND */
export const previewUnrepaired = (
  call: SignedInCall<'db' | 'outbox' | 'now' | 'creditLimit'>,
  { id, reason, fee }: z.output<typeof previewUnrepairedInput>,
): Promise<StatusEmailPreview> =>
  previewStatusEmail(
    call,
    {
      noun: 'repairs',
      casesToEmail: repairsToEmail({
        outcome: returnedFor(reason),
        actualCost: fee ?? 0,
        done: linesOf(fee).map(({ label, price }) => ({ label, amount: price })),
      }),
    },
    { id, status: 'completed' },
  )
