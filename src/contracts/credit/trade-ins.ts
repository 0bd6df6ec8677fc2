import * as z from 'zod'
import { confirmsValue, type Unagreed } from './agreed-value'
import type { CreditRequest } from './requests'
import { plainLine, rowId } from '~/contracts/fields'
import { listPosition } from '~/contracts/list-page'

export const tradeInCreditInput = z.object({ tradeInId: rowId })
export const issueCreditInput = tradeInCreditInput.extend({ confirmsValue })
export const declineCreditInput = tradeInCreditInput.extend({ note: plainLine(200).optional() })
export const undecidedCreditInput = z.object(listPosition)

export interface UndecidedTradeIn {
  id: string
  tradeInNumber: string
  userId: string | null
  email: string | null
  customerName: string | null
  finalValue: number | null
  completedAt: Date | null
  /** The obstacle to credit; `agreement` is overcome by confirming the value. */
  missing: 'customer' | 'value' | 'agreement' | null
  unagreed: Unagreed | null
}

export interface TradeInCredit {
  issued: number
  takenBack: number
  unspent: number
  waiting: CreditRequest | null
  refused: CreditRequest | null
  /** Null if credit was issued, or none is due. */
  missing: UndecidedTradeIn['missing'] | 'decision'
  unagreed: Unagreed | null
  /** EUR missing against the present final value, negative if too much was issued; 0 if nothing was issued or waits. */
  difference: number
}
