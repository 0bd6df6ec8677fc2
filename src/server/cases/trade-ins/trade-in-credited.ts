import type { TradeInCredited } from '~/server/credit/credit-requests'
import { tellUsed } from '~/server/billing/receipts/receipt-emails'
import { settlePending } from '~/server/billing/store-credit/settle-credit'
import { tellCredited } from './trade-in-emails'

export const tradeInCredited: TradeInCredited = async (tx, call, tradeInId, amount, at) => {
  await tellUsed(tx, call, 'repairs', await settlePending(tx, call.actor, at, [tradeInId]))
  await tellCredited(tx, call, tradeInId, amount)
}
