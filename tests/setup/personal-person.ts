import { randomUUID } from 'node:crypto'
import { EMAIL_QUEUE } from '~/server/platform/outbox/outbox'
import type { personalColumns } from '~/server/office/own-data/personal-columns'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { TEST_NOW, type TestShop } from './shop'

/** A person with a unique text in every column of the database that can hold personal data. */

type Columns = typeof personalColumns
export type Put = <Model extends keyof Columns>(model: Model, field: keyof Columns[Model] & string, text?: string) => string

const day = new Date('2026-11-20')
const past = new Date(TEST_NOW.getTime() - 60 * 60 * 1000)

/** Accounts and sessions, and the person's rows as a member of staff. */
async function fillAccount({ db: { prisma } }: TestShop, { userId }: { userId: string }, put: Put): Promise<string> {
  const email = `${put('User', 'email')}@example.com`
  await prisma.user.update({
    where: { id: userId },
    data: { email, passwordHash: put('User', 'passwordHash'), initialPasswordHash: put('User', 'initialPasswordHash') },
  })
  const ofProfile = {
    email: `${put('Profile', 'email')}@example.com`,
    fullName: put('Profile', 'fullName'),
    phone: put('Profile', 'phone'),
    returnAddress: put('Profile', 'returnAddress'),
  }
  await prisma.profile.update({ where: { userId }, data: ofProfile })
  const other = await prisma.user.create({ data: { email: 'merged@example.com' } })
  const { id: mergeId } = await prisma.customerMerge.create({ data: { keepId: userId, mergedId: other.id } })
  await prisma.customerMerge.update({ where: { id: mergeId }, data: { profile: { full_name: put('CustomerMerge', 'profile') } } })
  const { id: sessionId } = await prisma.session.create({
    data: { userId, userAgent: put('Session', 'userAgent'), ip: put('Session', 'ip') },
  })
  await prisma.refreshToken.create({ data: { sessionId, tokenHash: put('RefreshToken', 'tokenHash') } })
  await prisma.mailToken.create({
    data: {
      ...{ userId, purpose: 'reset_password', expiresAt: TEST_NOW, tokenHash: put('MailToken', 'tokenHash') },
      ...{
        passwordHash: put('MailToken', 'passwordHash'),
        fullName: put('MailToken', 'fullName'),
        browserHash: put('MailToken', 'browserHash'),
        newEmail: put('MailToken', 'newEmail'),
      },
    },
  })
  const { id: factorId } = await prisma.mfaFactor.create({
    data: {
      ...{ userId, factorType: 'phone', friendlyName: put('MfaFactor', 'friendlyName') },
      ...{ secretSealed: put('MfaFactor', 'secretSealed'), phone: put('MfaFactor', 'phone') },
    },
  })
  await prisma.mfaChallenge.create({ data: { factorId, sessionId, expiresAt: TEST_NOW, codeHash: put('MfaChallenge', 'codeHash') } })
  await prisma.recoveryCode.create({ data: { userId, codeHash: put('RecoveryCode', 'codeHash') } })
  const { id: keyId } = await prisma.apiKey.create({
    data: {
      ...{ createdBy: userId, name: put('ApiKey', 'name'), prefix: 'x', hash: put('ApiKey', 'hash') },
      ...{ networks: [put('ApiKey', 'networks')], lastUsedIp: put('ApiKey', 'lastUsedIp') },
    },
  })
  await prisma.apiKeyNetwork.create({ data: { keyId, network: put('ApiKeyNetwork', 'network') } })
  await prisma.savedView.create({ data: { userId, screen: 'orders', name: put('SavedView', 'name'), query: put('SavedView', 'query') } })
  const ordered = await prisma.order.create({ data: { orderNumber: 'ORD-20001', userId, status: 'completed' } })
  await prisma.orderSale.create({
    data: {
      ...{ orderId: ordered.id, channel: 'checkout', email: put('OrderSale', 'email'), fullName: put('OrderSale', 'fullName') },
      ...{
        phone: put('OrderSale', 'phone'),
        deliveryAddress: put('OrderSale', 'deliveryAddress'),
        trackingNumber: put('OrderSale', 'trackingNumber'),
        tokenHash: put('OrderSale', 'tokenHash'),
      },
    },
  })
  await prisma.tillCount.create({ data: { day: TEST_NOW, expected: 1, counted: 1, countedBy: userId, note: put('TillCount', 'note') } })
  await prisma.importBatch.create({ data: { userId, noun: 'products', fileName: put('ImportBatch', 'fileName') } })
  await prisma.newsletterSubscriber.create({
    data: { email: `${put('NewsletterSubscriber', 'email', put('User', 'email'))}@example.com`, confirmedAt: TEST_NOW },
  })
  await prisma.policy.create({
    data: { name: 'credit_limit', requestedBy: userId, requestedAt: TEST_NOW, requestedIp: put('Policy', 'requestedIp') },
  })
  await prisma.idempotencyKey.create({
    data: { ...{ caller: userId, key: 'k', procedure: 'p', inputHash: 'h' }, answer: put('IdempotencyKey', 'answer') },
  })
  const said = { before: { fullName: put('AuditEntry', 'before') }, after: { fullName: put('AuditEntry', 'after') } }
  await recordAudit(
    prisma,
    { userId, email: put('AuditEntry', 'actorEmail'), ip: put('AuditEntry', 'ip'), userAgent: put('AuditEntry', 'userAgent') },
    { action: 'account.updated', subjectType: 'user', subjectId: userId, ...said },
  )
  return email
}

/** A repair that is over, with all rows that belong to it. @returns its id */
async function fillRepair({ db: { prisma } }: TestShop, { userId, email }: { userId: string; email: string }, put: Put): Promise<void> {
  const text = (field: keyof Columns['Repair']) => put('Repair', field)
  const repair = await prisma.repair.create({
    data: {
      ...{ userId, status: 'shipped', deviceInfo: { manufacturer: 'Bitmain', model: text('deviceInfo') } },
      ...{ problemDescription: text('problemDescription'), diagnosis: text('diagnosis'), repairNotes: text('repairNotes') },
      ...{ accessories: text('accessories'), arrivalCondition: text('arrivalCondition'), trackingNumber: text('trackingNumber') },
      ...{ inboundTrackingNumber: text('inboundTrackingNumber'), returnAddress: text('returnAddress') },
    },
  })
  const caseId = repair.id
  const other = await prisma.repair.create({ data: { status: 'shipped' } })
  await prisma.caseCustomer.create({
    data: {
      caseId: other.id,
      userId,
      endedAt: past,
      last: { ...{ id: other.id, repair_number: other.repairNumber }, problem_description: put('CaseCustomer', 'last') },
    },
  })
  await prisma.caseNote.create({ data: { caseId, authorEmail: put('CaseNote', 'authorEmail'), body: put('CaseNote', 'body') } })
  await prisma.caseLink.create({ data: { caseId, tokenHash: put('CaseLink', 'tokenHash') } })
  const emailed = { recipient: put('CaseEmail', 'recipient'), subject: put('CaseEmail', 'subject'), body: put('CaseEmail', 'body') }
  await prisma.caseEmail.create({ data: { caseId, kind: 'status', ...emailed } })
  const message = await prisma.caseMessage.create({
    data: { caseId, customerId: userId, side: 'customer', body: put('CaseMessage', 'body') },
  })
  const file = await prisma.caseFile.create({
    data: {
      ...{ caseId, messageId: message.id, kind: 'reading', name: put('CaseFile', 'name'), contentType: 'text/plain', bytes: 1 },
      ...{ storageKey: randomUUID(), sha256: '', fromCustomer: true },
    },
  })
  const read = {
    data: { pool: put('CaseReading', 'data') },
    rawText: put('CaseReading', 'rawText'),
  }
  await prisma.caseReading.create({ data: { caseId, fileId: file.id, ...read } })
  const quote = await prisma.caseQuote.create({
    data: {
      ...{ caseId, number: 1, state: 'declined', sentAt: past, answeredAt: past, answerVia: 'online' },
      ...{
        answerNote: put('CaseQuote', 'answerNote'),
        requestedIp: put('CaseQuote', 'requestedIp'),
        refusedNote: put('CaseQuote', 'refusedNote'),
      },
      email: { subject: put('CaseQuote', 'email'), body: '' },
    },
  })
  await prisma.repairLine.create({ data: { repairId: caseId, estimateId: quote.id, label: put('RepairLine', 'label') } })
  const notice = { body: put('CollectionNotice', 'body'), recipient: put('CollectionNotice', 'recipient') }
  await prisma.collectionNotice.create({ data: { repairId: caseId, number: 1, ...notice } })
  await prisma.caseRequest.create({
    data: {
      ...{ noun: 'repairs', userId, email, confirmedAt: past, details: { remarks: put('CaseRequest', 'details') } },
      ...{
        draftHash: put('CaseRequest', 'draftHash'),
        tokenHash: put('CaseRequest', 'tokenHash'),
        fullName: put('CaseRequest', 'fullName'),
      },
      ...{ phone: put('CaseRequest', 'phone'), returnAddress: put('CaseRequest', 'returnAddress'), network: put('CaseRequest', 'network') },
      widerNetworks: [put('CaseRequest', 'widerNetworks')],
    },
  })
  put('CaseRequest', 'email', put('User', 'email'))
}

/** A trade-in that was rejected, with its offer. */
async function fillTradeIn({ db: { prisma } }: TestShop, { userId }: { userId: string }, put: Put): Promise<void> {
  const text = (field: keyof Columns['TradeIn']) => put('TradeIn', field)
  const { id: tradeInId } = await prisma.tradeIn.create({
    data: {
      ...{ userId, status: 'rejected', deviceInfo: { manufacturer: 'Bitmain', model: text('deviceInfo') } },
      ...{ conditionAssessment: text('conditionAssessment'), evaluationNotes: text('evaluationNotes'), accessories: text('accessories') },
      ...{ arrivalCondition: text('arrivalCondition'), trackingNumber: text('trackingNumber'), returnAddress: text('returnAddress') },
      inboundTrackingNumber: text('inboundTrackingNumber'),
    },
  })
  await prisma.tradeInCheck.create({
    data: { tradeInId, item: 'fans', note: put('TradeInCheck', 'note'), internalNote: put('TradeInCheck', 'internalNote') },
  })
  const less = { label: put('TradeInDeduction', 'label'), explanation: put('TradeInDeduction', 'explanation') }
  await prisma.tradeInDeduction.create({ data: { tradeInId, ...less } })
  const of = (field: keyof Columns['TradeInOffer']) => put('TradeInOffer', field)
  const details = {
    ...{ deductions: [{ label: of('deductions') }], checks: [{ note: of('checks') }] },
    ...{ overrideReason: of('overrideReason'), internalNote: of('internalNote') },
  }
  await prisma.caseQuote.create({
    data: {
      ...{ caseId: tradeInId, number: 1, state: 'declined', sentAt: past, answeredAt: past, answerVia: 'online' },
      offer: { create: details },
    },
  })
}

/** Store credit, and units. */
async function fillCredit({ db: { prisma }, factories }: TestShop, { userId }: { userId: string }, put: Put): Promise<void> {
  const account = await prisma.ledgerAccount.create({
    data: { userId, email: put('LedgerAccount', 'email'), fullName: put('LedgerAccount', 'fullName') },
  })
  const lot = await prisma.creditLot.create({ data: { accountId: account.id } })
  const entry = { reason: put('LedgerEntry', 'reason'), actorEmail: put('LedgerEntry', 'actorEmail'), actorId: userId }
  await prisma.ledgerEntry.create({
    data: { ...{ accountId: account.id, lotId: lot.id, kind: 'issue', debit: 'issued', credit: 'available', amount: 1 }, ...entry },
  })
  await prisma.creditRequest.create({
    data: {
      ...{ userId, amount: 5, state: 'refused', reason: put('CreditRequest', 'reason'), requestedIp: put('CreditRequest', 'requestedIp') },
      decisionNote: put('CreditRequest', 'decisionNote'),
    },
  })
  const asked = (field: keyof Columns['ApprovalRequest']) => put('ApprovalRequest', field)
  await prisma.approvalRequest.create({
    data: {
      ...{
        kind: 'release',
        subjectId: randomUUID(),
        userId,
        amount: 1,
        state: 'refused',
        requestedBy: userId,
        decidedBy: userId,
        decidedAt: past,
      },
      reason: asked('reason'),
      ...{ requestedIp: asked('requestedIp'), decisionNote: asked('decisionNote') },
    },
  })
  const payment = await prisma.creditPayment.create({
    data: { accountId: account.id, noun: 'platform', nounId: randomUUID(), amount: 1, key: randomUUID(), releasedAt: past },
  })
  const text = (field: keyof Columns['CreditTransfer']) => put('CreditTransfer', field)
  await prisma.creditTransfer.create({
    data: {
      ...{
        accountId: account.id,
        paymentId: payment.id,
        amount: 1,
        state: 'done',
        ownerRef: text('ownerRef'),
        accountRef: text('accountRef'),
      },
      ...{
        movementRef: text('movementRef'),
        sealedCode: text('sealedCode'),
        failure: text('failure'),
        createdByEmail: text('createdByEmail'),
      },
    },
  })
  await prisma.unit.create({ data: { ...factories.unit({ owner: 'customer' }), userId, notes: put('Unit', 'notes') } })
  const { user } = factories.person()
  await prisma.user.create({ data: user })
  const unit = await prisma.unit.create({ data: { ...factories.unit({ owner: 'customer' }), userId: user.id } })
  const refused = { state: 'refused', decidedAt: past, note: put('UnitClaim', 'note') } as const
  await prisma.unitClaim.create({ data: { unitId: unit.id, claimantId: userId, ...refused } })
  const link = { tokenHash: put('UnitClaim', 'tokenHash'), linkUntil: TEST_NOW, askedAt: past, ownerId: user.id }
  await prisma.unitClaim.create({ data: { unitId: unit.id, claimantId: userId, ...link } })
}

/** Billing details by the person's own call, an issued invoice and a payment, with the rows that belong to them. */
async function fillBilling(
  { db: { prisma } }: TestShop,
  { userId, caller }: { userId: string; caller: TestShop['visitor'] },
  put: Put,
): Promise<void> {
  const details = {
    ...{ fullName: put('Buyer', 'fullName'), company: put('Buyer', 'company'), billingAddress: put('Buyer', 'billingAddress') },
    ...{ postalAddress: put('Buyer', 'postalAddress'), isBusiness: true, country: 'GB' },
  }
  await caller.invoices.saveOwnBuyer({ ...details, vatNumber: null })
  const ofBuyer = { email: put('Buyer', 'email'), vatNumber: put('Buyer', 'vatNumber') }
  const { id: buyerId } = await prisma.buyer.update({ where: { userId }, data: ofBuyer })
  const subject = await prisma.auditEntry.findFirstOrThrow({ where: { action: 'buyer.saved' }, select: { subjectId: true } })
  await recordAudit(
    prisma,
    { userId: null, email: null },
    {
      action: 'buyer.saved',
      subjectType: 'buyer',
      subjectId: subject.subjectId,
      before: { vatNumber: ofBuyer.vatNumber },
      after: { ...details },
    },
  )
  const named = { email: put('LedgerAccount', 'email'), fullName: put('LedgerAccount', 'fullName') }
  const account = await prisma.ledgerAccount.create({ data: { buyerId, ...named } })
  const document = await prisma.billingDocument.create({ data: { purpose: 'repair', buyerId, accountId: account.id } })
  await prisma.billingLine.create({ data: { documentId: document.id, description: put('BillingLine', 'description') } })
  await prisma.billingDocument.update({
    where: { id: document.id },
    data: {
      ...{ state: 'issued', number: 'INV-2026-90001', year: 2026, place: 90_001, issuedAt: past, issuedOn: day, suppliedOn: day },
      ...{ buyer: { name: put('BillingDocument', 'buyer') }, reason: put('BillingDocument', 'reason') },
    },
  })
  const payment = await prisma.payment.create({
    data: {
      ...{ accountId: account.id, buyerId, method: 'transfer', amount: 1, receivedOn: day, reference: put('Payment', 'reference') },
      ...{ note: put('Payment', 'note'), externalId: put('Payment', 'externalId'), reversalReason: put('Payment', 'reversalReason') },
    },
  })
  const refund = (field: keyof Columns['Refund']) => put('Refund', field)
  await prisma.refund.create({
    data: {
      ...{ paymentId: payment.id, amount: 1, state: 'failed', reason: refund('reason'), requestedIp: refund('requestedIp') },
      ...{ decisionNote: refund('decisionNote'), externalId: refund('externalId'), failure: refund('failure') },
    },
  })
  const page = { externalId: put('CheckoutSession', 'externalId'), url: put('CheckoutSession', 'url') }
  await prisma.checkoutSession.create({ data: { buyerId, amount: 1, state: 'ended', ...page } })
  const line = { description: put('BankLine', 'description'), reference: put('BankLine', 'reference') }
  await prisma.bankLine.create({
    data: { fingerprint: randomUUID(), bookedOn: day, amount: 1, state: 'matched', paymentId: payment.id, ...line },
  })
}

/** Fills every column. @returns the person, and the text of each column, by 'Model.field' */
export async function fillPersonalColumns(shop: TestShop) {
  const texts = new Map<string, string>()
  const put: Put = (model, field, text = `zz-${model}-${field}-zz`.toLowerCase()) => {
    texts.set(`${model}.${field}`, text)
    return text
  }
  const person = await shop.signIn('customer')
  const email = await fillAccount(shop, person, put)
  const whole = { ...person, email }
  await fillRepair(shop, whole, put)
  await fillTradeIn(shop, whole, put)
  await fillCredit(shop, whole, put)
  await fillBilling(shop, whole, put)
  // A queued email.
  const data = { to: email, subject: 'zz-queue-subject-zz', sealed: '', postedAt: TEST_NOW.toISOString() }
  await shop.services.jobs.postMany(shop.db.prisma, EMAIL_QUEUE, [{ id: randomUUID(), data }], { inSeconds: 3_600 })
  return { ...whole, texts }
}
