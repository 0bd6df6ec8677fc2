import type { CaseNoun } from '~/contracts/case-ref'

/** Each kind's words in emails and documents, beside those of `records`. */
interface CaseWords {
  title: string
  /** Names a request online, of so many devices. */
  asked: (devices: number) => string
  request: string
  /** How the receipt says that the device has come, and what follows. */
  receivedAs: string
  afterReceipt: (of: { isClaim: boolean }) => string
  /** How many of its amounts the receipt names, the first ones. */
  amountsOnReceipt: number
  /** The next step, in the email that the parcel has arrived. */
  afterArrival: string
}

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
