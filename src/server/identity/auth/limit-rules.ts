export const MINUTE = 60
export const HOUR = 60 * MINUTE

export interface LimitRule {
  /** Points are tries; the duration counts in seconds from the first. */
  points: number
  duration: number
}

export const LIMIT_RULES = {
  /** Failed sign-ins with one address from one network. */
  signIn: { points: 10, duration: 15 * MINUTE },
  /** While the address is tried from many networks, its owner's first tries still count. */
  signInUnderAttack: { points: 3, duration: 15 * MINUTE },
  /** Failed sign-ins with one address from everywhere; above it `signInUnderAttack` applies. */
  signInAddress: { points: 100, duration: HOUR },
  signInNetwork: { points: 100, duration: 15 * MINUTE },
  signedIn: { points: 300, duration: HOUR },
  /** Of one person; each change is an audit entry too. */
  changesOfCustomer: { points: 300, duration: HOUR },
  changesOfAdmin: { points: 20_000, duration: HOUR },
  /** Calls and files of one API key, and its changes. */
  callsOfKey: { points: 3_000, duration: 5 * MINUTE },
  changesOfKey: { points: 5_000, duration: HOUR },
  exports: { points: 100, duration: HOUR },
  exportsOfKey: { points: 100, duration: HOUR },
  statements: { points: 60, duration: HOUR },
  /** Documents that customers open. */
  documentsOfCase: { points: 60, duration: HOUR },
  documentsOfCustomer: { points: 120, duration: HOUR },
  documentsOfNetwork: { points: 120, duration: HOUR },
  ownData: { points: 10, duration: HOUR },
  signUp: { points: 60, duration: HOUR },
  /** Emails to one address, verification and reset, by network. */
  reset: { points: 5, duration: HOUR },
  /** While many networks ask for emails to the address, its owner's next one still goes. */
  resetUnderAttack: { points: 1, duration: HOUR },
  /** Emails to one address from everywhere; above it `resetUnderAttack` applies. */
  resetAddress: { points: 20, duration: HOUR },
  verifyPassword: { points: 10, duration: 15 * MINUTE },
  /** Emails requested from one network, and invalid links. */
  resetNetwork: { points: 100, duration: HOUR },
  /** For one factor from one network (factor-tries.ts). */
  verify: { points: 5, duration: 5 * MINUTE },
  /** From everywhere, in a day; above it `verifyUnderAttack` applies. */
  verifyEverywhere: { points: 50, duration: 24 * HOUR },
  /** Shared by networks in which the account has never proven a factor. */
  verifyUnderAttack: { points: 1, duration: 5 * MINUTE },
  enroll: { points: 60, duration: HOUR },
  /** Codes sent to one confirmed phone, in the same three steps. */
  texts: { points: 5, duration: 5 * MINUTE },
  textsEverywhere: { points: 50, duration: 24 * HOUR },
  textsUnderAttack: { points: 1, duration: 5 * MINUTE },
  /** Codes to phones being added: of one factor, of one account, and to one number. */
  newTexts: { points: 10, duration: 10 * MINUTE },
  newTextsOfUser: { points: 30, duration: HOUR },
  newTextsToPhone: { points: 30, duration: HOUR },
  /** Codes of one network in a day: all, and to phones being added. */
  textsOfNetwork: { points: 100, duration: 24 * HOUR },
  newTextsOfNetwork: { points: 50, duration: 24 * HOUR },
  /** Of the whole shop, by SMS_PER_DAY. */
  textsOfShop: { points: 1000, duration: 24 * HOUR },
  newTextsOfShop: { points: 500, duration: 24 * HOUR },
  challengeApp: { points: 30, duration: 5 * MINUTE },
  refresh: { points: 120, duration: 5 * MINUTE },
  refreshNetwork: { points: 60, duration: 5 * MINUTE },
  /** Requests from one network, and invalid links. */
  requestNetwork: { points: 40, duration: HOUR },
  /** Emails to one address by network, and from everywhere; above that `requestUnderAttack` applies. */
  request: { points: 5, duration: HOUR },
  requestAddress: { points: 20, duration: 24 * HOUR },
  requestUnderAttack: { points: 1, duration: HOUR },
  requestFiles: { points: 120, duration: HOUR },
  checkout: { points: 60, duration: 10 * MINUTE },
  cartQuotes: { points: 300, duration: 10 * MINUTE },
  ownOrders: { points: 30, duration: HOUR },
  ownOrdersByTransfer: { points: 10, duration: 24 * HOUR },
  ownOrdersOfAddress: { points: 10, duration: HOUR },
  cardPages: { points: 60, duration: HOUR },
  creditTransfers: { points: 200, duration: HOUR },
  trackingTries: { points: 100, duration: HOUR },
  passportTries: { points: 100, duration: HOUR },
  /** Claims by one account, and emails about claims to one owner. */
  claims: { points: 10, duration: 24 * HOUR },
  claimEmails: { points: 3, duration: 24 * HOUR },
  /** Answers to estimates and offers from one network, with their pictures. */
  trackingAnswers: { points: 120, duration: HOUR },
  /** By network, by number and network, and by number; above the last, the strictest applies. */
  trackingLinks: { points: 20, duration: HOUR },
  trackingLinksOfNumber: { points: 3, duration: HOUR },
  trackingLinksEverywhere: { points: 20, duration: 24 * HOUR },
  trackingLinksUnderAttack: { points: 1, duration: HOUR },
  /** Messages by links, by network and by case. */
  messagesOfNetwork: { points: 120, duration: HOUR },
  messagesOfCase: { points: 60, duration: HOUR },
  /** Of the contact form, by network and by address. */
  contact: { points: 20, duration: HOUR },
  contactAddress: { points: 5, duration: HOUR },
  newsletter: { points: 30, duration: HOUR },
  /** Emails to one address by network, and from everywhere; above that the last applies. */
  newsletterAddress: { points: 3, duration: 24 * HOUR },
  newsletterEverywhere: { points: 20, duration: 24 * HOUR },
  newsletterUnderAttack: { points: 1, duration: 24 * HOUR },
  webhooksUnsigned: { points: 60, duration: HOUR },
} as const satisfies Record<string, LimitRule>

export type LimitName = keyof typeof LIMIT_RULES
