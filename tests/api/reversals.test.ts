import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnEngines, openOn } from '../setup/database'
import { openPaymentsShop, type PaymentsShop } from '../setup/payments-shop'
import { verifyCredit } from '~/server/billing/store-credit/verify-ledger'

/** Payments that were recorded by mistake. */

describeOnEngines('a payment by mistake on %s', (engine) => {
  let shop: PaymentsShop
  let admin: Awaited<ReturnType<PaymentsShop['signIn']>>
  let customer: Awaited<ReturnType<PaymentsShop['signIn']>>
  beforeAll(async () => {
    shop = await openPaymentsShop({ db: await openOn(engine) })
    admin = await shop.signIn('admin')
    customer = await shop.signIn('customer')
  })
  afterAll(() => shop.close())

  const invoiceOf = async (total: number) => {
    const repair = await shop.agreed(customer.userId, total)
    return { repair, ...(await admin.caller.invoices.issue({ repairId: repair.id })) }
  }
  const record = (invoiceId: string, amount: number, more: object = {}) =>
    admin.caller.payments.record({ invoiceId, method: 'cash', amount, reference: null, receivedOn: '2026-11-20', ...more })
  const reverse = (paymentId: string, more: object = {}) => admin.caller.payments.reverse({ paymentId, reason: 'Typed twice', ...more })
  const byId = (id: string) => admin.caller.invoices.byId({ id })
  const billOf = (id: string) => admin.caller.invoices.bill({ noun: 'repairs', id })

  it('is undone: its bill is owed again, nothing is given back, and the books agree', async () => {
    const { id, repair } = await invoiceOf(100)
    const payment = await record(id, 130)
    expect(await byId(id)).toMatchObject({ owed: 0, paid: 100 })
    const before = shop.emails.length
    expect(await reverse(payment.id)).toMatchObject({
      reversed: { reason: 'Typed twice' },
      ...{ amount: 130, allocated: 0, onAccount: 0, refunded: 0, refunds: [] },
    })
    expect(await byId(id)).toMatchObject({ owed: 100, paid: 0, state: 'due' })
    expect(await billOf(repair.id)).toMatchObject({ due: 100, paid: 0, onAccount: 0, payments: [{ reversed: { reason: 'Typed twice' } }] })
    // The customer, who has a receipt, gets an email, and sees the payment as reversed without the staff's reason.
    expect(shop.emails.slice(before).map(({ subject }) => subject)).toEqual(['Our receipt for €130.00 was a mistake'])
    expect(await customer.caller.invoices.ownBill({ noun: 'repairs', id: repair.id })).toMatchObject({
      due: 100,
      payments: [{ reversed: { reason: null } }],
    })
    const period = { from: '2026-11-20', to: '2026-11-20' }
    expect((await admin.caller.invoices.received(period)).days).toEqual([])
    const entry = await shop.db.prisma.auditEntry.findFirst({ where: { action: 'payment.reversed', subjectId: payment.id } })
    expect(entry?.after).toMatchObject({ amount: 130, reason: 'Typed twice' })
    expect(await shop.sums()).toMatchObject({ received: 0, wrong: 0 })
    expect(await verifyCredit(shop.services, {})).toMatchObject({ faults: [] })
  })

  it('is undone once, however often it is asked for, and cannot be refunded or put against another bill then', async () => {
    const { id } = await invoiceOf(100)
    const payment = await record(id, 100)
    const key = { idempotencyKey: 'a-reversal-of-the-test-1' }
    const [one, other] = await Promise.all([reverse(payment.id, key), reverse(payment.id, key)])
    expect(other).toEqual(one)
    const tries = await Promise.allSettled([reverse(payment.id), reverse(payment.id)])
    expect(tries).toMatchObject([
      { status: 'rejected', reason: { code: 'CONFLICT' } },
      { status: 'rejected', reason: { code: 'CONFLICT' } },
    ])
    await expect(admin.caller.payments.refund({ paymentId: payment.id, amount: 1, reason: 'x' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await expect(admin.caller.payments.applyTo({ paymentId: payment.id, invoiceId: id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(reverse(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(reverse(payment.id, { reason: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await shop.sums()).toMatchObject({ wrong: 0 })
  })

  it('gives way to what else has come: other money on account pays the bill', async () => {
    const { id, repair } = await invoiceOf(100)
    const wrong = await record(id, 100)
    await record(id, 60, { method: 'transfer', confirmed: true })
    expect(await billOf(repair.id)).toMatchObject({ due: 0, onAccount: 60 })
    await reverse(wrong.id)
    expect(await billOf(repair.id)).toMatchObject({ due: 40, onAccount: 0, paid: 60 })
  })

  it('that pays several bills is undone in all of them', async () => {
    const [one, other] = [await invoiceOf(50), await invoiceOf(40)]
    const payment = await record(one.id, 90)
    await admin.caller.payments.applyTo({ paymentId: payment.id, invoiceId: other.id })
    expect(await byId(other.id)).toMatchObject({ owed: 0 })
    await reverse(payment.id)
    expect([(await byId(one.id)).owed, (await byId(other.id)).owed]).toEqual([50, 40])
    expect(await shop.sums()).toMatchObject({ wrong: 0 })
  })

  it('that was matched with a line of the bank’s opens that line again, for the right bill', async () => {
    const [wrong, right] = [await invoiceOf(70), await invoiceOf(70)]
    await admin.caller.payments.importBank({ csv: 'Date,Reference,Amount,Currency\n19/11/2026,From a friend,70.00,EUR', choices: [] })
    const [line] = (await admin.caller.payments.bankLines({ state: 'open' })).rows
    const match = (invoiceId: string) => admin.caller.payments.matchBankLine({ id: line?.id ?? '', invoiceId })
    for (let time = 0; time < 2; time++) {
      const { paymentId } = await match(wrong.id)
      await reverse(paymentId ?? '', { reason: 'Another customer' })
      expect((await admin.caller.payments.bankLines({ state: 'open' })).rows).toMatchObject([{ id: line?.id, paymentId: null }])
    }
    await match(right.id)
    expect([(await byId(wrong.id)).owed, (await byId(right.id)).owed]).toEqual([70, 0])
    expect(await shop.sums()).toMatchObject({ wrong: 0 })
  })

  it('is none where some of it was paid back, or the card provider took it', async () => {
    const { id } = await invoiceOf(100)
    const refunded = await record(id, 100)
    await admin.caller.payments.refund({ paymentId: refunded.id, amount: 10, reason: 'Goodwill' })
    await expect(reverse(refunded.id)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('paid back') })
    const card = await invoiceOf(80)
    const { url } = await customer.caller.payments.start({ invoiceId: card.id })
    shop.stripe.pay(url)
    const { takePage } = await import('~/server/billing/card/settle-payment-page')
    const page = await shop.services.cardPayments?.readPage(shop.stripe.sessionOf(url).id)
    if (page) await takePage(shop.services, page)
    const { rows } = await admin.caller.payments.list({ search: card.number ?? '' })
    await expect(reverse(rows[0]?.id ?? '')).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('card provider') })
    // Card payments get a receipt too.
    expect(shop.emails.map(({ subject }) => subject)).toContain(`Receipt: €80.00 for repair ${card.repair.repairNumber}`)
  })

  it('whose receipt has not gone out yet takes it along', async () => {
    const held = await openPaymentsShop({ db: await openOn(engine), holdSeconds: 600 })
    const desk = await held.signIn('admin')
    const repair = await held.agreed((await held.signIn('customer')).userId, 50)
    const { id } = await desk.caller.invoices.issue({ repairId: repair.id })
    const payment = await desk.caller.payments.record({
      invoiceId: id,
      method: 'cash',
      amount: 50,
      reference: null,
      receivedOn: '2026-11-20',
    })
    const waiting = () => held.db.prisma.$queryRaw<unknown[]>`SELECT FROM shop_queue.job WHERE id = ${payment.id}::uuid`
    expect(await waiting()).toHaveLength(1)
    await desk.caller.payments.reverse({ paymentId: payment.id, reason: 'Not mine' })
    expect(await waiting()).toHaveLength(0)
    expect(held.emails).toEqual([])
    await held.close()
  })
})

describe('money for work without an invoice', () => {
  let shop: PaymentsShop
  beforeAll(async () => {
    shop = await openPaymentsShop()
  })
  afterAll(() => shop.close())

  it('stands on account, and pays the invoice as soon as there is one', async () => {
    const admin = await shop.signIn('admin')
    const customer = await shop.signIn('customer')
    const repair = await shop.agreed(customer.userId, 379)
    const cash = { method: 'cash' as const, reference: null, receivedOn: '2026-11-20' }
    await expect(admin.caller.payments.record({ repairId: repair.id, amount: 3790, ...cash, method: 'card' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('€379.00 is owed'),
    })
    expect(await admin.caller.payments.record({ repairId: repair.id, amount: 379, ...cash })).toMatchObject({
      onAccount: 379,
      invoiceId: null,
    })
    expect(await admin.caller.invoices.bill({ noun: 'repairs', id: repair.id })).toMatchObject({ due: 0, onAccount: 379 })
    expect(await admin.caller.invoices.issue({ repairId: repair.id })).toMatchObject({ owed: 0, paid: 379 })
    await expect(admin.caller.payments.record({ repairId: repair.id, orderId: repair.id, amount: 1, ...cash })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await expect(admin.caller.payments.record({ amount: 1, ...cash })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const nobodys = await shop.agreed(null, 10)
    await expect(admin.caller.payments.record({ repairId: nobodys.id, amount: 10, ...cash })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(admin.caller.payments.record({ orderId: repair.id, amount: 10, ...cash })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
