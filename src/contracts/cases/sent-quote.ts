import * as z from 'zod'
import { quoteStates } from '~/contracts/status-inputs'

/** The latest estimate or offer that was sent to the customer of a case. */

export const sentQuoteStates = quoteStates.filter((state) => state !== 'draft')
export type SentQuoteState = (typeof sentQuoteStates)[number]

export interface SentQuote {
  state: SentQuoteState
  /** EUR. */
  total: number
}

export const sentQuoteShape = z.object({ state: z.enum(sentQuoteStates), total: z.number() })

/** The mark beside the amount of a quote: the customer's answer; empty for an accepted one. */
export const answerMarks: Record<SentQuoteState, string> = {
  sent: 'offered',
  accepted: '',
  declined: 'declined',
  disputed: 'disputed',
  expired: 'not answered',
}
