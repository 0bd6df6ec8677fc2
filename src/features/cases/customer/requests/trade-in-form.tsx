import { useState } from 'react'
import { onDemand } from '~/components/ui/on-demand'
import { FormSkeleton } from './form-skeleton'
import { readStored } from './request-storage'
import { TradeInFields, type TradeInFormProps } from './trade-in-fields'

const StoredTradeIn = onDemand(() => import('./stored-trade-in').then((module) => module.StoredTradeIn), FormSkeleton)

/** Asks for the trade-in of one machine or a whole farm; a form that was left goes on. */
export function TradeInForm(props: TradeInFormProps) {
  const [isStored] = useState(() => readStored('tradeIns') !== null)
  return isStored ? <StoredTradeIn {...props} /> : <TradeInFields {...props} stored={null} />
}
