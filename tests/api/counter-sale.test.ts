import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whyAmountDiffers } from '~/contracts/stock/sales'
import { openOn } from '../setup/database'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

/** An order with lines that is sold at the counter: goods and money in one transaction. */

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let desk: TestShop['visitor']
let anna: Awaited<ReturnType<TestShop['signIn']>>
beforeAll(async () => {
  shop = await openTestShop({ creditLimit: 1000 })
  admin = await shop.signIn('admin')
  desk = admin.caller
  anna = await shop.signIn('customer')
})
beforeEach(() => (shop.emails.length = 0))
afterAll(() => shop.close())

let made = 0
const key = () => `press-number-${String(++made).padStart(6, '0')}`
async function newProduct(more: Partial<Parameters<TestShop['factories']['product']>[0]> = {}) {
  const row = shop.factories.product({ name: `Fan shroud ${++made}`, stockQuantity: 5, price: 120, ...more })
  await shop.db.prisma.product.create({ data: row })
  return row
}
async function newUnit(productId: string | null) {
  const state = productId === null ? 'ready' : 'listed'
  const unit = shop.factories.unit({ owner: 'company', state, manufacturer: 'Bitmain', model: 'Antminer S19', productId })
  await shop.db.prisma.unit.create({ data: unit })
  return unit
}
async function newParts(count: number) {
  const type = await shop.db.prisma.partType.create({ data: { name: `Control board ${++made}`, price: 45, kind: 'control_board' } })
  await shop.db.prisma.part.createMany({ data: Array.from({ length: count }, () => ({ typeId: type.id })) })
  return type
}
const stockOf = async (id: string) => (await shop.db.prisma.product.findUniqueOrThrow({ where: { id } })).stockQuantity
const cash = { method: 'cash' } as const
const refused = (message: string) => ({ code: 'CONFLICT', message: expect.stringContaining(message) as string })
const billOf = (id: string) => desk.invoices.bill({ noun: 'orders', id })

describe('a counter sale', () => {
  it('of one product paid in cash completes the order, books the money and takes the stock', async () => {
    const product = await newProduct()
    const order = await desk.orders.create({
      lines: [{ productId: product.id, quantity: 2, price: 120 }],
      payment: cash,
    })
    expect(order).toMatchObject({ status: 'completed', totalAmount: 240, userId: null })
    expect(order.orderNumber).toMatch(/^ORD-\d+$/)
    expect(await stockOf(product.id)).toBe(3)
    const bill = await billOf(order.id)
    expect(bill).toMatchObject({ cost: 240, due: 0, paid: 240 })
    expect(bill.payments).toMatchObject([{ method: 'cash', amount: 240, buyerName: 'Counter customer' }])
    expect(bill.invoices).toMatchObject([{ total: 240 }])
    const { lines } = await desk.orders.lines({ number: order.orderNumber })
    expect(lines).toMatchObject([{ title: product.name, quantity: 2, price: 120 }])
    const { rows } = await desk.audit.history({ subjectType: 'order', subjectId: order.id })
    expect(rows.map(({ action }) => action)).toContain('order.created')
  })

  it('above what may be taken in cash is refused with another way, and neither sells nor books anything', async () => {
    const product = await newProduct()
    const lines = [{ productId: product.id, quantity: 2, price: 900 }]
    const orders = await shop.db.prisma.order.count()
    await expect(desk.orders.create({ lines, payment: cash })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'At most €1,000.00 of an invoice may be taken in cash. Please take the payment by card or transfer.',
    })
    expect([await shop.db.prisma.order.count(), await stockOf(product.id)]).toEqual([orders, 5])
    await desk.orders.create({ lines, payment: { method: 'card', reference: 'T-900' } })
    expect(await stockOf(product.id)).toBe(3)
  })

  it('of a unit marks it sold to its customer and starts its warranty', async () => {
    const product = await newProduct({ condition: 'Refurbished', warranty: '90 days' })
    const unit = await newUnit(product.id)
    const order = await desk.orders.create({
      customer: { userId: anna.userId },
      lines: [{ unitId: unit.id, price: 900 }],
      payment: { method: 'card', reference: 'T-1' },
    })
    expect(order).toMatchObject({ status: 'completed', userId: anna.userId, totalAmount: 900 })
    expect(await desk.units.byId({ id: unit.id })).toMatchObject({ state: 'sold', owner: 'customer', userId: anna.userId })
    const serialNumber = unit.serialNumber ?? ''
    expect(await desk.cases.warranties({ serialNumber })).toMatchObject([{ kind: 'sale', number: order.orderNumber, isOver: false }])
    const again = { customer: null, lines: [{ unitId: unit.id, price: 900 }], payment: cash }
    await expect(desk.orders.create(again)).rejects.toMatchObject(refused(`was sold with order ${order.orderNumber}`))
  })

  it('of a unit to nobody in particular leaves it free for whoever has its passport', async () => {
    const unit = await newUnit(null)
    await desk.orders.create({ lines: [{ unitId: unit.id, price: 100 }], payment: cash })
    expect(await desk.units.byId({ id: unit.id })).toMatchObject({ state: 'sold', owner: 'customer', userId: null })
  })

  it('of parts takes the oldest out of stock, and a cancelled one puts parts and stock back', async () => {
    const type = await newParts(3)
    const product = await newProduct()
    const order = await desk.orders.create({
      lines: [
        { partTypeId: type.id, quantity: 2, price: 45 },
        { productId: product.id, quantity: 1, price: 120 },
      ],
      payment: cash,
    })
    const stateOf = async () => (await desk.parts.list({ type: type.id })).rows.map(({ state }) => state).toSorted()
    expect(await stateOf()).toEqual(['in_stock', 'sold', 'sold'])
    const few = { lines: [{ partTypeId: type.id, quantity: 2, price: 45 }], payment: cash }
    await expect(desk.orders.create(few)).rejects.toMatchObject(refused('Only 1 of'))
    const { notices } = await desk.orders.updateStatus({ id: order.id, status: 'cancelled' })
    expect(notices?.join(' ')).toContain('back in stock')
    expect(await stateOf()).toEqual(['in_stock', 'in_stock', 'in_stock'])
    expect(await stockOf(product.id)).toBe(5)
    // A slip: the stock of the product is taken again.
    await desk.orders.updateStatus({ id: order.id, status: 'completed' })
    expect(await stockOf(product.id)).toBe(4)
  })

  it('takes free text, its own rates of VAT, and adds up to the cent', async () => {
    await shop.db.prisma.sellerDetails.upsert({
      where: { id: 1 },
      create: { id: 1, vatNumber: 'GB123456782' },
      update: { vatNumber: 'GB123456782' },
    })
    await desk.invoices.saveRate({ day: '2026-11-20', sterling: 0.85, source: 'HMRC' })
    const order = await desk.orders.create({
      customer: { userId: anna.userId },
      lines: [
        { title: 'Cleaning', quantity: 3, price: '33.33' },
        { title: 'Booklet', quantity: 1, price: 10, vatCode: 'zero' },
      ],
      payment: { method: 'card' },
    })
    expect(order.totalAmount).toBe(109.99)
    const { lines } = await desk.orders.lines({ number: order.orderNumber })
    expect(lines.map(({ tax }) => tax)).toEqual([16.67, 0])
    const [row] = (await billOf(order.id)).invoices
    const invoice = await desk.invoices.byId({ id: row?.id ?? '' })
    expect(invoice.lines.map(({ vatCode, total }) => [vatCode, total])).toEqual([
      ['standard', 99.99],
      ['zero', 10],
    ])
    await shop.db.prisma.sellerDetails.update({ where: { id: 1 }, data: { vatNumber: null } })
  })

  it('on invoice is owed by its customer, and nobody unknown gets one', async () => {
    const sold = { lines: [{ title: 'Firmware set-up', price: 60 }], payment: { method: 'invoice' } as const }
    const order = await desk.orders.create({ ...sold, customer: { email: 'Walter@example.com', fullName: 'Walter' } })
    expect(await billOf(order.id)).toMatchObject({ due: 60, paid: 0 })
    expect(shop.emails.map(({ to }) => to)).toContain('walter@example.com')
    await expect(desk.orders.create(sold)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('whom') as string,
    })
    await expect(desk.orders.create({ ...sold, payment: { method: 'credit' } })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('is paid with store credit, as far as there is some', async () => {
    const rich = await shop.signIn('customer')
    await desk.credit.adjust({ userId: rich.userId, amount: 100, reason: 'Goodwill' })
    const sell = (price: number) =>
      desk.orders.create({ customer: { userId: rich.userId }, lines: [{ title: 'Cable', price }], payment: { method: 'credit' } })
    const order = await sell(80)
    expect(await billOf(order.id)).toMatchObject({ due: 0, credit: { captured: 80 } })
    await expect(sell(30)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await rich.caller.credit.balance()).toMatchObject({ balance: 20 })
  })

  it('of a product with units waits for the scan, and holds the unit meanwhile', async () => {
    const product = await newProduct()
    const unit = await newUnit(product.id)
    const order = await desk.orders.create({ lines: [{ productId: product.id, price: 500 }], payment: cash })
    expect(order).toMatchObject({ status: 'processing', notices: [expect.stringContaining('scanned')] })
    await expect(desk.orders.create({ lines: [{ unitId: unit.id, price: 500 }], payment: cash })).rejects.toMatchObject(
      refused('orders hold'),
    )
    const [line] = (await desk.orders.lines({ number: order.orderNumber })).lines
    await desk.units.dispatch({ orderLineId: line?.id ?? '', unitIds: [unit.id] })
    expect(await desk.orders.byId({ id: order.id })).toMatchObject({ status: 'completed' })
  })

  it('is made once by a second press, and refused with other lines', async () => {
    const product = await newProduct()
    const input = { lines: [{ productId: product.id, price: 120 }], payment: cash, idempotencyKey: key() }
    const [one, other] = await Promise.all([desk.orders.create(input), desk.orders.create(input)])
    expect(other).toEqual(one)
    expect(await stockOf(product.id)).toBe(4)
    await expect(desk.orders.create({ ...input, lines: [{ productId: product.id, price: 1 }] })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('leaves nothing behind where something is refused', async () => {
    const product = await newProduct({ stockQuantity: 1 })
    const unit = await newUnit(null)
    const before = await shop.db.prisma.order.count()
    const lines = [
      { unitId: unit.id, price: 10 },
      { productId: product.id, quantity: 2, price: 10 },
    ]
    await expect(desk.orders.create({ lines, payment: cash })).rejects.toMatchObject(refused('Only 1 of'))
    const dear = { lines: [{ unitId: unit.id, price: 5000 }], payment: cash }
    await expect(desk.orders.create(dear)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('cash') as string,
    })
    expect(await shop.db.prisma.order.count()).toBe(before)
    expect(await desk.units.byId({ id: unit.id })).toMatchObject({ state: 'ready' })
  })

  it.each([
    ['a negative quantity', { title: 'X', quantity: -1, price: 1 }],
    ['a negative price', { title: 'X', price: -1 }],
    ['nothing', { price: 1 }],
    ['two things at once', { productId: '6f1f7d0a-6a2f-4c44-8a53-3b1f6a1f0a11', unitId: '6f1f7d0a-6a2f-4c44-8a53-3b1f6a1f0a12', price: 1 }],
    ['an unknown product', { productId: '6f1f7d0a-6a2f-4c44-8a53-3b1f6a1f0a11', price: 1 }],
    ['an unknown part', { partTypeId: '6f1f7d0a-6a2f-4c44-8a53-3b1f6a1f0a11', price: 1 }],
    ['more than an order can come to', { title: 'X', quantity: 100_000, price: 9_999_999 }],
  ])('refuses %s', async (_name, line) => {
    await expect(desk.orders.create({ lines: [line], payment: cash })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('refuses 10,000 lines and an unknown unit', async () => {
    const lines = Array.from({ length: 10_000 }, () => ({ title: 'X', price: 1 }))
    await expect(desk.orders.create({ lines, payment: cash })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const unitId = '6f1f7d0a-6a2f-4c44-8a53-3b1f6a1f0a11'
    await expect(desk.orders.create({ lines: [{ unitId, price: 1 }], payment: cash })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

it('a line whose stock has left stays, and its cancelled pieces come back', async () => {
  const product = await newProduct()
  const type = await newParts(1)
  const order = await desk.orders.create({
    lines: [
      { productId: product.id, quantity: 3, price: 10 },
      { partTypeId: type.id, price: 45 },
    ],
    payment: cash,
  })
  const { lines } = await desk.orders.lines({ number: order.orderNumber })
  const [sold, part] = lines.map(({ id }) => id)
  for (const id of [sold, part]) await expect(desk.orders.removeLine({ id: id ?? '' })).rejects.toMatchObject(refused('Stock has left'))
  const other = await newProduct()
  await expect(desk.orders.changeLine({ id: sold ?? '', productId: other.id })).rejects.toMatchObject(refused('Stock was taken'))
  expect(await stockOf(product.id)).toBe(2)
  await desk.orders.changeLine({ id: sold ?? '', cancelled: 2 })
  expect(await stockOf(product.id)).toBe(4)
  // All of it comes back once, also where a part was cancelled before.
  await desk.orders.updateStatus({ id: order.id, status: 'cancelled' })
  expect(await stockOf(product.id)).toBe(5)
})

describe('an amount that is not that of the lines', () => {
  it('is told with its reason, and set right', async () => {
    const row = shop.factories.order({ userId: anna.userId, status: 'pending', totalAmount: 50 })
    await shop.db.prisma.order.create({ data: row })
    await expect(desk.orders.fitAmount({ id: row.id })).rejects.toMatchObject(refused('no lines'))
    const line = await desk.orders.addLine({ orderId: row.id, title: 'Cable', quantity: 2, price: '19.99', tax: 0 })
    const { lines } = await desk.orders.lines({ number: row.orderNumber })
    expect(whyAmountDiffers(50, lines)).toBe('apart')
    const { version } = await desk.orders.byId({ id: row.id })
    expect(await desk.orders.fitAmount({ id: row.id, version })).toMatchObject({ totalAmount: 39.98 })
    await expect(desk.orders.fitAmount({ id: row.id, version })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(whyAmountDiffers(39.98, lines)).toBeNull()
    await desk.orders.changeLine({ id: line.id, cancelled: 1 })
    const after = await desk.orders.lines({ number: row.orderNumber })
    expect(whyAmountDiffers(39.98, after.lines)).toBe('cancelled')
    expect(await billOf(row.id)).toMatchObject({ cost: 39.98 })
  })
})

describe('who may sell', () => {
  const line = { title: 'Cable', price: 5 }
  const limited = async (...scopes: Parameters<typeof desk.users.updateScopes>[0]['scopes'] & object) => {
    const other = await shop.signIn('admin')
    await desk.users.updateScopes({ userId: other.userId, scopes })
    return other.caller
  }
  it('wants the right to the way of payment, and to units', async () => {
    const clerk = await limited('orders:write')
    const forbidden = { code: 'FORBIDDEN' }
    await expect(clerk.orders.create({ lines: [line], payment: cash })).rejects.toMatchObject(forbidden)
    const customer = { userId: anna.userId }
    for (const method of ['invoice', 'credit'] as const)
      await expect(clerk.orders.create({ customer, lines: [line], payment: { method } })).rejects.toMatchObject(forbidden)
    const till = await limited('orders:write', 'payments:write')
    expect(await till.orders.create({ lines: [line], payment: cash })).toMatchObject({ status: 'completed' })
    const unit = await newUnit(null)
    await expect(till.orders.create({ lines: [{ unitId: unit.id, price: 5 }], payment: cash })).rejects.toMatchObject(forbidden)
    await expect(anna.caller.orders.create({ lines: [line], payment: cash })).rejects.toMatchObject(forbidden)
    await expect(shop.visitor.orders.create({ lines: [line], payment: cash })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const reader = await limited('payments:write', 'orders:read')
    await expect(reader.orders.create({ lines: [line], payment: cash })).rejects.toMatchObject(forbidden)
  })

  it('finds what can be sold, without what the caller may not read', async () => {
    const product = await newProduct({ name: 'Riser cable' })
    const type = await newParts(1)
    expect(await desk.orders.sellables({ search: 'riser' })).toMatchObject([{ kind: 'product', id: product.id, price: 120, free: 5 }])
    expect(await desk.orders.sellables({ search: type.name })).toMatchObject([{ kind: 'part', id: type.id, price: 45, free: 1 }])
    const unit = await newUnit(null)
    const { unitNumber } = await shop.db.prisma.unit.findUniqueOrThrow({ where: { id: unit.id } })
    expect(await desk.orders.sellables({ search: unitNumber })).toMatchObject([{ kind: 'unit', id: unit.id, number: unitNumber }])
    const clerk = await limited('orders:read')
    expect(await clerk.orders.sellables({ search: unitNumber })).toEqual([])
    expect(await clerk.orders.sellables({ search: type.name })).toEqual([])
  })
})

it('two tills sell the last unit and the last pieces once, on PostgreSQL', { timeout: 120_000 }, async () => {
  const db = await openOn('postgres')
  const other = await openTestShop({ db, now: () => TEST_NOW })
  const owner = (await other.signIn('admin')).caller
  const product = other.factories.product({ stockQuantity: 3, price: 10 })
  await db.prisma.product.create({ data: product })
  const unit = other.factories.unit({ owner: 'company', state: 'ready', manufacturer: 'Bitmain', model: 'S19' })
  await db.prisma.unit.create({ data: unit })
  const sales = await Promise.allSettled([
    ...Array.from({ length: 5 }, () => owner.orders.create({ lines: [{ productId: product.id, price: 10 }], payment: cash })),
    ...Array.from({ length: 3 }, () => owner.orders.create({ lines: [{ unitId: unit.id, price: 10 }], payment: cash })),
  ])
  const done = (from: number, to: number) => sales.slice(from, to).filter(({ status }) => status === 'fulfilled').length
  expect([done(0, 5), done(5, 8)]).toEqual([3, 1])
  for (const sale of sales) if (sale.status === 'rejected') expect(sale.reason).toMatchObject({ code: 'CONFLICT' })
  expect((await db.prisma.product.findUniqueOrThrow({ where: { id: product.id } })).stockQuantity).toBe(0)
  await other.close()
})
