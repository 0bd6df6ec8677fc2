import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatDay } from '~/lib/instant'
import { remindOfTransfers } from '~/server/stock/sale/checkout/lapse-sales'
import { settleSales } from '~/server/stock/sale/checkout/settle-sales'
import { takePage } from '~/server/billing/card/settle-payment-page'
import { onProductPagesChange } from '~/server/site/live-site'
import { openPaymentsShop, type PaymentsShop } from '../setup/payments-shop'
import { TEST_NOW } from '../setup/shop'

/** Orders of the own catalogue: prices of the server, stock that is held, money that comes in time, late or never. */

const MINUTE_MS = 60_000
let now = TEST_NOW
let shop: PaymentsShop
let made = 0

beforeAll(async () => {
  shop = await openPaymentsShop({ now: () => now, sellsHere: true })
  await shop.signIn('admin')
  await shop.db.prisma.sellerDetails.create({ data: { id: 1, iban: 'GB33BUKB20201555555555', accountName: 'Ohmfield', termsDays: 7 } })
})
beforeEach(() => {
  now = new Date(now.getTime() + 60 * MINUTE_MS)
  shop.emails.length = 0
})
afterAll(() => shop.close())

async function newProduct(stockQuantity = 3, price: number | null = 100) {
  const row = shop.factories.product({ name: `Miner ${++made}`, stockQuantity, price, isActive: true })
  await shop.db.prisma.product.create({ data: row })
  return row
}
const buyer = (more: object = {}) => ({
  fullName: 'Walter Grey',
  email: `buyer-${++made}@example.com`,
  deliveryAddress: '12 Foundry Lane\nLeeds LS1 4AP',
  payment: 'card' as const,
  idempotencyKey: `a-press-of-the-button-${++made}`,
  ...more,
})
type Order = Parameters<PaymentsShop['visitor']['orders']['checkout']>[0]
const order = (productId: string, quantity = 1, total = 100 * quantity, more: object = {}): Order => ({
  lines: [{ productId, quantity }],
  total,
  ...buyer(more),
})
const stockOf = async (id: string) => (await shop.db.prisma.product.findUniqueOrThrow({ where: { id } })).stockQuantity
const freeOf = async (productId: string) => (await shop.visitor.orders.quote({ lines: [{ productId, quantity: 1 }] })).lines[0]?.free
const orderOf = async (number: string) =>
  shop.db.prisma.order.findUniqueOrThrow({ where: { orderNumber: number }, include: { sale: true } })
const tokenOf = (page: string) => page.split('/').at(-1) ?? ''
const round = async () => {
  await settleSales(shop.services)
  await shop.services.jobs.settled()
}
async function pay(url: string | null) {
  const session = shop.stripe.sessionOf(url ?? '')
  shop.stripe.pay(url ?? '')
  const page = await shop.services.cardPayments?.readPage(session.id)
  if (!page) throw new Error('There is no such page')
  await takePage(shop.services, page)
}
/** Time goes on in these tests, and sessions end: staff sign in when they are needed. */
const staff = async () => (await shop.signIn('admin')).caller
const later = (minutes: number) => (now = new Date(now.getTime() + minutes * MINUTE_MS))
const refused = (errorCode: string) => ({ code: 'CONFLICT', cause: { errorCode } })
const subjects = () => shop.emails.map(({ subject }) => subject)

describe('a cart', () => {
  it('is priced by the server, which says what cannot be had', async () => {
    const product = await newProduct()
    const onRequest = await newProduct(5, null)
    const hidden = await newProduct()
    await shop.db.prisma.product.update({ where: { id: hidden.id }, data: { isActive: false } })
    const lines = [product.id, onRequest.id, hidden.id].map((productId) => ({ productId, quantity: 4 }))
    const quote = await shop.visitor.orders.quote({ lines })
    expect(quote.lines.map(({ price, free, problem }) => [price, free, problem])).toEqual([
      [100, 3, 'too_few'],
      [0, 5, 'no_price'],
      [0, 0, 'gone'],
    ])
    expect(quote).toMatchObject({ total: 400, vat: 0, ways: ['card', 'transfer'] })
  })

  it.each([
    ['a negative quantity', [{ productId: '6f1f7d0a-6a2f-4c44-8a53-3b1f6a1f0a11', quantity: -2 }]],
    ['a part of a piece', [{ productId: '6f1f7d0a-6a2f-4c44-8a53-3b1f6a1f0a11', quantity: 1.5 }]],
    ['too many pieces', [{ productId: '6f1f7d0a-6a2f-4c44-8a53-3b1f6a1f0a11', quantity: 100 }]],
    ['no lines', []],
    ['10,000 lines', Array.from({ length: 10_000 }, () => ({ productId: '6f1f7d0a-6a2f-4c44-8a53-3b1f6a1f0a11', quantity: 1 }))],
    ['a product twice', [1, 1].map((quantity) => ({ productId: '6f1f7d0a-6a2f-4c44-8a53-3b1f6a1f0a11', quantity }))],
  ])('with %s is refused', async (_name, lines) => {
    await expect(shop.visitor.orders.quote({ lines })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(shop.visitor.orders.checkout({ ...order('x'), lines })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('a paid order that leaves', () => {
  async function paidOrder() {
    const placed = await shop.visitor.orders.checkout(order((await newProduct()).id))
    await pay(placed.url)
    await round()
    const { id } = await orderOf(placed.number)
    shop.emails.length = 0
    return { ...placed, id, sent: `Your order ${placed.number} is on its way` }
  }

  it('tells its buyer of the parcel, in one letter and on its page', async () => {
    const { id, number, page, sent } = await paidOrder()
    const desk = await staff()
    const answer = await desk.orders.noteParcel({ id, carrier: 'DPD', trackingNumber: '1550 1234 5678 90', completes: true })
    expect(answer).toMatchObject({ carrier: 'DPD', trackingNumber: '15501234567890' })
    expect(await orderOf(number)).toMatchObject({ status: 'completed' })
    await round()
    expect(subjects()).toEqual([sent])
    const [letter] = shop.emails
    for (const text of ['Carrier: DPD\nTracking number: 15501234567890', 'https://track.dpd.co.uk/search?reference=15501234567890', page])
      expect(letter?.text).toContain(text)
    expect(await shop.visitor.orders.tracked({ token: tokenOf(page) })).toMatchObject({ carrier: 'DPD', trackingNumber: '15501234567890' })
    // The same once more tells nothing, another parcel does.
    await desk.orders.noteParcel({ id, carrier: 'DPD', trackingNumber: '15501234567890' })
    await desk.orders.updateStatus({ id, status: 'completed' })
    await round()
    expect(subjects()).toEqual([sent])
    await desk.orders.noteParcel({ id, trackingNumber: '15501234567891' })
    await round()
    expect(subjects()).toEqual([sent, sent])
    expect((await desk.audit.history({ subjectType: 'order', subjectId: id })).rows.map(({ action }) => action)).toContain(
      'order.parcel_changed',
    )
  })

  it('tells without a parcel where the status alone is set, also in bulk, and again where it was taken back', async () => {
    const [one, other] = [await paidOrder(), await paidOrder()]
    const desk = await staff()
    await desk.orders.updateStatuses({ ids: [{ id: one.id }, { id: other.id }], status: 'completed' })
    await round()
    expect(subjects().toSorted()).toEqual([one.sent, other.sent].toSorted())
    expect(shop.emails[0]?.text).not.toContain('Carrier')
    await desk.orders.updateStatus({ id: one.id, status: 'processing' })
    await desk.orders.updateStatus({ id: one.id, status: 'completed' })
    await round()
    expect(subjects().filter((subject) => subject === one.sent)).toHaveLength(2)
  })

  it('is not sent unpaid, and orders of other ways in have no parcel', async () => {
    const placed = await shop.visitor.orders.checkout(order((await newProduct()).id))
    const { id } = await orderOf(placed.number)
    const desk = await staff()
    await expect(desk.orders.noteParcel({ id, carrier: 'DPD', completes: true })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await orderOf(placed.number)).toMatchObject({ status: 'pending', sale: { carrier: null } })
    await expect(desk.orders.noteParcel({ id, version: 99, carrier: 'DPD' })).rejects.toMatchObject({ code: 'CONFLICT' })
    const row = await shop.db.prisma.order.create({ data: { orderNumber: `ORD-9${++made}` } })
    await expect(desk.orders.noteParcel({ id: row.id, carrier: 'DPD' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('an order by card', () => {
  it('holds the stock, is paid, and is then the customer’s', async () => {
    const product = await newProduct()
    const input = order(product.id, 2)
    const placed = await shop.visitor.orders.checkout(input)
    expect(placed).toMatchObject({ number: expect.stringMatching(/^ORD-/) as string, page: expect.stringMatching(/^\/order\//) as string })
    expect([await stockOf(product.id), await freeOf(product.id)]).toEqual([3, 1])
    // Stripe is told when its page ends.
    const { expires_at: ends } = shop.stripe.sessionOf(placed.url ?? '')
    expect(ends * 1000 - now.getTime()).toBe(31 * MINUTE_MS)
    expect(shop.emails).toEqual([])
    const token = tokenOf(placed.page)
    expect(await shop.visitor.orders.tracked({ token })).toMatchObject({ standing: 'held', total: 200, paid: 0, fullName: 'Walter Grey' })
    await pay(placed.url)
    await round()
    expect(await stockOf(product.id)).toBe(1)
    expect(await orderOf(placed.number)).toMatchObject({ status: 'processing', sale: { agreedAt: now } })
    expect(subjects()).toContain(`Your order ${placed.number} is paid`)
    expect(await shop.visitor.orders.tracked({ token })).toMatchObject({ standing: 'agreed', paid: 200, ways: { amount: 0 } })
    const { id } = await orderOf(placed.number)
    expect(await (await staff()).invoices.bill({ noun: 'orders', id })).toMatchObject({ due: 0, invoices: [{ total: 200 }] })
    expect((await (await staff()).orders.byId({ id })).customer).toMatchObject({ fullName: 'Walter Grey', email: input.email })
    // A round more, and a message more, change nothing.
    shop.emails.length = 0
    await round()
    expect([await stockOf(product.id), shop.emails.length]).toEqual([1, 0])
  })

  it('that is not paid gives its stock back by the clock alone, and is cancelled a day later', async () => {
    const product = await newProduct(1)
    const placed = await shop.visitor.orders.checkout(order(product.id))
    await expect(shop.visitor.orders.checkout(order(product.id))).rejects.toMatchObject(refused('out_of_stock'))
    later(31)
    expect(await freeOf(product.id)).toBe(1)
    const other = await shop.visitor.orders.checkout(order(product.id))
    expect(other.number).not.toBe(placed.number)
    later(25 * 60)
    await shop.db.prisma.checkoutSession.updateMany({ data: { state: 'ended' } })
    await round()
    expect(await orderOf(placed.number)).toMatchObject({ status: 'cancelled', sale: { lapsedAt: now } })
  })

  it('that is paid late stands where the stock is there still', async () => {
    const product = await newProduct(1)
    const placed = await shop.visitor.orders.checkout(order(product.id))
    later(40)
    await pay(placed.url)
    await round()
    expect(await orderOf(placed.number)).toMatchObject({ status: 'processing' })
    expect(await stockOf(product.id)).toBe(0)
  })

  it('that is paid late, after others have bought it, is marked, told to staff, and can be refunded or supplied', async () => {
    const product = await newProduct(1)
    const late = await shop.visitor.orders.checkout(order(product.id))
    later(40)
    const other = await shop.visitor.orders.checkout(order(product.id))
    await pay(other.url)
    await pay(late.url)
    await round()
    expect(await orderOf(other.number)).toMatchObject({ status: 'processing' })
    const { id, status, sale } = await orderOf(late.number)
    expect([status, sale?.shortAt, sale?.agreedAt]).toEqual(['pending', now, null])
    expect(subjects()).toContain(`Paid, and not in stock any more: order ${late.number}`)
    expect(subjects()).toContain(`Your order ${late.number}: we have to talk to you`)
    expect(await (await staff()).orders.sale({ id })).toMatchObject({ standing: 'short' })
    await expect((await staff()).orders.supply({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await shop.db.prisma.product.update({ where: { id: product.id }, data: { stockQuantity: 1 } })
    await (await staff()).orders.supply({ id })
    expect(await orderOf(late.number)).toMatchObject({ status: 'processing', sale: { shortAt: null } })
    const [payment] = (await (await staff()).invoices.bill({ noun: 'orders', id })).payments
    const refund = await (await staff()).payments.refund({ paymentId: payment?.id ?? '', amount: 100, reason: 'Not wanted any more' })
    expect(refund.state).toBe('done')
  })

  it('that is paid after it has lapsed is taken up again', async () => {
    const product = await newProduct(1)
    const placed = await shop.visitor.orders.checkout(order(product.id))
    later(25 * 60)
    const page = shop.stripe.sessionOf(placed.url ?? '').id
    await shop.db.prisma.checkoutSession.updateMany({ where: { externalId: page }, data: { state: 'ended' } })
    await round()
    expect(await orderOf(placed.number)).toMatchObject({ status: 'cancelled' })
    await pay(placed.url)
    await round()
    const { id, status } = await orderOf(placed.number)
    expect(status).toBe('processing')
    expect(await (await staff()).invoices.bill({ noun: 'orders', id })).toMatchObject({ due: 0, onAccount: 0 })
  })

  it('stands although the provider does not answer, and is paid from its page, which holds the stock again', async () => {
    const product = await newProduct(1)
    shop.stripe.fault = () => 'cut'
    const placed = await shop.visitor.orders.checkout(order(product.id))
    shop.stripe.fault = undefined
    expect(placed.url).toBeNull()
    later(45)
    expect(await freeOf(product.id)).toBe(1)
    const token = tokenOf(placed.page)
    expect(await shop.visitor.orders.tracked({ token })).toMatchObject({ standing: 'ended', ways: { card: true, amount: 100 } })
    const { url } = await shop.visitor.orders.payTracked({ token })
    expect(await freeOf(product.id)).toBe(0)
    await pay(url)
    await round()
    expect(await orderOf(placed.number)).toMatchObject({ status: 'processing' })
  })
})

describe('an order by transfer', () => {
  it('of somebody without an account leads from its invoice and its receipt to its own page', async () => {
    const product = await newProduct(1)
    const input = order(product.id, 1, 100, { payment: 'transfer' })
    const placed = await shop.visitor.orders.checkout(input)
    const { id } = await orderOf(placed.number)
    const [invoice] = (await (await staff()).invoices.bill({ noun: 'orders', id })).invoices
    const paid = { invoiceId: invoice?.id ?? '', method: 'transfer', amount: 100, receivedOn: now.toISOString().slice(0, 10) } as const
    await (await staff()).payments.record(paid)
    await round()
    const letters = shop.emails.filter(({ to, subject }) => to === input.email && /^(?:Invoice|Receipt)/.test(subject))
    expect(letters.map(({ subject }) => subject.split(/[ :]/, 1)[0]).toSorted()).toEqual(['Invoice', 'Receipt'])
    for (const { text } of letters) expect(text).toContain(`http://localhost:3000${placed.page}`)
  })

  it('holds the stock as long as its bill’s term says, and is emailed with its link', async () => {
    const product = await newProduct(1)
    const placed = await shop.visitor.orders.checkout(order(product.id, 1, 100, { payment: 'transfer' }))
    expect(placed.url).toBeNull()
    expect(subjects()).toContain(`Your order ${placed.number}`)
    const email = shop.emails.find(({ subject }) => subject === `Your order ${placed.number}`)
    expect(email?.text).toContain(`http://localhost:3000${placed.page}`)
    later(6 * 24 * 60)
    expect(await freeOf(product.id)).toBe(0)
    const { id } = await orderOf(placed.number)
    const [invoice] = (await (await staff()).invoices.bill({ noun: 'orders', id })).invoices
    expect(invoice).toMatchObject({ total: 100, state: 'due' })
    await (
      await staff()
    ).payments.record({
      invoiceId: invoice?.id ?? '',
      method: 'transfer',
      amount: 100,
      receivedOn: now.toISOString().slice(0, 10),
    })
    later(3 * 24 * 60)
    // Nobody has looked at the payment yet: it came in time, so the stock is held still.
    expect(await freeOf(product.id)).toBe(0)
    await round()
    expect(await orderOf(placed.number)).toMatchObject({ status: 'processing' })
  })

  it('that nobody pays gives the stock back after the term', async () => {
    const product = await newProduct(1)
    await shop.visitor.orders.checkout(order(product.id, 1, 100, { payment: 'transfer' }))
    later(9 * 24 * 60)
    expect(await freeOf(product.id)).toBe(1)
  })
})

describe('a transfer that does not come', () => {
  const DAY = 24 * 60
  const place = async () => {
    // Orders of other tests would be reminded of too.
    await shop.db.prisma.$executeRaw`UPDATE orders SET status = 'cancelled' WHERE status = 'pending'`
    const product = await newProduct(1)
    const placed = await shop.visitor.orders.checkout(order(product.id, 1, 100, { payment: 'transfer' }))
    shop.emails.length = 0
    return { product, placed, token: tokenOf(placed.page), ...(await orderOf(placed.number)) }
  }
  const look = async () => {
    await remindOfTransfers(shop.services)
    await round()
  }

  it('is reminded of once, and its order cancelled days later with a credit note, of which customer and staff learn', async () => {
    const { product, placed, token, id } = await place()
    later(4 * DAY)
    await look()
    expect(shop.emails).toEqual([])
    // The bill is due after 7 days, the stock is kept a day more.
    later(1 * DAY + 1)
    await look()
    await look()
    expect(subjects()).toEqual([`Your order ${placed.number} is not paid yet`])
    const { lapsesAt } = await shop.visitor.orders.tracked({ token })
    expect(lapsesAt).toEqual(new Date((await orderOf(placed.number)).createdAt.getTime() + 13 * DAY * MINUTE_MS))
    expect(shop.emails[0]?.text).toContain(`If no money has come by ${formatDay(lapsesAt?.toISOString().slice(0, 10) ?? '')}, we cancel`)
    expect(await (await staff()).orders.sale({ id })).toMatchObject({ standing: 'held', lapsesAt, lapsedAt: null })
    later(7 * DAY)
    await look()
    expect((await orderOf(placed.number)).status).toBe('pending')
    shop.emails.length = 0
    later(1 * DAY)
    await look()
    expect(await orderOf(placed.number)).toMatchObject({ status: 'cancelled', sale: { lapsedAt: now } })
    expect(subjects()).toEqual([`Your order ${placed.number} is cancelled`])
    const [email] = shop.emails
    expect(email?.text).toContain(`No money had come by ${formatDay(lapsesAt?.toISOString().slice(0, 10) ?? '')} for your order`)
    expect(email?.text).toMatch(/The attached credit note CN-\d{4}-\d{5} corrects invoice INV-\d{4}-\d{5}\./)
    expect(email?.attachments?.map(({ name }) => name).join()).toMatch(/CN-/)
    expect(await (await staff()).invoices.bill({ noun: 'orders', id })).toMatchObject({
      due: 0,
      invoices: [
        { credited: 100, owed: 0 },
        { kind: 'credit_note', total: 100 },
      ],
    })
    expect(await shop.visitor.orders.tracked({ token })).toMatchObject({ standing: 'cancelled', hasLapsed: true, lapsesAt: null })
    expect(await (await staff()).orders.sale({ id })).toMatchObject({ standing: 'cancelled', lapsedAt: now })
    expect(await freeOf(product.id)).toBe(1)
    // Again changes nothing.
    shop.emails.length = 0
    await look()
    expect(shop.emails).toEqual([])
  })

  it('and comes after all is taken up again, and billed anew', async () => {
    const { product, placed, id } = await place()
    later(6 * DAY)
    await look()
    later(8 * DAY)
    await look()
    expect((await orderOf(placed.number)).status).toBe('cancelled')
    const receivedOn = now.toISOString().slice(0, 10)
    await (await staff()).payments.record({ orderId: id, method: 'transfer', amount: 100, receivedOn, confirmed: true })
    await look()
    expect(await orderOf(placed.number)).toMatchObject({ status: 'processing', sale: { lapsedAt: null } })
    expect(await stockOf(product.id)).toBe(0)
    expect(await (await staff()).invoices.bill({ noun: 'orders', id })).toMatchObject({ due: 0, onAccount: 0 })
  })

  it('in full is left to staff', async () => {
    const { placed, id } = await place()
    const receivedOn = now.toISOString().slice(0, 10)
    await (await staff()).payments.record({ orderId: id, method: 'transfer', amount: 40, receivedOn, confirmed: true })
    shop.emails.length = 0
    for (const days of [6, 8, 30]) {
      later(days * DAY)
      await look()
    }
    expect((await orderOf(placed.number)).status).toBe('pending')
    expect(shop.emails).toEqual([])
  })
})

describe('the shop', () => {
  const shown = async (id: string) => (await shop.visitor.products.shop()).products.find((product) => product.id === id)

  it('offers what no order holds, and again what time has freed', async () => {
    const product = await newProduct(6)
    await expect.poll(async () => (await shown(product.id))?.availability).toBe('In Stock')
    await shop.visitor.orders.checkout(order(product.id, 1))
    await expect.poll(async () => (await shown(product.id))?.availability).toBe('Limited Stock')
    const rest = await shop.visitor.orders.checkout(order(product.id, 5))
    await expect.poll(async () => await shown(product.id)).toMatchObject({ availability: 'Out of Stock' })
    expect((await shown(product.id))?.variantId).toBeUndefined()
    await (await staff()).orders.updateStatus({ id: (await orderOf(rest.number)).id, status: 'cancelled' })
    await expect.poll(async () => (await shown(product.id))?.availability).toBe('Limited Stock')
    // Kept pages of products are made anew without a write.
    let madeAnew = 0
    onProductPagesChange({ hub: { on: vi.fn() }, live: shop.services.live }, () => (madeAnew += 1))
    later(31)
    expect(shop.services.catalogue.lookAtHolds(now)).toBe(true)
    shop.services.live.values.products.changed()
    await expect.poll(async () => (await shown(product.id))?.availability).toBe('In Stock')
    await expect.poll(() => madeAnew).toBeGreaterThan(0)
    expect(shop.services.catalogue.lookAtHolds(now)).toBe(false)
  })
})

it('the link of an order comes again to the address of the checkout, by its number, and to nobody else', async () => {
  const product = await newProduct()
  const input = order(product.id)
  const placed = await shop.visitor.orders.checkout(input)
  shop.emails.length = 0
  const ask = (number: string) => shop.visitor.cases.requestLink({ number })
  expect(await ask(` order ${placed.number.replace('ORD-', '')} `)).toEqual(await ask('ORD-99999'))
  await shop.services.jobs.settled()
  await expect.poll(() => shop.emails.length).toBe(1)
  const [email] = shop.emails
  expect(email).toMatchObject({ to: input.email, subject: `Your link to order ${placed.number}` })
  expect(email?.text).toContain(`http://localhost:3000${placed.page}`)
})

describe('what is sent', () => {
  it('is no price: another total is refused with the right one', async () => {
    const product = await newProduct()
    for (const total of [0, 1, 99.99, 100.01])
      await expect(shop.visitor.orders.checkout(order(product.id, 1, total))).rejects.toMatchObject({
        ...refused('price_changed'),
        message: 'The price has changed: it is €100.00 now. Nothing was ordered yet.',
      })
    expect(await freeOf(product.id)).toBe(3)
  })

  it('twice is one order, and with another cart refused', async () => {
    const product = await newProduct()
    const input = order(product.id)
    const [one, other] = await Promise.all([shop.visitor.orders.checkout(input), shop.visitor.orders.checkout(input)])
    expect(other).toEqual(one)
    expect(await freeOf(product.id)).toBe(2)
    await expect(
      shop.visitor.orders.checkout({ ...input, total: 200, lines: [{ productId: product.id, quantity: 2 }] }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  it('says nothing of an account, and changes nothing of it', async () => {
    const owner = await shop.signIn('customer', { passwordHash: 'a hash' })
    await owner.caller.invoices.saveOwnBuyer({ fullName: 'The Owner', billingAddress: '1 Secret Street\nYork', country: 'GB' })
    const product = await newProduct()
    const placed = await shop.visitor.orders.checkout(order(product.id, 1, 100, { email: owner.email, payment: 'transfer' }))
    const tracked = await shop.visitor.orders.tracked({ token: tokenOf(placed.page) })
    expect(JSON.stringify(tracked)).not.toMatch(/Secret|Owner/)
    expect(await owner.caller.invoices.ownBuyer()).toMatchObject({ fullName: 'The Owner', billingAddress: '1 Secret Street\nYork' })
    expect(shop.emails.every(({ to }) => to === owner.email)).toBe(true)
  })

  it('goes to the one who is signed in, whose account shows the order', async () => {
    const owner = await shop.signIn('customer')
    const product = await newProduct()
    const placed = await owner.caller.orders.checkout(order(product.id))
    expect((await owner.caller.account.orders({})).rows).toMatchObject([{ orderNumber: placed.number }])
  })

  it('opens no order by a guessed link, and none by its number', async () => {
    const product = await newProduct()
    const placed = await shop.visitor.orders.checkout(order(product.id))
    const token = tokenOf(placed.page)
    for (const guess of [placed.number, `${token}x`, '', (await orderOf(placed.number)).id]) {
      await expect(shop.visitor.orders.tracked({ token: guess })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(shop.visitor.orders.payTracked({ token: guess })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })
})

it('a cancelled order is paid no more, and holds nothing', async () => {
  const product = await newProduct(1)
  const placed = await shop.visitor.orders.checkout(order(product.id))
  const { id } = await orderOf(placed.number)
  await (await staff()).orders.updateStatus({ id, status: 'cancelled' })
  expect(await freeOf(product.id)).toBe(1)
  await expect(shop.visitor.orders.payTracked({ token: tokenOf(placed.page) })).rejects.toMatchObject({ code: 'CONFLICT' })
})

it('staff who go on with an order that is not paid take its stock', async () => {
  const product = await newProduct(1)
  const placed = await shop.visitor.orders.checkout(order(product.id, 1, 100, { payment: 'transfer' }))
  const { id } = await orderOf(placed.number)
  await (await staff()).orders.updateStatus({ id, status: 'processing' })
  expect(await stockOf(product.id)).toBe(0)
  await (await staff()).orders.updateStatus({ id, status: 'cancelled' })
  expect(await stockOf(product.id)).toBe(1)
})

it('where a platform is configured, nothing is sold here', async () => {
  const other = await openPaymentsShop({ sellsHere: false })
  const failure = { code: 'PRECONDITION_FAILED' }
  const id = '6f1f7d0a-6a2f-4c44-8a53-3b1f6a1f0a11'
  await expect(other.visitor.orders.quote({ lines: [{ productId: id, quantity: 1 }] })).rejects.toMatchObject(failure)
  await expect(other.visitor.orders.checkout(order(id))).rejects.toMatchObject(failure)
  await other.close()
})
