import * as z from 'zod'
import { confirmsValue, type Unagreed } from './agreed-value'
import type { CreditRequest } from './requests'
import { plainLine, rowId } from '~/contracts/fields'
import { listPosition } from '~/contracts/list-page'

/** Store credit from completed trade-ins. */

export const tradeInCreditInput = z.object({ tradeInId: rowId })
export const issueCreditInput = tradeInCreditInput.extend({ confirmsValue })
/** `note` says why. */
export const declineCreditInput = tradeInCreditInput.extend({ note: plainLine(200).optional() })
export const undecidedCreditInput = z.object(listPosition)

/** A completed trade-in without credit. */
export interface UndecidedTradeIn {
  id: string
  tradeInNumber: string
  userId: string | null
  email: string | null
  /** Name, address or telephone number of its customer. */
  customerName: string | null
  finalValue: number | null
  completedAt: Date | null
  /** The obstacle to issuing credit, null if there is none; `agreement` can be overcome by confirming the value. */
  missing: 'customer' | 'value' | 'agreement' | null
  /** The reason why its final value is not agreed; null if it is. */
  unagreed: Unagreed | null
}

export interface TradeInCredit {
  issued: number
  takenBack: number
  /** Of what was issued and not taken back: what can still be spent. */
  unspent: number
  waiting: CreditRequest | null
  /** The last refused request, while none waits. */
  refused: CreditRequest | null
  /** Why nothing was issued; null where something was, or nothing should be. */
  missing: UndecidedTradeIn['missing'] | 'decision'
  unagreed: Unagreed | null
  /**
   * EUR that a completed trade-in has brought too little, as its final value is now; below 0 what it has brought too much. 0 where
   * nothing was issued or waits.
   */
  difference: number
}
