import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settleCards } from '~/server/billing/card/settle-cards'
import { takePage } from '~/server/billing/card/settle-payment-page'
import { takeDisputes } from '~/server/billing/card/take-refunds'
import { describeOnEngines, openOn } from '../setup/database'
import { openPaymentsShop, type PaymentsShop } from '../setup/payments-shop'
import { retireAdministrators, TEST_NOW } from '../setup/shop'

type SignedIn = Awaited<ReturnType<PaymentsShop['signIn']>>
let shop: PaymentsShop
let admin: SignedIn
let customer: SignedIn

beforeAll(async () => {
  shop = await openPaymentsShop({ creditLimit: 1000 })
})
// Sums that one administrator pays back, and one customer gets, count over 30 days.
beforeEach(async () => {
  await retireAdministrators(shop)
  admin = await shop.signIn('admin')
  customer = await shop.signIn('customer')
  shop.stripe.fault = undefined
  shop.stripe.ways.refund = 'succeeded'
})
afterAll(() => shop.close())

const agree = async (own = shop) => expect(await own.sums()).toMatchObject({ stripe: own.stripe.balance(), wrong: 0 })

/** An invoice that was paid by card, with so much more that stands on account. */
async function paidByCard(total: number, own = shop, [desk, buyer] = [admin, customer]) {
  const repair = await own.agreed(buyer.userId, total)
  const invoice = await desk.caller.invoices.issue({ repairId: repair.id })
  const { url } = await buyer.caller.payments.start({ invoiceId: invoice.id })
  own.stripe.pay(url)
  const page = await own.services.cardPayments?.readPage(own.stripe.sessionOf(url).id)
  if (page) await takePage(own.services, page)
  const { rows } = await desk.caller.payments.list({ search: repair.repairNumber })
  return { repair, invoice, paymentId: rows[0]?.id ?? '' }
}

async function paidByHand(total: number, amount: number) {
  const repair = await shop.agreed(customer.userId, total)
  const invoice = await admin.caller.invoices.issue({ repairId: repair.id })
  const given = { invoiceId: invoice.id, method: 'transfer' as const, amount, reference: null, receivedOn: '2026-11-20' }
  return { invoice, ...(await admin.caller.payments.record(given)) }
}
const byId = (id: string) => admin.caller.invoices.byId({ id })
const rowOf = (id: string) => shop.db.prisma.refund.findUniqueOrThrow({ where: { id } })

describe('a refund', () => {
  it('takes what is on account first; then its invoice is owed again, and the answer says so', async () => {
    const { id: paymentId, invoice } = await paidByHand(100, 130)
    const refund = (amount: number) => admin.caller.payments.refund({ paymentId, amount, reason: 'Paid too much' })
    expect(await refund(20)).toMatchObject({
      state: 'done',
      amount: 20,
      isOwn: true,
      notice: 'Written down: you have paid €20.00 back (bank transfer).',
    })
    expect(await byId(invoice.id)).toMatchObject({ owed: 0, paid: 100 })
    expect((await refund(50)).notice).toContain(`${invoice.number} is owed €40.00 again.`)
    expect(await byId(invoice.id)).toMatchObject({ owed: 40, paid: 60 })
    await expect(refund(60.01)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'At most €60.00 of this payment can be paid back.',
      cause: { issues: [{ path: ['amount'] }] },
    })
    await expect(refund(0.005)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await refund(60)
    await expect(refund(0.01)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await agree()
  })

  it('of a card is asked of Stripe once, also where the call comes twice', async () => {
    const { paymentId, invoice } = await paidByCard(80)
    const key = { idempotencyKey: 'a-refund-of-the-test-01' }
    const ask = () => admin.caller.payments.refund({ paymentId, amount: 30, reason: 'Goodwill', ...key })
    const [one, other] = await Promise.all([ask(), ask()])
    expect(one).toMatchObject({ state: 'done', notice: expect.stringContaining(`${invoice.number} is owed €30.00 again.`) })
    expect(other.id).toBe(one.id)
    expect(shop.stripe.refunds.size).toBe(1)
    expect([...shop.stripe.refunds.values()]).toMatchObject([{ amount: 3_000, metadata: { refund: one.id } }])
    await agree()
  })

  it('that Stripe refuses is not done, and its money is back where it was', async () => {
    const { paymentId, invoice } = await paidByCard(80)
    shop.stripe.fault = ({ operation, phase }) =>
      operation === 'POST /v1/refunds' && phase === 'before'
        ? { status: 400, body: '{"error":{"type":"invalid_request_error","message":"secret text of Stripe"}}' }
        : undefined
    const answer = await admin.caller.payments.refund({ paymentId, amount: 30, reason: 'Goodwill' })
    expect(answer).toMatchObject({ state: 'failed', failure: 'The card provider could not pay it back' })
    expect(JSON.stringify(answer)).not.toContain('secret')
    expect(await byId(invoice.id)).toMatchObject({ owed: 0, paid: 80 })
    expect((await admin.caller.payments.list({ search: invoice.number ?? '' })).rows).toMatchObject([{ allocated: 80, refunded: 0 }])
    await agree()
  })

  it('that waits at Stripe is done, or failed, when Stripe says so', async () => {
    const { paymentId, invoice } = await paidByCard(80)
    shop.stripe.ways.refund = 'pending'
    const { id, state, notice } = await admin.caller.payments.refund({ paymentId, amount: 80, reason: 'Goodwill' })
    expect([state, notice]).toEqual(['asked', expect.stringContaining('has not said yet')])
    // Reserved: nobody gives it a second time.
    await expect(admin.caller.payments.refund({ paymentId, amount: 1, reason: 'Again' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const there = [...shop.stripe.refunds.values()].at(-1)
    if (there) there.status = 'failed'
    const { cardPayments } = shop.services
    // By the database's clock, which marks changes.
    if (cardPayments) await settleCards({ ...shop.services, cardPayments, now: () => new Date(Date.now() + 600_000) })
    expect(await rowOf(id)).toMatchObject({ state: 'failed' })
    expect(await byId(invoice.id)).toMatchObject({ owed: 0, paid: 80 })
    await agree()
  })

  it('whose answer was lost is found, not made again, however late', async () => {
    for (const [phase, daysLater] of [
      ['before', 0],
      ['after', 0],
      ['after', 3],
    ] as const) {
      const { paymentId } = await paidByCard(80)
      const before = shop.stripe.refunds.size
      shop.stripe.fault = (call) => (call.operation === 'POST /v1/refunds' && call.phase === phase ? 'stall' : undefined)
      const { id, state } = await admin.caller.payments.refund({ paymentId, amount: 20, reason: 'Goodwill' })
      expect(state).toBe('asked')
      shop.stripe.fault = undefined
      const { cardPayments } = shop.services
      const later = new Date(Date.now() + 600_000 + daysLater * 86_400_000)
      if (cardPayments) await settleCards({ ...shop.services, cardPayments, now: () => later })
      expect(await rowOf(id)).toMatchObject({ state: 'done' })
      expect(shop.stripe.refunds.size).toBe(before + 1)
      await agree()
    }
  })
})

describe('a refund above the limit', () => {
  it('waits for a second administrator, who carries it out; nothing moves before', async () => {
    const second = await shop.signIn('admin')
    const { paymentId, invoice } = await paidByCard(1_200)
    const asked = await admin.caller.payments.refund({ paymentId, amount: 1_100, reason: 'Cannot be mended' })
    expect(asked).toMatchObject({ state: 'waiting', because: 'More than €1,000.00' })
    expect(shop.emails.at(-1)?.subject).toContain('€1,100.00 to be paid back')
    expect(await byId(invoice.id)).toMatchObject({ owed: 0, paid: 1_200 })
    // It counts as given back already.
    await expect(admin.caller.payments.refund({ paymentId, amount: 101, reason: 'More' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const { id } = asked
    await expect(admin.caller.payments.approveRefund({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const { rows } = await second.caller.payments.refunds({ state: 'waiting' })
    expect(rows.find((row) => row.id === id)).toMatchObject({
      requestedBy: admin.email,
      isOwn: false,
      whyNot: null,
      number: invoice.number,
    })
    await expect(second.caller.payments.approveRefund({ id, version: 99 })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await second.caller.payments.approveRefund({ id })).toMatchObject({
      state: 'done',
      decidedBy: second.email,
      notice: expect.stringContaining('is owed €1,100.00 again'),
    })
    await expect(second.caller.payments.approveRefund({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await agree()
  })

  it('may be by sums: of one administrator, and for one customer; a second one who refuses says why', async () => {
    const { id: paymentId } = await paidByHand(2_000, 2_000)
    const refund = (who: SignedIn, amount: number) => who.caller.payments.refund({ paymentId, amount, reason: 'In parts' })
    expect((await refund(admin, 600)).state).toBe('done')
    const { id, because } = await refund(admin, 500)
    expect(because).toBe('€1,100.00 by one administrator in 24 hours, which is more than €1,000.00')
    const second = await shop.signIn('admin')
    expect((await refund(second, 450)).because).toMatch(/for one customer/)
    await expect(second.caller.payments.refuseRefund({ id, note: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await second.caller.payments.refuseRefund({ id, note: 'It was mended' })).toMatchObject({
      state: 'refused',
      decisionNote: 'It was mended',
    })
    expect(await refund(second, 400)).toMatchObject({ state: 'done' })
    const { rows } = await admin.caller.audit.history({ subjectType: 'payment', subjectId: paymentId })
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['payment.refund_done', 'payment.refund_waiting', 'payment.refund_refused', 'payment.recorded']),
    )
    await agree()
  })

  it('asks for a recent proof, and an older session asks nothing of anybody', async () => {
    const { id: paymentId } = await paidByHand(2_000, 2_000)
    const later = new Date(TEST_NOW.getTime() + 11 * 60_000)
    const caller = shop.callerOf(admin.sessionId, { services: { ...shop.services, now: () => later } })
    await expect(caller.payments.refund({ paymentId, amount: 1_500, reason: 'Large' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await shop.db.prisma.refund.count({ where: { paymentId } })).toBe(0)
  })

  it('cannot be approved once a lost dispute has taken the money', async () => {
    const { paymentId } = await paidByCard(1_500)
    const { id } = await admin.caller.payments.refund({ paymentId, amount: 1_500, reason: 'Large' })
    const { externalId } = await shop.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } })
    shop.stripe.dispute(externalId ?? '', 150_000, 'lost')
    if (shop.services.cardPayments) await takeDisputes(shop.services, shop.services.cardPayments, externalId ?? '')
    const second = await shop.signIn('admin')
    await expect(second.caller.payments.approveRefund({ id })).rejects.toMatchObject({ code: 'CONFLICT', message: /Only €0.00/ })
    expect(await shop.sums()).toMatchObject({ wrong: 0 })
  })
})

describeOnEngines('refunds at once on %s', (engine) => {
  it('never give more than there is, whoever asks', async () => {
    const own = await openPaymentsShop({ db: await openOn(engine), creditLimit: 10_000 })
    const [desk, buyer] = [await own.signIn('admin'), await own.signIn('customer')]
    const { paymentId, invoice } = await paidByCard(100, own, [desk, buyer])
    const asked = await Promise.allSettled(
      Array.from({ length: 6 }, () => desk.caller.payments.refund({ paymentId, amount: 30, reason: 'At once' })),
    )
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await desk.caller.invoices.byId({ id: invoice.id })).toMatchObject({ owed: 90, paid: 10 })
    await agree(own)
    const { faults } = await desk.caller.credit.verify({})
    expect(faults).toEqual([])
    await own.close()
  })
})
