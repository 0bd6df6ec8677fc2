import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { remindOfInvoices } from '~/server/billing/invoices/invoice-emails'
import { openTestShop, retireAdministrators, TEST_NOW, type TestShop } from '../setup/shop'

/** One rule decides the amount owed: lists, pages, reminders, interest and payments of the same work agree in every state. */

type SignedIn = Awaited<ReturnType<TestShop['signIn']>>
const DAY_MS = 24 * 60 * 60 * 1000
let shop: TestShop
let admin: SignedIn
let customer: SignedIn
let clock = TEST_NOW
beforeAll(async () => {
  shop = await openTestShop({ creditLimit: 1_000_000, now: () => clock })
})
beforeEach(async () => {
  await retireAdministrators(shop)
  clock = TEST_NOW
  admin = await shop.signIn('admin')
  customer = await shop.signIn('customer')
  await shop.db.prisma.user.update({ where: { id: customer.userId }, data: { emailVerifiedAt: TEST_NOW } })
})
afterAll(() => shop.close())

async function newOrder(totalAmount: number) {
  const order = shop.factories.order({ userId: customer.userId, status: 'processing', totalAmount })
  await shop.db.prisma.order.create({ data: order })
  return order
}
/** A repair with an accepted estimate, completed and billed. */
async function billedRepair(total: number) {
  const row = await shop.db.prisma.repair.create({ data: { userId: customer.userId, status: 'repairing', deviceInfo: {} } })
  await shop.db.prisma.caseQuote.create({ data: { caseId: row.id, number: 1, state: 'accepted', total } })
  await admin.caller.repairs.saveActualLines({ id: row.id, lines: [{ kind: 'labour', label: 'Board', quantity: 1, price: total }] })
  await admin.caller.repairs.updateStatus({ id: row.id, status: 'completed' })
  const { invoices } = await billOf('repairs', row.id)
  return { ...row, invoiceId: invoices[0]?.id ?? '' }
}
const billOf = (noun: 'repairs' | 'orders', id: string) => admin.caller.invoices.bill({ noun, id })
/** Moves the clock a month beyond the due day. */
const later = async () => {
  clock = new Date(TEST_NOW.getTime() + 60 * DAY_MS)
  // No session lasts that long.
  admin = await shop.signIn('admin')
}
const remind = async () => {
  await remindOfInvoices(shop.services)
  await shop.services.jobs.settled()
}
const remindersTo = (email: string) => shop.emails.filter(({ to, subject }) => to === email && subject.includes('was due'))

describe('a cancelled order', () => {
  it('that was billed is owed no more: nobody is asked, reminded or charged interest, and a credit note is proposed', async () => {
    const order = await newOrder(9140)
    const { id: invoiceId, number } = await admin.caller.invoices.issue({ orderId: order.id })
    const before = await admin.caller.invoices.debtors()
    const { notices } = await admin.caller.orders.updateStatus({ id: order.id, status: 'cancelled' })
    expect(notices).toEqual([
      `€9,140.00 is billed for ${order.orderNumber}. Nobody is reminded of it or charged interest any more: issue the credit note on its bill.`,
    ])
    expect(await billOf('orders', order.id)).toMatchObject({
      ...{ due: 0, dueNow: 0, depositDue: 0, unbilled: 0, toCredit: 9140, dueOn: null, isOverdue: false },
      proposal: { invoiceId, amount: 9140, reason: 'The order is cancelled' },
    })
    const page = await customer.caller.account.order({ number: order.orderNumber })
    expect(page).toMatchObject({ bill: { due: 0, dueNow: 0, invoices: [{ owed: 9140, toCredit: 9140 }] }, credit: { left: 0 } })
    expect(await customer.caller.invoices.own({ isOwed: true })).toMatchObject({ rows: [] })
    expect(await admin.caller.invoices.account({ userId: customer.userId })).toMatchObject({ owed: 0, overdue: 0 })
    const debtors = await admin.caller.invoices.debtors()
    expect(debtors.rows.map(({ userId }) => userId)).not.toContain(customer.userId)
    expect(debtors.totals).toMatchObject({ owed: before.totals.owed - 9140, toCredit: before.totals.toCredit + 9140 })
    expect(await customer.caller.payments.ways({ invoiceId })).toMatchObject({ amount: 0 })
    await expect(customer.caller.payments.ways({ orderId: order.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await admin.caller.invoices.saveBuyer({ userId: customer.userId, isBusiness: true, company: 'Mining Ltd' })
    await later()
    await remind()
    expect(remindersTo(customer.email)).toEqual([])
    expect(await admin.caller.invoices.interestOf({ id: invoiceId })).toEqual({ months: 0, amount: 0 })
    await expect(admin.caller.invoices.chargeInterest({ id: invoiceId })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The work has come to nothing: credit the invoice instead.',
    })
    expect((await admin.caller.invoices.list()).overdue).toBe(0)
    // Reopened, the order is owed again; credited, it is settled.
    await admin.caller.orders.updateStatus({ id: order.id, status: 'processing' })
    expect(await billOf('orders', order.id)).toMatchObject({ due: 9140, toCredit: 0, proposal: null })
    await remind()
    expect(remindersTo(customer.email)).toMatchObject([{ subject: expect.stringContaining(number ?? '') as string }])
    await admin.caller.orders.updateStatus({ id: order.id, status: 'cancelled' })
    await admin.caller.invoices.credit({ id: invoiceId, reason: 'The order is cancelled' })
    expect(await billOf('orders', order.id)).toMatchObject({ due: 0, toCredit: 0, proposal: null, billed: 9140, credited: 9140 })
  })

  it('that was never billed shows nothing due, and a bill that waits is withdrawn', async () => {
    const order = await newOrder(70)
    await shop.db.prisma.billingDocument.create({ data: { purpose: 'order', noun: 'orders', nounId: order.id, waitsFor: ['address'] } })
    await admin.caller.orders.updateStatus({ id: order.id, status: 'cancelled' })
    expect(await billOf('orders', order.id)).toMatchObject({ due: 0, unbilled: 0, invoices: [] })
    expect(await customer.caller.account.order({ number: order.orderNumber })).toMatchObject({ bill: null, credit: { left: 0 } })
    await expect(admin.caller.invoices.issue({ orderId: order.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('that was paid proposes the credit note, after which the money is on account', async () => {
    const order = await newOrder(300)
    const { id: invoiceId } = await admin.caller.invoices.issue({ orderId: order.id })
    await admin.caller.payments.record({ invoiceId, method: 'card', amount: 300, receivedOn: '2026-11-20' })
    await admin.caller.orders.updateStatus({ id: order.id, status: 'cancelled' })
    expect(await billOf('orders', order.id)).toMatchObject({ due: 0, proposal: { amount: 300 } })
    await admin.caller.invoices.credit({ id: invoiceId, reason: 'Cancelled' })
    expect(await billOf('orders', order.id)).toMatchObject({
      due: 0,
      billed: 300,
      credited: 300,
      paid: 300,
      onAccount: 300,
      proposal: null,
    })
  })
})

describe('a repair that comes to nothing', () => {
  it('returned unrepaired is owed the fee alone, and the rest is to be credited', async () => {
    const repair = await billedRepair(175)
    expect(await billOf('repairs', repair.id)).toMatchObject({ due: 175, toCredit: 0 })
    await admin.caller.repairs.returnUnrepaired({ id: repair.id, reason: 'not_repairable', fee: 30 })
    expect(await billOf('repairs', repair.id)).toMatchObject({ cost: 30, due: 30, toCredit: 145, proposal: { amount: 145 } })
    expect(await admin.caller.repairs.leftToPay({ ids: [{ id: repair.id }] })).toMatchObject({ amount: 30 })
    expect(await customer.caller.payments.ways({ invoiceId: repair.invoiceId })).toMatchObject({ amount: 30 })
    expect(await customer.caller.invoices.own({ isOwed: true })).toMatchObject({ rows: [{ owed: 175, toCredit: 145 }] })
    expect(await admin.caller.invoices.account({ userId: customer.userId })).toMatchObject({ owed: 30 })
    await later()
    await remind()
    expect(remindersTo(customer.email)).toMatchObject([{ subject: expect.stringContaining('€30.00') as string }])
  })

  it('without a fee is not owed, and nobody is reminded', async () => {
    const repair = await billedRepair(80)
    await admin.caller.repairs.returnUnrepaired({ id: repair.id, reason: 'no_fault_found', fee: 0 })
    expect(await billOf('repairs', repair.id)).toMatchObject({ due: 0, toCredit: 80, proposal: { amount: 80 } })
    await later()
    await remind()
    expect(remindersTo(customer.email)).toEqual([])
  })
})

describe('a bill after a credit note', () => {
  it('does not offer the credited part again, and shows billed, credited, paid, on account and left', async () => {
    const { id, invoiceId } = await billedRepair(175)
    const invoice = await admin.caller.invoices.byId({ id: invoiceId })
    await admin.caller.payments.record({ invoiceId, method: 'card', amount: 175, receivedOn: '2026-11-20' })
    await admin.caller.invoices.credit({ id: invoiceId, lines: [{ lineId: invoice.lines[0]?.id ?? '', amount: 25 }], reason: 'Goodwill' })
    expect(await billOf('repairs', id)).toMatchObject({ unbilled: 0, billed: 175, credited: 25, paid: 175, onAccount: 25, due: 0 })
    expect(await customer.caller.invoices.ownBill({ noun: 'repairs', id })).toMatchObject({ billed: 175, credited: 25, onAccount: 25 })
    // Money on account counts although nothing is owed.
    expect((await admin.caller.invoices.debtors()).totals.onAccount).toBeGreaterThanOrEqual(25)
    expect(await admin.caller.invoices.account({ userId: customer.userId })).toEqual({ owed: 0, overdue: 0, onAccount: 25 })
  })

  it('of the whole offers the work to be billed anew', async () => {
    const { id, invoiceId } = await billedRepair(60)
    await admin.caller.invoices.credit({ id: invoiceId, reason: 'Wrong name' })
    expect(await billOf('repairs', id)).toMatchObject({ unbilled: 60, due: 0, billed: 60, credited: 60 })
    await admin.caller.invoices.issue({ repairId: id })
    expect(await billOf('repairs', id)).toMatchObject({ unbilled: 0, due: 60 })
  })
})
