import type * as z from 'zod'
import type { updateTradeInInput } from '~/contracts/cases/trade-in-inputs'
import type { TradeIn } from '~/contracts/cases/trade-ins'
import { formatEuro } from '~/lib/money'
import type { SignedInCall } from '~/server/identity/auth/call'
import { customerOf, mustBeAdministrator } from '~/server/cases/customers'
import { toDate, updateCase, withDevice } from '~/server/cases/update-case'
import { fieldError } from '~/server/platform/errors'
import { creditAfterUpdate } from '~/server/credit/trade-in-decisions'
import type { WithNotices } from '~/server/office/records/update-status'
import { definedFields } from '~/server/platform/database/column-values'
import { tradeIns } from '~/server/cases/kinds/trade-ins'

/** @throws BAD_REQUEST `finalValue` for more than one administrator may give alone (EUR) */
function mustBeWithin(limit: number, finalValue: number): void {
  if (finalValue <= limit) return
  const message = `A value above ${formatEuro(limit)} needs a second administrator: set it in the evaluation and send the offer`
  throw fieldError('validation_failed', 'finalValue', message)
}

/**
 * Changes what is written of a trade-in; what is left out stays as it is.
 * @returns the trade-in as `tradeIns.byId` answers it, with what its store credit lacks then or has too much
 * @throws NOT_FOUND, CONFLICT for a stale version; BAD_REQUEST for somebody who is no administrator, and for a final value
 * above the limit, which an offer sets once a second administrator has approved it
 */
export function updateTradeIn(
  call: SignedInCall<'db' | 'now' | 'outbox' | 'siteUrl' | 'offerLimit'>,
  { id, version, customer, deviceInfo, dueOn, assignedTo, ...fields }: z.output<typeof updateTradeInInput>,
): Promise<WithNotices<TradeIn>> {
  return updateCase(
    call,
    { ...tradeIns, noun: 'tradeIns' },
    { id, version },
    async (tx, was) => {
      await mustBeAdministrator(tx, assignedTo)
      const { finalValue } = fields
      if (typeof finalValue === 'number' && finalValue !== was.finalValue) mustBeWithin(call.offerLimit, finalValue)
      const device = deviceInfo && { deviceInfo: withDevice(was.deviceInfo, deviceInfo) }
      const userId = customer && (await customerOf(tx, call, customer))
      await tx.tradeIn.update({ where: { id }, data: definedFields({ ...fields, ...device, userId, dueOn: toDate(dueOn), assignedTo }) })
    },
    (tx, was, row) => creditAfterUpdate(tx, call, was, row),
  )
}
