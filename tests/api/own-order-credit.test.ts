import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { remindOfTransfers } from '~/server/stock/sale/checkout/lapse-sales'
import { settleSales } from '~/server/stock/sale/checkout/settle-sales'
import { describeOnEngines, openOn } from '../setup/database'
import { openPaymentsShop, type PaymentsShop } from '../setup/payments-shop'
import { TEST_NOW } from '../setup/shop'

/** Customers pay their orders of the checkout with store credit by themselves. */

const MINUTE_MS = 60_000

describeOnEngines('an order of one’s own, paid with store credit (%s)', (engine) => {
  let shop: PaymentsShop
  let now = TEST_NOW
  let made = 0
  type SignedIn = Awaited<ReturnType<PaymentsShop['signIn']>>
  let desk: SignedIn
  let buyer: SignedIn
  beforeAll(async () => {
    shop = await openPaymentsShop({ now: () => now, sellsHere: true, db: await openOn(engine) })
    await shop.db.prisma.sellerDetails.create({ data: { id: 1, iban: 'GB33BUKB20201555555555', accountName: 'Ohmfield', termsDays: 7 } })
  })
  beforeEach(async () => {
    desk = await shop.signIn('admin')
    buyer = await shop.signIn('customer')
    await desk.caller.credit.adjust({ userId: buyer.userId, amount: 25, reason: 'Goodwill' })
    shop.emails.length = 0
  })
  afterAll(() => shop.close())

  async function place(by: SignedIn, price = 20, payment: 'card' | 'transfer' = 'transfer') {
    const product = shop.factories.product({ name: `Fan ${++made}`, stockQuantity: 1, price, isActive: true })
    await shop.db.prisma.product.create({ data: product })
    const { number, page } = await by.caller.orders.checkout({
      ...{ lines: [{ productId: product.id, quantity: 1 }], total: price, payment, idempotencyKey: `a-press-of-the-button-${++made}` },
      ...{ fullName: 'Walter Grey', email: by.email, deliveryAddress: '12 Foundry Lane\nLeeds LS1 4AP' },
    })
    const { id } = await shop.db.prisma.order.findUniqueOrThrow({ where: { orderNumber: number } })
    return { id, number, product, token: page.split('/').at(-1) ?? '' }
  }
  const spendable = async () => (await buyer.caller.credit.balance()).balance
  const round = async () => {
    await settleSales(shop.services)
    await shop.services.jobs.settled()
  }

  it.each(['transfer', 'card'] as const)('is agreed once nothing is left, by %s too, and used up when it leaves', async (payment) => {
    const { id, number, token } = await place(buyer, 20, payment)
    shop.emails.length = 0
    expect(await buyer.caller.credit.payOwnOrder({ orderId: id, amount: 20 })).toMatchObject({ held: 20, left: 0 })
    expect(await spendable()).toBe(5)
    await round()
    expect(shop.emails.map(({ subject }) => subject)).toContain(`Your order ${number} is paid`)
    expect(await shop.visitor.orders.tracked({ token })).toMatchObject({ standing: 'agreed', status: 'processing', ways: { amount: 0 } })
    // Nobody is asked for what the credit pays: not in the list, not in the letter of an invoice that follows.
    const { rows } = await buyer.caller.invoices.own({})
    expect(rows.map(({ owed, promised }) => [owed, promised])).toEqual([[20, 20]])
    expect((await buyer.caller.invoices.own({ isOwed: true })).rows).toEqual([])
    expect(shop.emails.map(({ text }) => text).join('\n')).not.toContain('Please pay')
    const { payments } = (await buyer.caller.account.order({ number })).credit
    const paymentId = payments[0]?.id ?? ''
    // The goods are its customer's: the credit stays.
    await expect(buyer.caller.credit.cancelPayment({ paymentId })).rejects.toMatchObject({ code: 'CONFLICT' })
    await desk.caller.orders.updateStatus({ id, status: 'completed' })
    expect((await buyer.caller.account.order({ number })).credit).toMatchObject({ captured: 20, held: 0, left: 0 })
  })

  it('pays a part, which can be taken back while the rest is open', async () => {
    const { id, number, token } = await place(buyer, 100)
    await buyer.caller.credit.payOwnOrder({ orderId: id, amount: 25 })
    await round()
    expect(await shop.visitor.orders.tracked({ token })).toMatchObject({ standing: 'held', paid: 0, credit: 25, ways: { amount: 75 } })
    const { payments } = (await buyer.caller.account.order({ number })).credit
    await buyer.caller.credit.cancelPayment({ paymentId: payments[0]?.id ?? '' })
    expect(await spendable()).toBe(25)
    expect(await shop.visitor.orders.tracked({ token })).toMatchObject({ credit: 0, ways: { amount: 100 } })
  })

  it('holds no stock by a part, which comes back with a letter when nobody pays the rest', async () => {
    const start = now
    const { id, number, token } = await place(buyer, 100)
    const hold = async () => (await shop.db.prisma.orderSale.findUniqueOrThrow({ where: { orderId: id } })).heldUntil
    const first = await hold()
    now = new Date((first ?? now).getTime() + MINUTE_MS)
    await buyer.caller.credit.payOwnOrder({ orderId: id, amount: 0.01 })
    expect(await hold()).toEqual(first)
    await remindOfTransfers(shop.services)
    now = new Date(now.getTime() + 10 * 24 * 60 * MINUTE_MS)
    await round()
    const [reminder, farewell] = shop.emails.filter(({ subject }) => subject.includes(number)).slice(-2)
    expect(reminder).toMatchObject({
      subject: `Your order ${number} is not paid yet`,
      text: expect.stringContaining('Your transfer of €99.99'),
    })
    expect(farewell).toMatchObject({
      subject: `Your order ${number} is cancelled`,
      text: expect.stringContaining('Your store credit of €0.01 is back in your account.'),
    })
    expect(await shop.visitor.orders.tracked({ token })).toMatchObject({ status: 'cancelled', credit: 0 })
    // The sessions of that day have ended since.
    now = start
    expect(await spendable()).toBe(25)
    expect((await desk.caller.credit.verify({})).faults).toEqual([])
  })

  it('is promised to its invoices one after the other, not to each of them', async () => {
    const { id } = await place(buyer)
    await buyer.caller.credit.payOwnOrder({ orderId: id, amount: 20 })
    await round()
    await desk.caller.orders.addLine({ orderId: id, title: 'Cable', quantity: 1, price: 15, tax: 0 })
    await desk.caller.orders.fitAmount({ id })
    await desk.caller.invoices.issue({ orderId: id })
    const { rows } = await buyer.caller.invoices.own({})
    expect(rows.filter(({ nounId }) => nounId === id).map(({ owed, promised }) => [owed, promised])).toEqual([
      [15, 0],
      [20, 20],
    ])
  })

  it('spends credit once, however often and for how many orders at the same moment', async () => {
    const orders = [await place(buyer), await place(buyer), await place(buyer)]
    const pay = ({ id }: { id: string }) => buyer.caller.credit.payOwnOrder({ orderId: id, amount: 20 })
    const tries = await Promise.allSettled([...orders, ...orders].map(pay))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await spendable()).toBe(5)
    await Promise.all([round(), round()])
    const states = await shop.db.prisma.order.groupBy({ by: ['status'], where: { id: { in: orders.map(({ id }) => id) } }, _count: true })
    expect(states.map(({ status, _count }) => [status, _count]).toSorted()).toEqual([
      ['pending', 2],
      ['processing', 1],
    ])
    const key = { idempotencyKey: `a-press-of-the-button-${++made}` }
    const other = await place(buyer, 5)
    const again = () => buyer.caller.credit.payOwnOrder({ orderId: other.id, amount: 5, ...key })
    expect([await again(), await again()]).toMatchObject([{ held: 5 }, { held: 5 }])
    expect(await spendable()).toBe(0)
    expect((await desk.caller.credit.verify({})).faults).toEqual([])
  })

  it('is nobody else’s, not more than is left, and not without its goods', async () => {
    const { id, product } = await place(buyer, 20, 'card')
    const stranger = await shop.signIn('customer')
    await desk.caller.credit.adjust({ userId: stranger.userId, amount: 25, reason: 'Goodwill' })
    await expect(stranger.caller.credit.payOwnOrder({ orderId: id, amount: 5 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(buyer.caller.credit.payOwnOrder({ orderId: id, amount: 21 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    now = new Date(now.getTime() + 31 * MINUTE_MS)
    const again = await shop.signIn('customer')
    await again.caller.orders.checkout({
      ...{ lines: [{ productId: product.id, quantity: 1 }], total: 20, payment: 'transfer' as const },
      ...{ fullName: 'Ada Byron', email: again.email, deliveryAddress: '1 High Street\nLeeds LS1 4AP' },
      idempotencyKey: `a-press-of-the-button-${++made}`,
    })
    await expect(buyer.caller.credit.payOwnOrder({ orderId: id, amount: 20 })).rejects.toMatchObject({
      code: 'CONFLICT',
      cause: { errorCode: 'out_of_stock' },
    })
  })

  it('holds no stock for a payment that is refused, and answers a repeated press though the order is over since', async () => {
    const paid = await place(buyer, 5)
    const press = () =>
      buyer.caller.credit.payOwnOrder({ orderId: paid.id, amount: 5, idempotencyKey: `a-press-of-the-button-${paid.number}` })
    await press()
    await desk.caller.orders.updateStatus({ id: paid.id, status: 'cancelled' })
    expect(await press()).toMatchObject({ left: 0 })

    const { id, product } = await place(buyer, 30, 'card')
    now = new Date(now.getTime() + 31 * MINUTE_MS)
    await expect(buyer.caller.credit.payOwnOrder({ orderId: id, amount: 30 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const other = await shop.signIn('customer')
    const lines = [{ productId: product.id, quantity: 1 }]
    expect((await other.caller.orders.quote({ lines })).lines).toMatchObject([{ free: 1, problem: null }])
  })
})
