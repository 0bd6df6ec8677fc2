import type { CaseNoun } from '~/contracts/case-ref'

interface CaseWords {
  title: string
  asked: (devices: number) => string
  request: string
  receivedAs: string
  afterReceipt: (of: { isClaim: boolean }) => string
  /** Number of amounts on the receipt, from the first. */
  amountsOnReceipt: number
  afterArrival: string
}

export const EXPEDITED = 'It is expedited: we take it first.'
export const ASKED_EXPEDITED = 'You have asked for it to be expedited: we take it first, and our estimate says what that costs.'

/** A field of emails about repairs. */
export const expeditedField = { about: 'That it is expedited; empty where it is not', example: '' }

const toBeRepaired = 'tell you what the repair will cost. We start once you have accepted the cost.'

export const caseWords: Record<CaseNoun, CaseWords> = {
  repairs: {
    title: 'Repair',
    asked: () => 'a repair',
    request: 'repair request',
    receivedAs: 'for repair',
    afterReceipt: ({ isClaim }) =>
      isClaim
        ? 'We examine the device first. What the warranty of the earlier repair covers costs you nothing. We do anything else only once you have accepted its cost.'
        : `We examine the device first and ${toBeRepaired}`,
    amountsOnReceipt: 0,
    afterArrival: `We look for the fault first and ${toBeRepaired}`,
  },
  tradeIns: {
    title: 'Trade-in',
    asked: (devices) => (devices === 1 ? 'a trade-in' : `the trade-in of ${devices} machines`),
    request: 'trade-in request',
    receivedAs: 'as a trade-in',
    afterReceipt: () =>
      'The quoted value depends on the condition that we find when we inspect the device. We will tell you if we find another.',
    amountsOnReceipt: 1,
    afterArrival: 'Our inspection takes 2-3 business days. Then we email you what we offer.',
  },
}
