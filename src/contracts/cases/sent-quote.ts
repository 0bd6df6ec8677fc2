import * as z from 'zod'
import { quoteStates } from '~/contracts/status-inputs'

export const sentQuoteStates = quoteStates.filter((state) => state !== 'draft')
export type SentQuoteState = (typeof sentQuoteStates)[number]

export interface SentQuote {
  state: SentQuoteState
  total: number
}

export const sentQuoteShape = z.object({ state: z.enum(sentQuoteStates), total: z.number() })

/** '' for an accepted one. */
export const answerMarks: Record<SentQuoteState, string> = {
  sent: 'offered',
  accepted: '',
  declined: 'declined',
  disputed: 'disputed',
  expired: 'not answered',
}
