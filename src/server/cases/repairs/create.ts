import type * as z from 'zod'
import type { createRepairInput } from '~/contracts/cases/repair-inputs'
import { isUnderWarranty, withoutWarranty } from '~/contracts/cases/repair-outcomes'
import { WARRANTY_DAYS } from '~/contracts/cases/repair-services'
import type { Repair } from '~/contracts/cases/repairs'
import { records } from '~/contracts/records'
import type { Prisma } from '~/generated/prisma/client'
import { createOnce, type CreatingCall } from '~/server/identity/auth/call'
import { customerOf, mustBeAdministrator } from '~/server/cases/customers'
import { repairDueOn, warrantyOf } from '~/server/cases/deadlines'
import { readOutcome } from '~/server/cases/standing'
import { emailCaseOpened } from '~/server/cases/status-emails'
import { audited, toDate, withDevice } from '~/server/cases/update-case'
import { readStored } from '~/server/office/records/status-records'
import { recordAudit } from '~/server/platform/audit/record'
import { notFound } from '~/server/platform/database/conflict'
import { definedFields } from '~/server/platform/database/column-values'
import { fieldError } from '~/server/platform/errors'
import type { Services } from '~/server/services'
import { repairs } from '~/server/cases/kinds/repairs'

/** Whose warranty is claimed costs nothing, unless somebody sets a cost later (spec §9). */
const AT_NO_COST = { estimatedCost: 0, actualCost: 0 } as const

/** @throws NOT_FOUND, BAD_REQUEST `warrantyOf` for a repair that is not the customer's, not completed, or whose warranty is over */
async function claimOf(
  tx: Prisma.TransactionClient,
  services: Pick<Services, 'now' | 'businessTimeZone'>,
  id: string | null | undefined,
  userId: string,
) {
  if (!id) return {}
  const [claimed] = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM repairs WHERE id = ${id}::uuid FOR SHARE`
  if (!claimed) throw notFound(records.repairs)
  const repair = await readStored(tx, repairs, claimed.id)
  if (repair.userId !== userId) {
    const whose = repair.userId === null ? 'has no customer any more' : 'is of another customer'
    throw fieldError('validation_failed', 'warrantyOf', `Only a customer's own repair can be claimed: ${repair.repairNumber} ${whose}`)
  }
  const outcome = await readOutcome(tx, claimed.id)
  const warranty = warrantyOf(services, { completedAt: repair.completedAt, outcome })
  if (repair.completedAt !== null && !isUnderWarranty(outcome)) {
    throw fieldError('validation_failed', 'warrantyOf', `${withoutWarranty[outcome]}, so that there is no warranty to claim`)
  }
  if (warranty === null) throw fieldError('validation_failed', 'warrantyOf', 'Only a completed repair has a warranty')
  if (warranty.isOver) {
    throw fieldError('validation_failed', 'warrantyOf', `The warranty of ${WARRANTY_DAYS} days is over`)
  }
  return { warrantyOf: claimed.id, ...AT_NO_COST }
}

/**
 * Opens a repair under the next number, for a customer who is known or invited by it; the customer, the repair, the
 * email and the audit entry are one transaction. Without a day in `dueOn` it is due when its service is promised.
 * @returns the repair as `repairs.byId` answers it
 * @throws NOT_FOUND, BAD_REQUEST, CONFLICT for an idempotency key that was sent with another repair
 */
export function createRepair(
  call: CreatingCall<'outbox' | 'siteUrl' | 'businessTimeZone'>,
  input: z.output<typeof createRepairInput>,
): Promise<Repair> {
  return createOnce(call, input, async (tx, { customer, warrantyOf: claimedId, deviceInfo, dueOn, assignedTo, ...fields }) => {
    const userId = await customerOf(tx, call, customer)
    const claim = await claimOf(tx, call, claimedId, userId)
    await mustBeAdministrator(tx, assignedTo)
    const due = dueOn === undefined ? repairDueOn(call.now(), fields.service, call.businessTimeZone) : dueOn
    const data = { ...definedFields({ ...fields, ...claim, dueOn: toDate(due), assignedTo }), deviceInfo: withDevice({}, deviceInfo) }
    const { id } = await tx.repair.create({ data: { ...data, userId }, select: { id: true } })
    const repair = await readStored(tx, repairs, id)
    await recordAudit(tx, call.actor, { action: 'repair.created', subjectType: 'repair', subjectId: id, after: audited({ ...repair }) })
    await emailCaseOpened(tx, call, { noun: 'repairs', id, status: repair.status })
    return repair
  })
}
