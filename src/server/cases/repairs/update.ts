import type * as z from 'zod'
import type { updateRepairInput } from '~/contracts/cases/repair-inputs'
import type { Repair } from '~/contracts/cases/repairs'
import type { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/identity/auth/call'
import { customerOf, mustBeAdministrator } from '~/server/cases/customers'
import { repairDueOn } from '~/server/cases/deadlines'
import { toDate, updateCase, withDevice } from '~/server/cases/update-case'
import { settlePayments } from '~/server/credit/settle'
import type { WithNotices } from '~/server/office/records/update-status'
import { definedFields } from '~/server/platform/database/column-values'
import { checkAccepted } from '~/server/cases/quotes/repair-lines'
import { repairs } from '~/server/cases/kinds/repairs'

/**
 * When a repair is due by another service: as that one is promised, unless somebody has set another day than the one of the
 * service before. Undefined where it stays as it is.
 */
function dueOfService({ createdAt, service: before, dueOn }: Repair, service: Repair['service'] | undefined, timeZone: string) {
  if (service === undefined || service === before) return undefined
  const isPromised = dueOn === null || dueOn === repairDueOn(createdAt, before, timeZone)
  return isPromised ? repairDueOn(createdAt, service, timeZone) : undefined
}

/** A claim on the warranty of somebody else's repair is none: what it costs is open again. */
async function claimFor(tx: Prisma.TransactionClient, { warrantyOf: claimed, estimatedCost, actualCost }: Repair, userId: string) {
  if (claimed === null || (await tx.repair.count({ where: { id: claimed, userId } })) > 0) return {}
  return { warrantyOf: null, ...(estimatedCost === 0 && { estimatedCost: null }), ...(actualCost === 0 && { actualCost: null }) }
}

/**
 * Changes what is written of a repair; what is left out stays as it is.
 * @returns the repair as `repairs.byId` answers it, with what became of store credit where it has another customer
 * @throws NOT_FOUND (of the customer too), CONFLICT for a stale version; BAD_REQUEST for somebody who is no administrator, and for an actual cost
 * beyond what the customer has accepted
 */
export function updateRepair(
  call: Call<'db' | 'now' | 'outbox' | 'siteUrl' | 'businessTimeZone'>,
  { id, version, customer, deviceInfo, dueOn, assignedTo, ...fields }: z.output<typeof updateRepairInput>,
): Promise<WithNotices<Repair>> {
  return updateCase(
    call,
    { ...repairs, noun: 'repairs' },
    { id, version },
    async (tx, was) => {
      await mustBeAdministrator(tx, assignedTo)
      const { actualCost } = fields
      if (typeof actualCost === 'number' && actualCost !== was.actualCost) await checkAccepted(tx, id, actualCost, 'actualCost')
      const device = deviceInfo && { deviceInfo: withDevice(was.deviceInfo, deviceInfo) }
      const due = dueOn === undefined ? dueOfService(was, fields.service, call.businessTimeZone) : dueOn
      const userId = customer && (await customerOf(tx, call, customer))
      const claim = userId === undefined ? {} : await claimFor(tx, was, userId)
      await tx.repair.update({
        where: { id },
        data: definedFields({ ...claim, ...fields, ...device, userId, dueOn: toDate(due), assignedTo }),
      })
    },
    async (tx, was, row) =>
      // What the former customer's store credit was to pay, it does not.
      row.userId === was.userId ? [] : settlePayments(tx, call.actor, call.now(), 'repairs', [row.id]),
  )
}
