import type * as z from 'zod'
import type { updateTradeInInput } from '~/contracts/trade-in-inputs'
import type { TradeIn } from '~/contracts/trade-ins'
import type { Call } from '~/server/auth/call'
import { mustBeAdministrator } from '~/server/cases/customers'
import { toDate, updateCase, withDevice } from '~/server/cases/update-case'
import { said } from '~/server/platform/database/said'
import { tradeIns } from './trade-ins'

/**
 * Changes what is written of a trade-in; what is left out stays as it is.
 * @returns the trade-in as `tradeIns.byId` answers it
 * @throws NOT_FOUND, BAD_REQUEST, CONFLICT for a stale version
 */
export function updateTradeIn(
  call: Call<'db'>,
  { id, version, deviceInfo, dueOn, assignedTo, ...fields }: z.output<typeof updateTradeInInput>,
): Promise<TradeIn> {
  return updateCase(call, { ...tradeIns, noun: 'tradeIns' }, { id, version }, async (tx, was) => {
    await mustBeAdministrator(tx, assignedTo)
    const device = deviceInfo && { deviceInfo: withDevice(was.deviceInfo, deviceInfo) }
    await tx.tradeIn.update({ where: { id }, data: said({ ...fields, ...device, dueOn: toDate(dueOn), assignedTo }) })
  })
}
