import * as z from 'zod'
import { quoteStates } from '~/contracts/office/status-inputs'

/** The latest estimate or offer that the customer of a case was sent. */

export const sentQuoteStates = quoteStates.filter((state) => state !== 'draft')
export type SentQuoteState = (typeof sentQuoteStates)[number]

export interface SentQuote {
  state: SentQuoteState
  /** EUR. */
  total: number
}

export const sentQuoteShape = z.object({
  state: z.enum(sentQuoteStates),
  total: z.union([z.number(), z.literal('NaN').transform(() => 0)]),
})

/** Says of a quote that was not accepted what its customer has said to it; empty once it was. */
export const answerMarks: Record<SentQuoteState, string> = {
  sent: 'offered',
  accepted: '',
  declined: 'declined',
  disputed: 'disputed',
  expired: 'not answered',
}
