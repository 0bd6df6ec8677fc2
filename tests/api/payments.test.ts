import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openStripe } from '~/server/billing/stripe/stripe-client'
import { settleCards } from '~/server/billing/card/settle-cards'
import { takePage } from '~/server/billing/card/settle-payment-page'
import { describeOnEngines, openOn } from '../setup/database'
import { openPaymentsShop, type PaymentsShop } from '../setup/payments-shop'
import { STRIPE_KEY, STRIPE_SECRET } from '../setup/stripe-server'

type SignedIn = Awaited<ReturnType<PaymentsShop['signIn']>>
let shop: PaymentsShop
let admin: SignedIn
let customer: SignedIn

beforeAll(async () => {
  shop = await openPaymentsShop()
  admin = await shop.signIn('admin')
  customer = await shop.signIn('customer')
})
afterAll(() => shop.close())

const unavailable = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'Card payments are not available at the moment. Please try again later, or pay by bank transfer.',
}
/** Reads what Stripe has of a page, as the webhook does. */
const hear = async (page: string) => {
  const { cardPayments } = shop.services
  const found = await cardPayments?.readPage(shop.stripe.sessionOf(page).id)
  if (!found) throw new Error('There is no such page')
  return takePage(shop.services, found)
}
const rowsOf = (nounId: string) => shop.db.prisma.checkoutSession.findMany({ where: { nounId }, orderBy: { createdAt: 'asc' } })

describe('paying by card', () => {
  it('asks for what is left of an accepted estimate, and sends whoever has the link back to it', async () => {
    const repair = await shop.agreed(customer.userId, 175)
    const token = await shop.link(repair.id)
    const { url } = await shop.visitor.payments.start({ token })
    const [page] = await rowsOf(repair.id)
    expect(shop.stripe.sessionOf(url)).toMatchObject({
      amount_total: 17_500,
      currency: 'eur',
      line: `Repair ${repair.repairNumber}`,
      success_url: `http://localhost:3000/track/${token}?paid=${page?.id}`,
    })
    // The same page, from the account too, while it lasts.
    expect(await shop.visitor.payments.start({ token })).toEqual({ url })
    expect(await customer.caller.payments.start({ repairId: repair.id })).toEqual({ url })
    expect(await rowsOf(repair.id)).toMatchObject([{ state: 'open', url }])
    shop.stripe.pay(url)
    expect(await hear(url)).toBe('done')
    expect(await hear(url)).toBe('unchanged')
    expect(await shop.visitor.payments.ways({ token })).toEqual({ card: true, transfer: null, amount: 0 })
    await expect(shop.visitor.payments.start({ token })).rejects.toMatchObject({ code: 'CONFLICT', message: 'There is nothing to pay.' })
    const { rows } = await admin.caller.payments.list({ search: repair.repairNumber })
    // The payment names that very page, for those who come back from it.
    expect(rows).toMatchObject([
      { method: 'stripe', amount: 175, onAccount: 175, allocated: 0, nounNumber: repair.repairNumber, checkoutId: page?.id },
    ])
    // The invoice takes what stands on account.
    const invoice = await admin.caller.invoices.issue({ repairId: repair.id })
    expect(invoice).toMatchObject({ state: 'settled', owed: 0, paid: 175 })
    expect(await shop.sums()).toMatchObject({ wrong: 0 })
  })

  it('asks for an invoice less store credit that is held for its repair', async () => {
    const repair = await shop.agreed(customer.userId, 100)
    await admin.caller.credit.adjust({ userId: customer.userId, amount: 40, reason: 'Goodwill' })
    await customer.caller.credit.payRepair({ repairId: repair.id, amount: 40 })
    const { id: invoiceId, number } = await admin.caller.invoices.issue({ repairId: repair.id })
    const { url } = await customer.caller.payments.start({ invoiceId })
    expect(shop.stripe.sessionOf(url)).toMatchObject({
      amount_total: 6_000,
      line: `Invoice ${number}`,
      success_url: expect.stringContaining(`http://localhost:3000/account/repairs/${repair.repairNumber}?paid=`),
    })
    await shop.db.prisma.sellerDetails.create({ data: { id: 1, iban: 'GB33BUKB20201555555555', accountName: 'Ohmfield' } })
    expect(await customer.caller.payments.ways({ invoiceId })).toMatchObject({
      card: true,
      amount: 60,
      transfer: { iban: 'GB33BUKB20201555555555', accountName: 'Ohmfield', reference: number },
    })
  })

  it('ends a page whose amount no longer fits, and takes what was paid on it meanwhile', async () => {
    const repair = await shop.agreed(customer.userId, 80)
    const { url: first } = await customer.caller.payments.start({ repairId: repair.id })
    await shop.db.prisma.caseQuote.updateMany({ where: { caseId: repair.id }, data: { total: 90 } })
    await shop.db.prisma.repair.update({ where: { id: repair.id }, data: { actualCost: 90 } })
    const { url: second } = await customer.caller.payments.start({ repairId: repair.id })
    expect(second).not.toBe(first)
    expect((await rowsOf(repair.id)).map(({ state }) => state)).toEqual(['ended', 'open'])
    await shop.db.prisma.repair.update({ where: { id: repair.id }, data: { actualCost: 70 } })
    shop.stripe.pay(second)
    // The payment is found when the page is to be ended: more than is owed now.
    await expect(customer.caller.payments.start({ repairId: repair.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await rowsOf(repair.id)).map(({ state }) => state)).toEqual(['ended', 'paid'])
    const invoice = await admin.caller.invoices.issue({ repairId: repair.id })
    expect(invoice).toMatchObject({ total: 70, owed: 0 })
    const { rows } = await admin.caller.payments.list({ search: repair.repairNumber, onlyOnAccount: true })
    expect(rows).toMatchObject([{ amount: 90, allocated: 70, onAccount: 20 }])
  })

  it('has one page at a time for a repair, and none for what is less than Stripe takes', async () => {
    const repair = await shop.agreed(customer.userId, 45)
    const { url } = await customer.caller.payments.start({ repairId: repair.id })
    const { id: invoiceId } = await admin.caller.invoices.issue({ repairId: repair.id })
    await customer.caller.payments.start({ invoiceId })
    expect(shop.stripe.sessionOf(url)).toMatchObject({ status: 'expired' })
    const small = await shop.agreed(customer.userId, 0.49)
    expect(await customer.caller.payments.ways({ repairId: small.id })).toMatchObject({ card: false, amount: 0.49 })
    await expect(customer.caller.payments.start({ repairId: small.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: /from €0.50 on/,
    })
  })

  it('is for whoever it belongs to alone', async () => {
    const other = await shop.signIn('customer')
    const repair = await shop.agreed(customer.userId, 50)
    const { id: invoiceId } = await admin.caller.invoices.issue({ repairId: repair.id })
    const order = shop.factories.order({ userId: customer.userId, status: 'pending', totalAmount: 70 })
    await shop.db.prisma.order.create({ data: order })
    for (const input of [{ repairId: repair.id }, { invoiceId }, { orderId: order.id }]) {
      await expect(shop.visitor.payments.start(input)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
      for (const call of ['start', 'ways'] as const)
        await expect(other.caller.payments[call](input)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    await expect(shop.visitor.payments.start({ token: 'no-such-link' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { url } = await customer.caller.payments.start({ orderId: order.id })
    expect(shop.stripe.sessionOf(url)).toMatchObject({ amount_total: 7_000, line: `Order ${order.orderNumber}` })
    await shop.db.prisma.order.update({ where: { id: order.id }, data: { externalId: 'gid://shop/1' } })
    await expect(customer.caller.payments.start({ orderId: order.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('says of a repair without a customer that nobody can be billed', async () => {
    const repair = await shop.agreed(null, 50)
    const token = await shop.link(repair.id)
    expect(await shop.visitor.payments.ways({ token })).toMatchObject({ card: false, amount: 50 })
    await expect(shop.visitor.payments.start({ token })).rejects.toMatchObject({ code: 'CONFLICT', message: /customer account/ })
  })
})

describe('a provider that fails', () => {
  it.each([
    ['stalls', 'stall' as const],
    ['is cut', 'cut' as const],
    ['answers no JSON', { status: 200, body: '<html>' }],
    ['answers something else', { status: 200, body: '{"object":"list"}' }],
    ['has a fault', { status: 500, body: '{"error":{"type":"api_error","message":"secret text of Stripe"}}' }],
    ['knows no such key', { status: 401, body: '{"error":{"type":"invalid_request_error","message":"secret text of Stripe"}}' }],
  ])('%s: a sentence, and the next try succeeds with one page', async (_name, fault) => {
    const repair = await shop.agreed(customer.userId, 33)
    shop.stripe.fault = ({ phase }) => (phase === 'after' ? fault : undefined)
    await expect(customer.caller.payments.start({ repairId: repair.id })).rejects.toMatchObject(unavailable)
    shop.stripe.fault = undefined
    const { url } = await customer.caller.payments.start({ repairId: repair.id })
    // Whatever was made before, an open row and a page that can be paid are the same ones.
    const rows = await rowsOf(repair.id)
    expect(rows.filter(({ state }) => state === 'open')).toMatchObject([{ url, externalId: shop.stripe.sessionOf(url).id }])
    expect(rows.every(({ state }) => state !== 'asked')).toBe(true)
  })

  it('has made a page whose answer was lost: it is found, and ended where there is another', async () => {
    const now = () => new Date()
    const own = await openPaymentsShop({ now })
    const { userId, caller } = await own.signIn('customer')
    const { services, stripe } = own
    const { cardPayments } = services
    if (!cardPayments) throw new Error('There are no card payments')
    const later = { ...services, cardPayments, now: () => new Date(Date.now() + 5 * 60_000) }
    const repair = await own.agreed(userId, 44)
    const token = await own.link(repair.id)
    stripe.fault = ({ phase }) => (phase === 'after' ? 'cut' : undefined)
    await expect(caller.payments.start({ repairId: repair.id })).rejects.toMatchObject(unavailable)
    stripe.fault = undefined
    // Another way back: these are other words for the same row.
    const { url } = await own.visitor.payments.start({ token })
    expect(stripe.sessions.size).toBe(2)
    await settleCards(later)
    expect([...stripe.sessions.values()].map(({ status }) => status).toSorted()).toEqual(['expired', 'open'])
    expect((await own.db.prisma.checkoutSession.findMany()).map(({ state }) => state).toSorted()).toEqual(['ended', 'open'])
    // Nobody hears of the payment but the round.
    stripe.pay(url)
    await settleCards(later)
    expect(await own.visitor.payments.ways({ token })).toMatchObject({ amount: 0 })
    expect(await own.sums()).toEqual({ stripe: stripe.balance(), received: 4_400, wrong: 0 })
    await own.close()
  })

  it('is none: transfers are shown, and nothing else', async () => {
    const own = await openPaymentsShop({ cardPayments: null })
    const { userId, caller } = await own.signIn('customer')
    const repair = await own.agreed(userId, 44)
    expect(await caller.payments.ways({ repairId: repair.id })).toEqual({ card: false, transfer: null, amount: 44 })
    await own.db.prisma.sellerDetails.create({ data: { id: 1, sortCode: '12-34-56', accountNumber: '12345678' } })
    expect(await caller.payments.ways({ repairId: repair.id })).toMatchObject({
      transfer: { sortCode: '12-34-56', accountNumber: '12345678', reference: repair.repairNumber },
    })
    await expect(caller.payments.start({ repairId: repair.id })).rejects.toMatchObject(unavailable)
    await own.close()
  })

  it('is told apart by its keys: those of tests take no real messages', () => {
    const real = openStripe({ secretKey: 'sk_live_key', webhookSecret: STRIPE_SECRET, settleSeconds: 60 })
    const tests = openStripe({ secretKey: STRIPE_KEY, webhookSecret: STRIPE_SECRET, settleSeconds: 60 })
    const { body, headers } = shop.stripe.message('payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' }, { livemode: true })
    const at = shop.services.now()
    expect(real.readEvent(Buffer.from(body), headers['stripe-signature'], at)).toMatchObject({ isOurs: true })
    expect(tests.readEvent(Buffer.from(body), headers['stripe-signature'], at)).toMatchObject({ isOurs: false })
  })
})

describe('a payment that an administrator writes down', () => {
  it('pays its invoice; what is more stands on account, and goes to another invoice of the same buyer', async () => {
    const [one, other] = [await shop.agreed(customer.userId, 60), await shop.agreed(customer.userId, 25)]
    const first = await admin.caller.invoices.issue({ repairId: one.id })
    const second = await admin.caller.invoices.issue({ repairId: other.id })
    const input = { invoiceId: first.id, method: 'transfer' as const, amount: 70, reference: 'BGC 4711', receivedOn: '2026-11-19' }
    const key = { idempotencyKey: 'a-key-of-the-test-0001' }
    const [paid, again] = await Promise.all([
      admin.caller.payments.record({ ...input, ...key }),
      admin.caller.payments.record({ ...input, ...key }),
    ])
    expect(again).toEqual(paid)
    expect(paid).toMatchObject({ method: 'transfer', allocated: 60, onAccount: 10, invoiceNumber: first.number, receivedOn: '2026-11-19' })
    expect(await admin.caller.payments.applyTo({ paymentId: paid.id, invoiceId: second.id })).toMatchObject({ allocated: 70, onAccount: 0 })
    expect(await admin.caller.invoices.byId({ id: second.id })).toMatchObject({ owed: 15, paid: 10 })
    await expect(admin.caller.payments.applyTo({ paymentId: paid.id, invoiceId: second.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    const found = await admin.caller.payments.list({ search: '4711', method: 'transfer' })
    expect(found.rows.map(({ id }) => id)).toEqual([paid.id])
    expect((await admin.caller.payments.list({ search: first.number ?? '' })).rows).toHaveLength(1)
    expect((await admin.caller.payments.list({ search: customer.email, limit: 1 })).nextCursor).not.toBeNull()
    expect(await admin.caller.audit.history({ subjectType: 'payment', subjectId: paid.id })).toMatchObject({
      rows: [{ action: 'payment.applied' }, { action: 'payment.recorded' }],
    })
    expect(await shop.sums()).toMatchObject({ wrong: 0 })
  })

  it('is refused for days to come, half a cent, too much cash, and what is no invoice of that buyer', async () => {
    const repair = await shop.agreed(customer.userId, 1_500)
    const { id: invoiceId } = await admin.caller.invoices.issue({ repairId: repair.id })
    const cash = { invoiceId, method: 'cash' as const, receivedOn: '2026-11-20', reference: null }
    const fieldOf = async (answer: Promise<unknown>) => {
      const failure = await answer.then(
        () => null,
        (reason: unknown) => reason,
      )
      const shape = z.object({ cause: z.object({ issues: z.array(z.object({ path: z.array(z.string()) })).min(1) }) })
      return shape.parse(failure).cause.issues[0]?.path[0]
    }
    const record = (more: object) => admin.caller.payments.record({ ...cash, amount: 10, ...more })
    expect(await fieldOf(record({ receivedOn: '2026-11-21' }))).toBe('receivedOn')
    expect(await fieldOf(record({ amount: 10.005 }))).toBe('amount')
    expect(await fieldOf(record({ amount: 0 }))).toBe('amount')
    await record({ amount: 600 })
    expect(await fieldOf(record({ amount: 400.01 }))).toBe('amount')
    await record({ amount: 400 })
    await expect(record({ invoiceId: repair.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const other = await shop.signIn('customer')
    const theirs = await admin.caller.invoices.issue({ repairId: (await shop.agreed(other.userId, 20)).id })
    const paid = await record({ invoiceId: theirs.id, method: 'card', amount: 30 })
    expect(await fieldOf(admin.caller.payments.applyTo({ paymentId: paid.id, invoiceId }))).toBe('invoiceId')
  })
})

describe('a payment far above what is owed', () => {
  it('is asked about, and taken when the answer is yes', async () => {
    const { id: invoiceId, number } = await admin.caller.invoices.issue({ repairId: (await shop.agreed(customer.userId, 379)).id })
    const record = (amount: number, more: object = {}) =>
      admin.caller.payments.record({ invoiceId, method: 'card', amount, reference: null, receivedOn: '2026-11-20', ...more })
    await expect(record(3_790)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: `Is that right: €3,790.00 for ${number}, of which €379.00 is owed? What is more than is owed stands on account.`,
      cause: { errorCode: 'confirmation_needed', issues: [{ path: ['amount'] }] },
    })
    await expect(record(3_790, { confirmed: false })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await record(3_790, { confirmed: true })).toMatchObject({ allocated: 379, onAccount: 3_411 })
    // Nothing is owed any more: the same amount needs a confirmation too.
    await expect(record(379)).rejects.toMatchObject({ cause: { errorCode: 'confirmation_needed' } })
    expect(await record(20)).toMatchObject({ onAccount: 20 })
  })

  it('is measured by all bills of the same work, and asked about in files of the bank’s too', async () => {
    const repair = await shop.agreed(customer.userId, 100)
    const first = await admin.caller.invoices.issue({ repairId: repair.id })
    await shop.db.prisma.repair.update({ where: { id: repair.id }, data: { actualCost: 900 } })
    await admin.caller.invoices.issue({ repairId: repair.id })
    const csv = `Date,Reference,Amount EUR\n19/11/2026,${first.number},900.00\n19/11/2026,${first.number} again,9000.00`
    const lines = (await admin.caller.payments.previewBank({ csv })).lines.map(({ fingerprint }) => fingerprint)
    const take = (fingerprint = '', more: object = {}) =>
      admin.caller.payments.importBank({ csv, choices: [{ fingerprint, invoiceId: first.id }], ...more })
    expect(await take(lines[0])).toMatchObject({ payments: 1, amount: 900 })
    await expect(take(lines[1])).rejects.toMatchObject({ code: 'BAD_REQUEST', cause: { errorCode: 'confirmation_needed' } })
    const open = (await admin.caller.payments.bankLines({ state: 'open' })).rows.find(({ amount }) => amount === 9_000)
    const match = { id: open?.id ?? '', invoiceId: first.id }
    await expect(admin.caller.payments.matchBankLine(match)).rejects.toMatchObject({ cause: { errorCode: 'confirmation_needed' } })
    expect(await take(lines[1], { confirmed: true })).toMatchObject({ payments: 1, amount: 9_000 })
  })
})

describeOnEngines('parallel starts on %s', (engine) => {
  it('open one page, and payments at once are all there', async () => {
    const own = await openPaymentsShop({ db: await openOn(engine) })
    const [desk, buyer] = [await own.signIn('admin'), await own.signIn('customer')]
    const repair = await own.agreed(buyer.userId, 100)
    const starts = await Promise.all(Array.from({ length: 6 }, () => buyer.caller.payments.start({ repairId: repair.id })))
    expect(new Set(starts.map(({ url }) => url)).size).toBe(1)
    expect(own.stripe.sessions.size).toBe(1)
    const { id: invoiceId } = await desk.caller.invoices.issue({ repairId: repair.id })
    const one = { invoiceId, method: 'transfer' as const, amount: 30, reference: null, receivedOn: '2026-11-20' }
    await Promise.all(Array.from({ length: 5 }, () => desk.caller.payments.record(one)))
    expect(await desk.caller.invoices.byId({ id: invoiceId })).toMatchObject({ owed: 0, paid: 100 })
    expect(await own.sums()).toEqual({ stripe: 0, received: 15_000, wrong: 0 })
    await own.close()
  })
})
