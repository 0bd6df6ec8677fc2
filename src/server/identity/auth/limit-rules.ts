export const MINUTE = 60
export const HOUR = 60 * MINUTE

export interface LimitRule {
  /** Tries, and the seconds from the first one on. */
  points: number
  duration: number
}

export const LIMIT_RULES = {
  /** Failed sign-ins with one address from one network. */
  signIn: { points: 10, duration: 15 * MINUTE },
  /** The same, while the address is being tried from many networks: its owner's first tries still count. */
  signInUnderAttack: { points: 3, duration: 15 * MINUTE },
  /** Failed sign-ins with one address from everywhere: above it `signInUnderAttack` applies. */
  signInAddress: { points: 100, duration: HOUR },
  /** Failed sign-ins from one network, with any address. */
  signInNetwork: { points: 100, duration: 15 * MINUTE },
  /** Sessions that one account begins in one network. */
  signedIn: { points: 300, duration: HOUR },
  /** Changes of one customer, or one administrator: each is an entry of the audit log too. */
  changesOfCustomer: { points: 300, duration: HOUR },
  changesOfAdmin: { points: 20_000, duration: HOUR },
  /** Calls and files of one API key, and its changes. */
  callsOfKey: { points: 3_000, duration: 5 * MINUTE },
  changesOfKey: { points: 5_000, duration: HOUR },
  /** Exports by one administrator, or by one API key. */
  exports: { points: 100, duration: HOUR },
  exportsOfKey: { points: 100, duration: HOUR },
  /** Statements of store credit that one account takes. */
  statements: { points: 60, duration: HOUR },
  /** Papers that customers open: of one case, of one account, and all of one network. */
  documentsOfCase: { points: 60, duration: HOUR },
  documentsOfCustomer: { points: 120, duration: HOUR },
  documentsOfNetwork: { points: 120, duration: HOUR },
  /** Copies of their own data that one account takes. */
  ownData: { points: 10, duration: HOUR },
  /** Accounts opened from one network. */
  signUp: { points: 60, duration: HOUR },
  /** Emails to one address, verification and reset, that one network asks for. */
  reset: { points: 5, duration: HOUR },
  /** The same, while emails to the address are asked for from many networks: its owner's next one still goes. */
  resetUnderAttack: { points: 1, duration: HOUR },
  /** Emails to one address that all networks ask for: above it `resetUnderAttack` applies. */
  resetAddress: { points: 20, duration: HOUR },
  /** Passwords tried for one verification link. */
  verifyPassword: { points: 10, duration: 15 * MINUTE },
  /** Emails asked for from one network, and links tried in vain. */
  resetNetwork: { points: 100, duration: HOUR },
  /** Codes tried for one factor from one network (factor-tries.ts). */
  verify: { points: 5, duration: 5 * MINUTE },
  /** The same from everywhere, in a day: above it `verifyUnderAttack` applies. */
  verifyEverywhere: { points: 50, duration: 24 * HOUR },
  /** Then: codes from all networks together in which the account has never proven a factor. */
  verifyUnderAttack: { points: 1, duration: 5 * MINUTE },
  /** Second factors that one account begins to add. */
  enroll: { points: 60, duration: HOUR },
  /** Codes sent to one phone that counts, in the same three steps. */
  texts: { points: 5, duration: 5 * MINUTE },
  textsEverywhere: { points: 50, duration: 24 * HOUR },
  textsUnderAttack: { points: 1, duration: 5 * MINUTE },
  /** Codes sent to phones that are being added: of one factor, of one account, and to one number for all accounts. */
  newTexts: { points: 10, duration: 10 * MINUTE },
  newTextsOfUser: { points: 30, duration: HOUR },
  newTextsToPhone: { points: 30, duration: HOUR },
  /** All codes sent for one network in a day, and those to phones that are being added. */
  textsOfNetwork: { points: 100, duration: 24 * HOUR },
  newTextsOfNetwork: { points: 50, duration: 24 * HOUR },
  /** The same for the whole shop, by SMS_PER_DAY. */
  textsOfShop: { points: 1000, duration: 24 * HOUR },
  newTextsOfShop: { points: 500, duration: 24 * HOUR },
  /** Codes of authenticator apps that one account is asked for in one network. */
  challengeApp: { points: 30, duration: 5 * MINUTE },
  /** Refreshes of one session. */
  refresh: { points: 120, duration: 5 * MINUTE },
  /** Refreshes with unknown tokens from one network. */
  refreshNetwork: { points: 60, duration: 5 * MINUTE },
  /** Repairs and trade-ins that one network asks for online, and links tried in vain. */
  requestNetwork: { points: 40, duration: HOUR },
  /** Emails to one address that one network's requests cause, and all networks' together: above it, `requestUnderAttack` holds. */
  request: { points: 5, duration: HOUR },
  requestAddress: { points: 20, duration: 24 * HOUR },
  requestUnderAttack: { points: 1, duration: HOUR },
  /** Files that one network adds to its requests. */
  requestFiles: { points: 120, duration: HOUR },
  /** Carts that one network hands over to the platform's checkout. */
  checkout: { points: 60, duration: 10 * MINUTE },
  /** Carts that one network asks the prices of, and orders that it makes of the own catalogue; those that hold stock until a bill is due. */
  cartQuotes: { points: 300, duration: 10 * MINUTE },
  ownOrders: { points: 30, duration: HOUR },
  ownOrdersByTransfer: { points: 10, duration: 24 * HOUR },
  /** Orders of the own catalogue for one address. */
  ownOrdersOfAddress: { points: 10, duration: HOUR },
  /** Pages for a payment by card that one network asks for. */
  cardPages: { points: 60, duration: HOUR },
  /** Amounts of store credit that one customer moves to the shop platform, or back. */
  creditTransfers: { points: 200, duration: HOUR },
  /** Links to cases that one network tries in vain. */
  trackingTries: { points: 100, duration: HOUR },
  /** Codes of passports that one network tries in vain. */
  passportTries: { points: 100, duration: HOUR },
  /** Requests of one account for others' machines, and emails to one owner about such requests. */
  claims: { points: 10, duration: 24 * HOUR },
  claimEmails: { points: 3, duration: 24 * HOUR },
  /** Answers to estimates and offers from one network, and pictures that come with them. */
  trackingAnswers: { points: 120, duration: HOUR },
  /** Links to cases that one network asks for; those of one number that one network asks for, and all: above it, the last holds. */
  trackingLinks: { points: 20, duration: HOUR },
  trackingLinksOfNumber: { points: 3, duration: HOUR },
  trackingLinksEverywhere: { points: 20, duration: 24 * HOUR },
  trackingLinksUnderAttack: { points: 1, duration: HOUR },
  /** Messages that customers without an account send from one network, and those of one case's customer. */
  messagesOfNetwork: { points: 120, duration: HOUR },
  messagesOfCase: { points: 60, duration: HOUR },
  /** Messages of the contact form from one network, and those of them with one address. */
  contact: { points: 20, duration: HOUR },
  contactAddress: { points: 5, duration: HOUR },
  /** Addresses that one network asks to have the newsletter sent to. */
  newsletter: { points: 30, duration: HOUR },
  /** Emails of the newsletter's box to one address that one network asks for, and all: above it, the last holds. */
  newsletterAddress: { points: 3, duration: 24 * HOUR },
  newsletterEverywhere: { points: 20, duration: 24 * HOUR },
  newsletterUnderAttack: { points: 1, duration: 24 * HOUR },
  /** Messages to the platform's address that one network sends without its signature. */
  webhooksUnsigned: { points: 60, duration: HOUR },
} as const satisfies Record<string, LimitRule>

export type LimitName = keyof typeof LIMIT_RULES
