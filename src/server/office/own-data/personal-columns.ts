import type { KeptReason } from '~/contracts/identity/own-data'
import type { Prisma } from '~/generated/prisma/client'
import type { OwnFile } from './own-data-tables'

/**
 * Every column with text or JSON: what deletion of the account does to it, and its place in the copy of a person's data
 * (docs/decisions/026). A test compares the list with the schema; it also fills each column, deletes an account, and searches the database
 * for the texts. Ids (`uuid`) are no texts.
 */

/** The file of the copy, or the reason why the column is in none. */
type Copy = OwnFile | `not: ${string}`

interface PersonalColumn {
  /** `gone`: deleted, emptied, or replaced by 'A deleted account'; else the reason why it stays. */
  onDeletion: 'gone' | KeptReason
  copy: Copy
}
/** `none`: machines, settings or the shop's own work, which name nobody. */
type Answer = 'none' | PersonalColumn

type TextColumns = {
  [Model in Prisma.ModelName]?: { [Field in keyof Prisma.TypeMap['model'][Model]['payload']['scalars']]?: Answer }
}

const none = 'none'
const gone = (copy: Copy): PersonalColumn => ({ onDeletion: 'gone', copy })
const stays = (onDeletion: KeptReason, copy: Copy): PersonalColumn => ({ onDeletion, copy })

const secret = gone('not: a secret')
const ourNote = stays('work', 'not: our own notes')
const books = stays('money', 'not: our own books')
const providersId = stays('money', 'not: an id of the payment provider or the shop platform')
const ofStaff = stays('staff', 'not: what somebody did as a member of our team')

export const personalColumns = {
  User: { email: gone('account'), passwordHash: secret, initialPasswordHash: secret },
  Session: { amr: none, userAgent: gone('devices'), ip: gone('devices') },
  RefreshToken: { tokenHash: secret },
  SigningKey: { kid: none, publicJwk: none, privateSealed: none },
  MailToken: {
    tokenHash: secret,
    passwordHash: secret,
    fullName: gone('not: of a sign-up that nobody has confirmed'),
    browserHash: secret,
    newEmail: gone('not: an address that nobody has confirmed'),
  },
  MfaFactor: { friendlyName: gone('second-factors'), secretSealed: secret, phone: gone('second-factors') },
  MfaChallenge: { codeHash: secret },
  RecoveryCode: { codeHash: secret },
  // Keys of counters are hashed.
  RateLimit: { key: none },
  AuditEntry: {
    actorEmail: stays('log', 'not: the address of the account, which the copy has'),
    action: none,
    subjectType: none,
    subjectId: none,
    before: gone('not: the values themselves are in the copy'),
    after: gone('not: the values themselves are in the copy'),
    ip: stays('log', 'history'),
    userAgent: stays('log', 'history'),
    requestId: none,
  },
  AuditForgotten: {
    userId: stays('fingerprints', 'not: made by the deletion'),
    digest: stays('fingerprints', 'not: made by the deletion'),
  },
  ApiKey: {
    name: gone('not: of the back office'),
    prefix: none,
    hash: secret,
    scopes: none,
    networks: gone('not: of the back office'),
    lastUsedIp: gone('not: of the back office'),
  },
  ApiKeyNetwork: { network: gone('not: of the back office') },
  WebhookEndpoint: { url: none, events: none, disabledBecause: none, secret: none, formerSecret: none },
  WebhookMessage: { type: none, subjectId: none, state: none, answer: none, fault: none },
  SavedView: { screen: none, name: gone('not: of the back office'), query: gone('not: of the back office') },
  Profile: {
    ...{ email: gone('account'), fullName: gone('account'), phone: gone('account'), scopes: none, returnAddress: gone('account') },
    // Identifies nobody; it is in the account's copy, and goes with its row.
    language: none,
  },
  CustomerMerge: { profile: gone('account'), moved: none },
  Order: { orderNumber: none, externalId: none, currency: none },
  Product: {
    ...{
      name: none,
      category: none,
      manufacturer: none,
      model: none,
      description: none,
      imageUrl: none,
      condition: none,
      collections: none,
    },
    ...{ hashrate: none, power: none, efficiency: none, shopUrl: none, algorithm: none, voltage: none, noise: none, warranty: none },
    delivery: none,
  },
  ProductSlug: { slug: none },
  ProductPicture: { name: none, altText: none, storageKey: none, thumbnailKey: none },
  Repair: {
    repairNumber: none,
    deviceInfo: stays('work', 'repairs'),
    problemDescription: stays('work', 'repairs'),
    diagnosis: ourNote,
    repairNotes: ourNote,
    service: none,
    accessories: stays('work', 'repairs'),
    arrivalCondition: stays('work', 'repairs'),
    carrier: none,
    trackingNumber: stays('work', 'repairs'),
    inboundCarrier: none,
    inboundTrackingNumber: stays('work', 'repairs'),
    returnAddress: gone('repairs'),
  },
  TradeIn: {
    tradeInNumber: none,
    deviceInfo: stays('work', 'trade-ins'),
    conditionAssessment: ourNote,
    evaluationNotes: ourNote,
    machineSnapshot: none,
    grade: none,
    foundGrade: none,
    accessories: stays('work', 'trade-ins'),
    arrivalCondition: stays('work', 'trade-ins'),
    carrier: none,
    trackingNumber: stays('work', 'trade-ins'),
    inboundCarrier: none,
    inboundTrackingNumber: stays('work', 'trade-ins'),
    returnAddress: gone('trade-ins'),
  },
  TradeInMachine: { manufacturer: none, model: none, category: none, hashrate: none, powerConsumption: none, notes: none },
  CaseNote: { authorEmail: ofStaff, body: ourNote },
  CaseLink: { tokenHash: secret },
  CaseCustomer: { found: none, last: gone('repairs') },
  CaseEmail: { kind: none, recipient: gone('emails'), subject: gone('emails'), body: gone('emails') },
  CaseMessage: { body: gone('messages') },
  CaseFile: { name: gone('messages'), contentType: none, storageKey: none, thumbnailKey: none, sha256: none, checkItem: none },
  CaseReading: {
    data: gone('not: the file that was read is in the copy'),
    rawText: gone('not: the file that was read is in the copy'),
  },
  CaseRequest: {
    noun: none,
    draftHash: secret,
    tokenHash: secret,
    email: gone('requests'),
    fullName: gone('requests'),
    phone: gone('requests'),
    returnAddress: gone('requests'),
    details: stays('work', 'requests'),
    network: gone('not: a fingerprint'),
    widerNetworks: gone('not: a fingerprint'),
  },
  RepairPreset: { service: none, label: none },
  CaseQuote: {
    answerNote: gone('repairs'),
    answerUndo: none,
    requestedIp: ofStaff,
    because: none,
    email: gone('not: as it was sent it is among the emails'),
    refusedNote: ourNote,
  },
  RepairLine: { label: stays('work', 'repairs') },
  DeductionReason: { label: none, explanation: none },
  TradeInCheck: { item: none, note: stays('work', 'not: the offer has it'), internalNote: ourNote },
  TradeInDeduction: { label: stays('work', 'not: the offer has it'), explanation: stays('work', 'not: the offer has it') },
  TradeInOffer: {
    grade: none,
    deductions: stays('work', 'trade-ins'),
    checks: stays('work', 'trade-ins'),
    overrideReason: stays('work', 'trade-ins'),
    internalNote: ourNote,
  },
  EmailTemplateVersion: { template: none, subject: none, body: none },
  Policy: { name: none, requestedIp: ofStaff },
  CaseEmailRule: { noun: none, status: none },
  WebsiteSetting: { settingKey: none, settingValue: none, settingCategory: none },
  NewsletterSubscriber: { email: gone('newsletter') },
  PlatformNotice: { subject: none, detail: none },
  PlatformToken: { clientId: none, sealedToken: none, scopes: none },
  PlatformRound: { name: none, cursor: none },
  NetworkCoin: { coin: none, name: none, algorithm: none, mergedWith: none, source: none },
  NetworkFeed: { addressHash: none, etag: none, failure: none },
  ShopList: { source: none, answer: none, contentId: none, failure: none },
  WebhookDelivery: { digest: none, topic: none, deliveryId: none },
  IdempotencyKey: { caller: none, key: none, procedure: none, inputHash: none, answer: gone('not: for a day, an answer that was given') },
  ImportBatch: {
    noun: none,
    fileName: gone('not: of the back office'),
    state: none,
    failure: none,
    header: none,
    mapping: none,
    firstRows: none,
  },
  // Customers' rows too, for a day at most.
  ImportRow: { verdict: none, cells: none, data: none, before: none, faults: none, unreadable: none },
  ImportMapping: { noun: none, headerKey: none, mapping: none },
  AppliedImport: { noun: none, fileName: none },
  // An import changes no customers.
  AppliedImportRow: { subjectType: none, before: none },
  FileRemoval: { key: none },
  LedgerAccount: {
    email: gone('not: the address of the account, which the copy has'),
    fullName: gone('not: the name of the account, which the copy has'),
    lastHash: none,
  },
  CreditLot: { causeNoun: none, causeId: none },
  CreditPayment: { noun: none, nounId: none, key: none },
  LedgerEntry: {
    causeNoun: none,
    causeId: none,
    reason: stays('money', 'store-credit'),
    actorEmail: stays('money', 'not: the address of the account, which the copy has'),
    key: none,
    previousHash: none,
    hash: none,
  },
  CreditRequest: {
    reason: stays('money', 'store-credit-requests'),
    causeNoun: none,
    causeId: none,
    requestedIp: ofStaff,
    because: none,
    decisionNote: books,
  },
  // A credit note's lines, or the company's account.
  ApprovalRequest: { reason: books, details: none, because: none, requestedIp: ofStaff, decisionNote: books },
  CreditTransfer: {
    ownerRef: providersId,
    accountRef: providersId,
    movementRef: providersId,
    knownRefs: none,
    sealedCode: secret,
    failure: gone('not: our own books'),
    createdByEmail: gone('not: the address of the account, which the copy has'),
  },
  CreditCheck: { faults: none },
  DeviceModel: { manufacturer: none, name: none, category: none, algorithm: none, hashrateUnit: none, checklist: none },
  Unit: {
    ...{ unitNumber: none, manufacturer: none, model: none, serialNumber: none, makerKey: none, serialKey: none, location: none },
    notes: ourNote,
  },
  PartType: { name: none, sku: none, fits: none },
  PartOrder: { supplier: none, reference: none },
  Part: { partNumber: none, serialNumber: none, serialKey: none, location: none, notes: none },
  Installation: { slot: none },
  ReadingBoard: { serialNumber: none, serialKey: none, answer: none },
  Refurbishment: { safetyReference: none },
  RefurbishmentStep: { label: none, note: none },
  OrderLine: { externalId: none, title: none, sku: none, vatCode: none },
  OrderSale: {
    payment: none,
    email: gone('orders'),
    fullName: gone('orders'),
    phone: gone('orders'),
    deliveryAddress: gone('orders'),
    carrier: none,
    trackingNumber: stays('work', 'orders'),
    tokenHash: secret,
  },
  TillCount: { note: ourNote },
  PassportKey: { kid: none, publicJwk: none, privateSealed: none },
  Passport: { code: none, content: none, signed: none, revokedReason: none },
  UnitClaim: { tokenHash: secret, note: gone('machine-requests') },
  Buyer: {
    email: gone('billing-details'),
    fullName: gone('billing-details'),
    company: gone('billing-details'),
    billingAddress: gone('billing-details'),
    postalAddress: gone('billing-details'),
    // A country identifies nobody, and the VAT sums need it.
    country: none,
    vatNumber: gone('billing-details'),
  },
  SellerDetails: {
    ...{ legalName: none, address: none, companyNumber: none, vatNumber: none, bankName: none, accountName: none, iban: none, bic: none },
    ...{ sortCode: none, accountNumber: none, deposits: none, registeredOffice: none },
  },
  VatRate: { code: none },
  ExchangeRate: { source: none },
  VatReturn: { note: none, boxes: none },
  DocumentSeries: { series: none },
  BillingDocument: {
    waitsFor: none,
    number: none,
    series: none,
    noun: none,
    rateSource: none,
    seller: none,
    buyer: stays('documents', 'invoices'),
    reason: stays('documents', 'invoices'),
    key: none,
  },
  BillingLine: { description: stays('documents', 'invoices'), vatCode: none },
  Payment: {
    reference: stays('money', 'payments'),
    note: books,
    reversalReason: books,
    noun: none,
    externalId: providersId,
    disputeState: none,
    key: none,
  },
  Refund: {
    reason: stays('money', 'payments'),
    requestedIp: ofStaff,
    because: none,
    decisionNote: books,
    externalId: providersId,
    failure: books,
  },
  CheckoutSession: { noun: none, externalId: providersId, url: gone('not: a page of the payment provider') },
  StripeEvent: { id: none, type: none, outcome: none },
  BankLine: { fingerprint: none, description: stays('money', 'payments'), reference: stays('money', 'payments'), fileName: none },
  BankAccount: { name: none, currency: none, number: none, mapping: none },
  CollectionNotice: { body: gone('collection-notices'), recipient: gone('collection-notices') },
} as const satisfies TextColumns
