import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settleCards } from '~/server/billing/card/settle-cards'
import { takePage } from '~/server/billing/card/settle-payment-page'
import { startBackground } from '~/server/office/housekeeping/background-jobs'
import { openPaymentsShop, type PaymentsShop } from '../setup/payments-shop'

/** Pages of the card provider that are still open when nothing is owed any more. */

type SignedIn = Awaited<ReturnType<PaymentsShop['signIn']>>
let shop: PaymentsShop
let admin: SignedIn
let customer: SignedIn
beforeAll(async () => {
  shop = await openPaymentsShop()
  admin = await shop.signIn('admin')
  customer = await shop.signIn('customer')
})
beforeEach(() => {
  shop.stripe.fault = undefined
  shop.emails.length = 0
})
afterAll(() => shop.close())

async function round() {
  const { cardPayments } = shop.services
  if (!cardPayments) throw new Error('There are no card payments')
  await settleCards({ ...shop.services, cardPayments })
}
const hear = async (url: string) => {
  const page = await shop.services.cardPayments?.readPage(shop.stripe.sessionOf(url).id)
  if (!page) throw new Error('There is no such page')
  return takePage(shop.services, page)
}
async function ordered(totalAmount = 70) {
  const order = await shop.db.prisma.order.create({
    data: shop.factories.order({ userId: customer.userId, status: 'pending', totalAmount }),
  })
  const { url } = await customer.caller.payments.start({ orderId: order.id })
  return { id: order.id, url, state: () => shop.stripe.sessionOf(url).status }
}
const rowOf = (nounId: string) => shop.db.prisma.checkoutSession.findFirstOrThrow({ where: { nounId } })
const toStaff = () => shop.emails.filter(({ subject }) => subject.startsWith('Paid by card, and not asked for any more'))

describe('a page to pay on is ended', () => {
  it.each([
    ['its order was cancelled', (id: string) => admin.caller.orders.updateStatus({ id, status: 'cancelled' })],
    [
      'its order was cancelled by plain SQL',
      (id: string) => shop.db.prisma.$executeRaw`UPDATE orders SET status = 'cancelled' WHERE id = ${id}::uuid`,
    ],
    [
      'a part was paid otherwise',
      (orderId: string) => admin.caller.payments.record({ orderId, method: 'cash', amount: 10, receivedOn: '2026-11-20' }),
    ],
    ['its order is gone', (id: string) => shop.db.prisma.order.delete({ where: { id } })],
  ])('once %s', async (_name, change) => {
    const { id, state } = await ordered()
    await round()
    expect(state()).toBe('open')
    await change(id)
    await round()
    expect(state()).toBe('expired')
    expect(await rowOf(id)).toMatchObject({ state: 'ended' })
  })

  it('once its invoice was credited', async () => {
    const repair = await shop.agreed(customer.userId, 90)
    const invoice = await admin.caller.invoices.issue({ repairId: repair.id })
    const { url } = await customer.caller.payments.start({ invoiceId: invoice.id })
    await admin.caller.invoices.credit({ id: invoice.id, reason: 'Goodwill' })
    await round()
    expect(shop.stripe.sessionOf(url).status).toBe('expired')
  })

  it('by the next round where the provider does not answer', async () => {
    const { id, state } = await ordered()
    await admin.caller.orders.updateStatus({ id, status: 'cancelled' })
    for (const phase of ['before', 'after']) {
      shop.stripe.fault = (at) => (at.operation.endsWith('/expire') && at.phase === phase ? 'cut' : undefined)
      await round()
      expect(await rowOf(id)).toMatchObject({ state: 'open' })
    }
    shop.stripe.fault = undefined
    await round()
    expect([state(), (await rowOf(id)).state]).toEqual(['expired', 'ended'])
  })

  it('soon after, by whichever process', async () => {
    await startBackground(shop.services)
    shop.services.jobs.start()
    const { id, state } = await ordered()
    await admin.caller.orders.updateStatus({ id, status: 'cancelled' })
    await expect.poll(state, { timeout: 10_000 }).toBe('expired')
    await expect.poll(async () => (await rowOf(id)).state, { timeout: 10_000 }).toBe('ended')
  })
})

describe('money that comes all the same', () => {
  it('stands on account, once, and those who may deal with payments are told', async () => {
    const [limited, other] = [await shop.signIn('admin'), await shop.signIn('admin')]
    const setScopes = (userId: string, scopes: string[]) => shop.db.prisma.profile.update({ where: { userId }, data: { scopes } })
    await setScopes(limited.userId, ['payments:write'])
    await setScopes(other.userId, ['orders:write', 'payments:read'])
    const { id, url } = await ordered()
    shop.stripe.pay(url)
    await admin.caller.orders.updateStatus({ id, status: 'cancelled' })
    await Promise.all([round(), hear(url), hear(url)])
    expect(await rowOf(id)).toMatchObject({ state: 'paid' })
    const payment = await shop.db.prisma.payment.findFirstOrThrow({ where: { nounId: id } })
    expect([payment.amount.toNumber(), payment.onAccount.toNumber()]).toEqual([70, 70])
    await shop.services.jobs.settled()
    expect(
      toStaff()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual([admin.email, limited.email].toSorted())
    expect(toStaff()[0]?.text).toContain('When it came, €0.00 was left to pay')
    expect(
      shop.emails.filter(({ to }) => to === customer.email).map(({ text }) => text.includes('for you until an invoice asks for it')),
    ).toEqual([true])
    const { rows } = await admin.caller.audit.history({ subjectType: 'payment', subjectId: payment.id })
    expect(rows[0]).toMatchObject({ action: 'payment.received', after: { unasked: 70 } })
  })

  it('is told of no more than was not asked for, and not at all where all was', async () => {
    const { id, url } = await ordered(100)
    shop.stripe.pay(url)
    await admin.caller.payments.record({ orderId: id, method: 'cash', amount: 40, receivedOn: '2026-11-20' })
    await hear(url)
    await shop.services.jobs.settled()
    expect(new Set(toStaff().map(({ subject }) => subject))).toEqual(new Set(['Paid by card, and not asked for any more: €40.00']))
    shop.emails.length = 0
    const { url: wanted } = await ordered()
    shop.stripe.pay(wanted)
    await hear(wanted)
    await shop.services.jobs.settled()
    expect(toStaff()).toEqual([])
  })
})
