import type * as z from 'zod'
import type { updateRepairInput } from '~/contracts/repair-inputs'
import type { Repair } from '~/contracts/repairs'
import type { Call } from '~/server/auth/call'
import { customerOf, mustBeAdministrator } from '~/server/cases/customers'
import { repairDueOn } from '~/server/cases/deadlines'
import { toDate, updateCase, withDevice } from '~/server/cases/update-case'
import { definedFields } from '~/server/platform/database/column-values'
import { checkAccepted } from './estimates/costs'
import { repairs } from './repairs'

/**
 * When a repair is due by another service: as that one is promised, unless somebody has set another day than the one of the
 * service before. Undefined where it stays as it is.
 */
function dueOfService({ createdAt, service: before, dueOn }: Repair, service: Repair['service'] | undefined, timeZone: string) {
  if (service === undefined || service === before) return undefined
  const isPromised = dueOn === null || dueOn === repairDueOn(createdAt, before, timeZone)
  return isPromised ? repairDueOn(createdAt, service, timeZone) : undefined
}

/**
 * Changes what is written of a repair; what is left out stays as it is.
 * @returns the repair as `repairs.byId` answers it
 * @throws NOT_FOUND (of the customer too), CONFLICT for a stale version; BAD_REQUEST for somebody who is no administrator, and for an actual cost
 * beyond what the customer has accepted
 */
export function updateRepair(
  call: Call<'db' | 'now' | 'outbox' | 'siteUrl' | 'businessTimeZone'>,
  { id, version, customer, deviceInfo, dueOn, assignedTo, ...fields }: z.output<typeof updateRepairInput>,
): Promise<Repair> {
  return updateCase(call, { ...repairs, noun: 'repairs' }, { id, version }, async (tx, was) => {
    await mustBeAdministrator(tx, assignedTo)
    const { actualCost } = fields
    if (typeof actualCost === 'number' && actualCost !== was.actualCost) await checkAccepted(tx, id, actualCost, 'actualCost')
    const device = deviceInfo && { deviceInfo: withDevice(was.deviceInfo, deviceInfo) }
    const due = dueOn === undefined ? dueOfService(was, fields.service, call.businessTimeZone) : dueOn
    const userId = customer && (await customerOf(tx, call, customer))
    await tx.repair.update({ where: { id }, data: definedFields({ ...fields, ...device, userId, dueOn: toDate(due), assignedTo }) })
  })
}
