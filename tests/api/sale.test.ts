import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upsertOrder } from '~/server/stock/sale/shopify/upsert-order'
import { platformOrder } from '~/server/stock/sale/shopify/platform-order'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'

let shop: TestShop
let desk: TestShop['visitor']
let anna: Awaited<ReturnType<TestShop['signIn']>>
beforeAll(async () => {
  shop = await openTestShop()
  desk = (await shop.signIn('admin')).caller
  anna = await shop.signIn('customer')
})
afterAll(() => shop.close())

const company = { owner: 'company', state: 'ready', manufacturer: 'Bitmain', model: 'Antminer S19' } as const
let made = 0
async function newProduct(of = shop) {
  const row = of.factories.product({ name: `Antminer S19, refurbished ${++made}`, stockQuantity: 7 })
  await of.db.prisma.product.create({ data: row })
  return row
}
/** A unit that is listed under a product. */
async function listed(productId: string, of = shop) {
  const unit = of.factories.unit({ ...company, state: 'listed', productId })
  await of.db.prisma.unit.create({ data: unit })
  return unit.id
}
async function newOrder(userId: string | null = anna.userId, of = shop) {
  const order = of.factories.order({ userId, status: 'processing', totalAmount: 0 })
  await of.db.prisma.order.create({ data: order })
  return order
}
/** An order with a line of a product, and so many units listed under it. */
async function sale({ quantity = 2, units = 2 } = {}) {
  const product = await newProduct()
  const unitIds: string[] = []
  for (let nth = 0; nth < units; nth++) unitIds.push(await listed(product.id))
  const order = await newOrder()
  const line = await desk.orders.addLine({ orderId: order.id, productId: product.id, quantity, price: 1200, tax: 400 })
  return { product, order, line, unitIds }
}
const unit = (id = '') => desk.units.byId({ id })
const stockOf = async (id: string) => (await desk.products.byId({ id })).stockQuantity
const linesOf = async ({ orderNumber }: { orderNumber: string }) => (await desk.orders.lines({ number: orderNumber })).lines
const first = <Item>([item]: readonly Item[]): Item => {
  if (item === undefined) throw new Error('There is none')
  return item
}
const refusal = (message: string | RegExp) => ({ code: 'CONFLICT', message: expect.stringMatching(message) as string })

describe('a unit', () => {
  it('is listed under a product, whose stock is then the number of its listed units, and withdrawn again', async () => {
    const product = await newProduct()
    const { id } = await shop.db.prisma.unit.create({ data: shop.factories.unit(company) })
    expect(await stockOf(product.id)).toBe(7)
    await expect(desk.units.withdraw({ id })).rejects.toMatchObject(refusal('ready, not listed'))
    expect(await desk.units.offer({ id, productId: product.id })).toMatchObject({ state: 'listed', productId: product.id })
    expect(await desk.products.byId({ id: product.id })).toMatchObject({ stockQuantity: 1, tracksUnits: true })
    // A program or a form need not name the stock; one that names another is told.
    const { version: _version, ...values } = product
    expect(await desk.products.update({ ...values, collections: [], stockQuantity: 40 })).toMatchObject({ stockQuantity: 1 })
    await expect(desk.products.change({ ids: [{ id: product.id }], stockQuantity: 40 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('number of its listed units') as string,
    })
    const other = await newProduct()
    await desk.units.offer({ id, productId: other.id })
    expect([await stockOf(product.id), await stockOf(other.id)]).toEqual([0, 1])
    expect(await desk.units.withdraw({ id })).toMatchObject({ state: 'ready', productId: other.id })
    expect(await stockOf(other.id)).toBe(0)
    // No unit is left under the first one: its stock is typed again.
    await desk.products.change({ ids: [{ id: product.id }], stockQuantity: 3 })
    expect(await stockOf(product.id)).toBe(3)
  })

  it('is not listed unless it is ready and the product is there', async () => {
    const product = await newProduct()
    const { id } = await shop.db.prisma.unit.create({ data: shop.factories.unit({ ...company, state: 'bought' }) })
    await expect(desk.units.offer({ id, productId: product.id })).rejects.toMatchObject(refusal('is bought'))
    await expect(desk.units.offer({ id, productId: id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await desk.units.offers({ id, search: product.name })).toMatchObject([{ id: product.id, stockQuantity: 7, tracksUnits: false }])
  })
})

describe('a line', () => {
  it('is written, changed and removed by hand, and the history of the order tells of it', async () => {
    const order = await newOrder()
    const product = await newProduct()
    const idempotencyKey = 'a-key-of-sixteen-letters'
    const input = { orderId: order.id, productId: product.id, quantity: '2', price: '1,5'.replace(',', '.'), tax: '', idempotencyKey }
    const line = await desk.orders.addLine(input)
    expect(await desk.orders.addLine(input)).toEqual(line)
    expect(line).toMatchObject({
      title: product.name,
      quantity: 2,
      price: 1.5,
      tax: 0,
      product: { id: product.id },
      isScanned: false,
      left: 0,
    })
    await expect(desk.orders.addLine({ orderId: order.id, quantity: 1, price: 1, tax: 0 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    for (const quantity of [0, 1.5, -1, 'two', 1_000_000])
      await expect(desk.orders.addLine({ ...input, idempotencyKey: undefined, quantity })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const changed = await desk.orders.changeLine({ id: line.id, version: line.version, quantity: 3, cancelled: 1 })
    expect(changed).toMatchObject({ quantity: 3, cancelled: 1 })
    await expect(desk.orders.changeLine({ id: line.id, version: line.version, quantity: 4 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(desk.orders.changeLine({ id: line.id, cancelled: 4 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await desk.orders.removeLine({ id: line.id })).lines).toEqual([])
    const { rows } = await desk.audit.history({ subjectType: 'order', subjectId: order.id })
    expect(rows.map(({ action }) => action)).toEqual(['order.line_removed', 'order.line_changed', 'order.line_added'])
    expect(rows[0]?.before).toEqual({ line: `3 × ${product.name} at €1.50, 1 cancelled` })
  })

  it('of plain SQL breaks no screen', async () => {
    const order = await newOrder()
    await shop.db.prisma.$executeRaw`INSERT INTO order_lines (order_id) VALUES (${order.id}::uuid)`
    await shop.db.prisma.$executeRaw`
      INSERT INTO order_lines (order_id, title, price, cancelled) VALUES (${order.id}::uuid, ${'x'.repeat(500)}, 0, -2147483648)`
    expect(await linesOf(order)).toMatchObject([
      { title: '', quantity: 1 },
      { price: 0, cancelled: 0, left: 0 },
    ])
    expect((await anna.caller.account.order({ number: order.orderNumber })).lines).toHaveLength(2)
  })
})

describe('a dispatch', () => {
  it('sells the scanned units to the customer of the order, once', async () => {
    const { product, order, line, unitIds } = await sale()
    expect(await stockOf(product.id)).toBe(2)
    const [one = '', two = ''] = unitIds
    const sent = await desk.units.dispatch({ orderLineId: line.id, unitIds: [one] })
    expect(sent).toMatchObject({ sent: 1, left: 1, units: [{ unitId: one, returnedAt: null }] })
    expect(await unit(one)).toMatchObject({
      state: 'sold',
      owner: 'customer',
      userId: anna.userId,
      ownerLineId: line.id,
      ownerCaseId: null,
    })
    expect(await stockOf(product.id)).toBe(1)
    const again = await desk.units.dispatch({ orderLineId: line.id, unitIds: [one] })
    expect(again).toEqual(sent)
    expect(await desk.units.dispatch({ orderLineId: line.id, unitIds: [one.toUpperCase(), two] })).toMatchObject({ sent: 2, left: 0 })
    const owners = await shop.db.prisma.unitOwnership.findMany({ where: { unitId: one }, orderBy: { startedAt: 'asc' } })
    expect(owners.map(({ owner, lineId }) => [owner, lineId])).toEqual([
      ['company', null],
      ['customer', line.id],
    ])
    const { rows } = await desk.units.timeline({ id: one })
    expect(rows).toContainEqual(
      expect.objectContaining({ kind: 'sale', detail: expect.objectContaining({ order: order.orderNumber }) as object }),
    )
    expect(await desk.units.sales({ id: one })).toMatchObject([{ orderId: order.id, returnedAt: null }])
  })

  it('is refused in a sentence', async () => {
    const { order, line, unitIds } = await sale({ quantity: 1 })
    const other = await sale({ quantity: 1, units: 1 })
    const [one = '', two = ''] = unitIds
    const go = (ids: string[], orderLineId = line.id) => desk.units.dispatch({ orderLineId, unitIds: ids })
    await expect(go([one, two])).rejects.toMatchObject(refusal('Only 1 of .* is left'))
    await expect(go([one, one])).rejects.toMatchObject(refusal('same unit'))
    await expect(go(other.unitIds)).rejects.toMatchObject(refusal('listed under another product'))
    await expect(go([line.id])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(go([one], one)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { id: ready } = await shop.db.prisma.unit.create({ data: shop.factories.unit(company) })
    await expect(go([ready])).rejects.toMatchObject(refusal('is ready, not listed'))
    await desk.orders.updateStatus({ id: order.id, status: 'cancelled' })
    await expect(go([one])).rejects.toMatchObject(refusal('is cancelled'))
    await desk.orders.updateStatus({ id: order.id, status: 'processing' })
    await go([one])
    await expect(go([two])).rejects.toMatchObject(refusal('All of .* are dispatched'))
    await expect(go([one], other.line.id)).rejects.toMatchObject(refusal(`dispatched with order ${order.orderNumber}`))
    const free = await desk.orders.addLine({ orderId: order.id, title: 'Something', quantity: 1, price: 1, tax: 0 })
    await expect(go([two], free.id)).rejects.toMatchObject(refusal('Choose the product'))
    // A line cannot ask for fewer machines than were dispatched, nor become another product.
    await expect(desk.orders.changeLine({ id: line.id, cancelled: 1 })).rejects.toMatchObject(refusal('dispatched'))
    await expect(desk.orders.changeLine({ id: line.id, productId: other.product.id })).rejects.toMatchObject(refusal('Units are out'))
    await expect(desk.orders.removeLine({ id: line.id })).rejects.toMatchObject(refusal('dispatched'))
  })

  it('finds the unit that is scanned, and its line', async () => {
    const { order, line, unitIds } = await sale({ quantity: 1 })
    const of = await unit(unitIds[0])
    const scan = (code: string) => desk.units.forOrder({ orderId: order.id, code })
    const found = { unit: { id: of.id }, lineId: line.id, problem: null }
    expect(await scan(of.unitNumber.toLowerCase())).toMatchObject(found)
    expect(await scan(` ${of.serialNumber?.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'i')} `)).toMatchObject(found)
    expect(await scan(`https://shop.example/admin/units/${of.unitNumber}`)).toMatchObject(found)
    expect(await scan('nothing')).toEqual({ unit: null, lineId: null, problem: 'No unit has this number or serial number.' })
    const other = await sale({ units: 1 })
    expect(await scan((await unit(other.unitIds[0])).unitNumber)).toMatchObject({
      lineId: null,
      problem: expect.stringContaining('not in this order') as string,
    })
    await desk.units.dispatch({ orderLineId: line.id, unitIds: [of.id] })
    expect(await scan(of.unitNumber)).toMatchObject({
      lineId: null,
      problem: expect.stringContaining('dispatched for this line already') as string,
    })
    expect(await scan((await unit(unitIds[1])).unitNumber)).toMatchObject({
      lineId: null,
      problem: expect.stringContaining('All of') as string,
    })
  })

  it('of an order that is completed or cancelled is asked after, and nothing is refused', async () => {
    const { order, line, unitIds } = await sale()
    const set = async (status: 'completed' | 'cancelled' | 'processing') =>
      (await desk.orders.updateStatus({ id: order.id, status })).notices
    expect(await set('completed')).toEqual([expect.stringContaining(`2 units of ${order.orderNumber} are not dispatched yet`)])
    await desk.units.dispatch({ orderLineId: line.id, unitIds })
    expect(await set('completed')).toBeUndefined()
    expect(await set('cancelled')).toEqual([expect.stringContaining('2 units were dispatched')])
    expect(first(await linesOf(order))).toMatchObject({ sent: 2, left: 0 })
    const many = await desk.orders.updateStatuses({ ids: [{ id: order.id }], status: 'cancelled' })
    expect(many.counts.unchanged).toBe(1)
  })
})

describe('a dispatch of an order that is not paid', () => {
  it('names what is left to pay, and goes on where that is said to be all right', async () => {
    const { order, line, unitIds } = await sale({ quantity: 1, units: 1 })
    await shop.db.prisma.order.update({ where: { id: order.id }, data: { totalAmount: 1200 } })
    const unpaid = { code: 'CONFLICT', message: `${order.orderNumber} has €1,200.00 left to pay. Ship it anyway?` }
    await expect(desk.units.dispatch({ orderLineId: line.id, unitIds })).rejects.toMatchObject(unpaid)
    await expect(desk.units.dispatch({ orderLineId: line.id, unitIds, shipUnpaid: false })).rejects.toMatchObject(unpaid)
    expect(await unit(unitIds[0])).toMatchObject({ state: 'listed' })
    expect(await desk.orders.byId({ id: order.id })).toMatchObject({ status: 'processing' })
    await desk.units.dispatch({ orderLineId: line.id, unitIds, shipUnpaid: true })
    expect(await unit(unitIds[0])).toMatchObject({ state: 'sold' })
    // Sent again, the call finds the units dispatched and asks nothing.
    expect(await desk.units.dispatch({ orderLineId: line.id, unitIds })).toMatchObject({ sent: 1 })
    const { rows } = await desk.audit.history({ subjectType: 'order', subjectId: order.id })
    expect(JSON.stringify(rows)).toContain('€1,200.00')
  })

  it('asks nothing of one that is paid, also in part by store credit, or was paid at the platform', async () => {
    const paid = await sale({ quantity: 1, units: 1 })
    await shop.db.prisma.order.update({ where: { id: paid.order.id }, data: { totalAmount: 100 } })
    await desk.credit.adjust({ userId: anna.userId, amount: 40, reason: 'Goodwill' })
    await desk.credit.payOrder({ orderId: paid.order.id, amount: 40 })
    await expect(desk.units.dispatch({ orderLineId: paid.line.id, unitIds: paid.unitIds })).rejects.toMatchObject(
      refusal('€60.00 left to pay'),
    )
    const { id: invoiceId } = await desk.invoices.issue({ orderId: paid.order.id })
    await desk.payments.record({ invoiceId, method: 'card', amount: 60, receivedOn: '2026-11-20' })
    await desk.units.dispatch({ orderLineId: paid.line.id, unitIds: paid.unitIds })
    const platform = await sale({ quantity: 1, units: 1 })
    await shop.db.prisma.order.update({ where: { id: platform.order.id }, data: { totalAmount: 100, externalId: 'gid://shop/sale' } })
    await desk.units.dispatch({ orderLineId: platform.line.id, unitIds: platform.unitIds })
  })

  it('takes the status of its order along: in work with the first piece, completed with the last, and back where none left', async () => {
    const { order, line, unitIds } = await sale()
    await desk.orders.updateStatus({ id: order.id, status: 'pending' })
    const status = async () => (await desk.orders.byId({ id: order.id })).status
    const [one = '', two = ''] = unitIds
    await desk.units.dispatch({ orderLineId: line.id, unitIds: [one] })
    expect(await status()).toBe('processing')
    const { units } = await desk.units.dispatch({ orderLineId: line.id, unitIds: [two] })
    expect(await status()).toBe('completed')
    await desk.units.takeBack({ id: units.find(({ unitId }) => unitId === two)?.id ?? '', as: 'not_sent' })
    expect(await status()).toBe('processing')
  })
})

describe('a machine that comes back', () => {
  it('is the company’s again, as returned, and goes to the same line again where its return was refused', async () => {
    const { order, line, unitIds, product } = await sale({ quantity: 1, units: 1 })
    const [id = ''] = unitIds
    const { units } = await desk.units.dispatch({ orderLineId: line.id, unitIds })
    const back = { id: first(units).id, as: 'returned', location: 'Returns' } as const
    expect(await desk.units.takeBack(back)).toMatchObject({ sent: 0, left: 1 })
    expect(await unit(id)).toMatchObject({ state: 'returned', owner: 'company', userId: null, ownerLineId: line.id, location: 'Returns' })
    await expect(desk.units.takeBack(back)).rejects.toMatchObject(refusal('is back already'))
    expect(await stockOf(product.id)).toBe(0)
    expect((await anna.caller.account.order({ number: order.orderNumber })).lines).toMatchObject([{ units: [] }])
    // To another order it goes only once it is listed again.
    const other = await newOrder()
    const theirs = await desk.orders.addLine({ orderId: other.id, productId: product.id, quantity: 1, price: 1, tax: 0 })
    await expect(desk.units.dispatch({ orderLineId: theirs.id, unitIds })).rejects.toMatchObject(refusal('is returned, not listed'))
    await desk.units.dispatch({ orderLineId: line.id, unitIds })
    expect(await unit(id)).toMatchObject({ state: 'sold', userId: anna.userId })
    expect(first(await linesOf(order)).units).toHaveLength(2)
  })

  it('or never left is listed again, as if it had not been dispatched', async () => {
    const { order, line, unitIds, product } = await sale({ quantity: 1, units: 1 })
    const { units } = await desk.units.dispatch({ orderLineId: line.id, unitIds })
    await desk.units.takeBack({ id: first(units).id, as: 'not_sent' })
    expect(await unit(unitIds[0])).toMatchObject({ state: 'listed', owner: 'company', productId: product.id })
    expect(first(await linesOf(order))).toMatchObject({ sent: 0, units: [] })
    expect(await stockOf(product.id)).toBe(1)
  })

  it('is the record that is kept of it, where it was merged meanwhile', async () => {
    const { line, unitIds } = await sale({ quantity: 1, units: 1 })
    const [id = ''] = unitIds
    const { units } = await desk.units.dispatch({ orderLineId: line.id, unitIds })
    // It comes in as a repair of its buyer, whose desk opened another record for it.
    await desk.units.update({ id, state: 'quarantined' })
    const { id: keep } = await shop.db.prisma.unit.create({
      data: shop.factories.unit({ userId: anna.userId, state: 'quarantined', serialNumber: null }),
    })
    await desk.units.merge({ keep, merge: id })
    expect(
      first(first([await desk.orders.lines({ number: (await desk.units.sales({ id: keep }))[0]?.orderNumber ?? '' })]).lines).units,
    ).toMatchObject([{ unitId: keep }])
    expect(await desk.units.takeBack({ id: first(units).id, as: 'returned' })).toMatchObject({ sent: 0, units: [{ unitId: keep }] })
    expect(await unit(keep)).toMatchObject({ state: 'returned', owner: 'company' })
    expect(await unit(id)).toMatchObject({ mergedInto: keep, state: 'quarantined' })
  })

  it('by a trade-in is sold again, and the first sale is over', async () => {
    const { line, unitIds, product } = await sale({ quantity: 1, units: 1 })
    await desk.units.dispatch({ orderLineId: line.id, unitIds })
    const { id, serialNumber, manufacturer, model } = await unit(unitIds[0])
    const { id: tradeIn } = await desk.tradeIns.create({
      customer: { userId: anna.userId },
      deviceInfo: { manufacturer, model, serialNumber: serialNumber ?? '' },
    })
    await shop.db.prisma.tradeIn.update({ where: { id: tradeIn }, data: { finalValue: 300 } })
    await desk.tradeIns.updateStatus({ id: tradeIn, status: 'completed' })
    expect(await unit(id)).toMatchObject({ owner: 'company', state: 'bought', cost: 300 })
    await shop.db.prisma.unit.update({ where: { id }, data: { state: 'listed', productId: product.id } })
    const other = await newOrder(null)
    const again = await desk.orders.addLine({ orderId: other.id, productId: product.id, quantity: 1, price: 900, tax: 0 })
    expect(await desk.units.dispatch({ orderLineId: again.id, unitIds: [id] })).toMatchObject({ sent: 1 })
    expect((await desk.units.sales({ id })).map(({ returnedAt }) => returnedAt === null)).toEqual([true, false])
  })
})

it('shows customers the lines of their own orders and the machines they got, and nothing else', async () => {
  const { order, line, unitIds } = await sale()
  await desk.units.dispatch({ orderLineId: line.id, unitIds: unitIds.slice(0, 1) })
  const sent = await unit(unitIds[0])
  const own = await anna.caller.account.order({ number: order.orderNumber })
  expect(own.lines).toEqual([
    {
      ...{ id: line.id, title: line.title, quantity: 2, cancelled: 0, price: 1200, tax: 400 },
      units: [{ unitNumber: sent.unitNumber, serialNumber: sent.serialNumber, dispatchedAt: expect.any(Date) as Date }],
    },
  ])
  expect((await anna.caller.account.devices()).rows).toContainEqual(
    expect.objectContaining({ boughtIn: { order: order.orderNumber, unitNumber: sent.unitNumber } }),
  )
  const ben = await shop.signIn('customer')
  await expect(ben.caller.account.order({ number: order.orderNumber })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

describeOnEngines('two desks on %s', (engine) => {
  let own: TestShop
  beforeAll(async () => {
    own = await openTestShop({ db: await openOn(engine) })
  })
  afterAll(() => own.close())

  it('that scan one unit at once: one wins, the other one is told', async () => {
    const at = (await own.signIn('admin')).caller
    const product = await newProduct(own)
    const unitId = await listed(product.id, own)
    const lines = []
    for (const order of [await newOrder(null, own), await newOrder(null, own)])
      lines.push(await at.orders.addLine({ orderId: order.id, productId: product.id, quantity: 1, price: 1, tax: 0 }))
    const tries = await Promise.allSettled(lines.map(({ id }) => at.units.dispatch({ orderLineId: id, unitIds: [unitId] })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal('was dispatched with order') })
    expect(await own.db.prisma.orderLineUnit.count({ where: { unitId } })).toBe(1)
    expect((await at.products.byId({ id: product.id })).stockQuantity).toBe(0)
  })
})

describe('the shop platform', () => {
  const item = (id: number, values: object = {}) => ({ id, title: 'Antminer S19', quantity: 2, price: '120.00', ...values })
  const message = (values: object) =>
    platformOrder.parse({
      ...{ id: 7_700, name: '#7700', created_at: '2026-11-19T10:00:00Z', updated_at: '2026-11-19T10:00:00Z', total_price: '240.00' },
      ...values,
    })
  const receive = (values: object) => {
    const told = message(values)
    return upsertOrder(shop.db.prisma, told, told.updated_at)
  }

  it('brings lines, once each, with their product by its name, and changes them', async () => {
    const product = await newProduct()
    const eur = (amount: string) => ({
      presentment_money: { amount, currency_code: 'EUR' },
      shop_money: { amount: '1', currency_code: 'GBP' },
    })
    const whole = item(1, {
      ...{ title: product.name, sku: 'S19-R', price: '100.00', price_set: eur('120.00') },
      discount_allocations: [{ amount: '1', amount_set: eur('10.00') }],
      tax_lines: [{ price: '2', price_set: eur('38.33') }],
    })
    await receive({ line_items: [whole, item(2, { title: 'Cable', tax_lines: null }), whole, { id: 'odd' }, null] })
    expect(await linesOf({ orderNumber: '7700' })).toMatchObject([
      { title: product.name, sku: 'S19-R', quantity: 2, price: 115, tax: 38.33, product: { id: product.id }, isFromPlatform: true },
      { title: 'Cable', quantity: 2, price: 120, tax: 0, product: null },
    ])
    const [line, cable] = await linesOf({ orderNumber: '#7700' })
    await expect(desk.orders.changeLine({ id: cable?.id ?? '', quantity: 9 })).rejects.toMatchObject(refusal('shop platform'))
    await expect(desk.orders.removeLine({ id: cable?.id ?? '' })).rejects.toMatchObject(refusal('shop platform'))
    expect(await desk.orders.changeLine({ id: cable?.id ?? '', productId: product.id })).toMatchObject({ product: { id: product.id } })
    // Older news changes nothing; a refund and a removal leave less to dispatch, and the desk's choice stays.
    expect(await receive({ line_items: [] })).toBe('unchanged')
    const unitId = await listed(product.id)
    await desk.units.dispatch({ orderLineId: line?.id ?? '', unitIds: [unitId] })
    await receive({
      updated_at: '2026-11-19T11:00:00Z',
      line_items: [{ ...whole, current_quantity: 1 }, item(2, { title: 'Cable' })],
      refunds: [{ refund_line_items: [{ line_item_id: 2, quantity: 1 }] }, {}],
    })
    expect(await linesOf({ orderNumber: '7700' })).toMatchObject([
      { id: line?.id, quantity: 2, cancelled: 1, sent: 1, left: 0 },
      { id: cable?.id, cancelled: 1, product: { id: product.id }, left: 1 },
    ])
    await receive({ updated_at: '2026-11-19T12:00:00Z', line_items: [item(2, { title: 'Cable' })] })
    expect(await linesOf({ orderNumber: '7700' })).toMatchObject([{ cancelled: 0 }, { id: line?.id, cancelled: 2, sent: 1, left: 0 }])
  })

  it('that learns who the buyer is gives them what was dispatched', async () => {
    const product = await newProduct()
    await receive({ id: 7_701, name: '#7701', line_items: [item(1, { title: product.name })] })
    const unitId = await listed(product.id)
    const line = first(await linesOf({ orderNumber: '#7701' }))
    await desk.units.dispatch({ orderLineId: line.id, unitIds: [unitId] })
    expect(await unit(unitId)).toMatchObject({ owner: 'customer', userId: null })
    await receive({ id: 7_701, name: '#7701', updated_at: '2026-11-19T11:00:00Z', email: anna.email })
    expect(await unit(unitId)).toMatchObject({ userId: anna.userId, ownerLineId: line.id, state: 'sold' })
  })
})
