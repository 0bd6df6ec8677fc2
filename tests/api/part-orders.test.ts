import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '../setup/shop'

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.signIn('admin')
})
afterAll(() => shop.close())

const addType = (name: string) => admin.caller.parts.createType({ name, kind: 'hashboard', reorderPoint: 2, stockLevel: 10, cost: 40 })
const typeOf = (id: string) => admin.caller.parts.type({ id })

describe('parts on order', () => {
  it('stand beside the stock of their type with the day of the next ones, until they have come in', async () => {
    const { id: typeId } = await addType('S19 hashboard')
    const first = await admin.caller.parts.order({ typeId, supplier: 'Zeus', quantity: 6, expectedOn: '2026-12-10', reference: 'PO-7' })
    await admin.caller.parts.order({ typeId, supplier: 'Bitmain', quantity: 2, expectedOn: '' })
    expect(await typeOf(typeId)).toMatchObject({ inStock: 0, onOrder: 8, expectedOn: '2026-12-10' })
    expect((await admin.caller.parts.types({})).rows.find(({ id }) => id === typeId)).toMatchObject({ onOrder: 8 })

    await admin.caller.parts.create({ typeId, quantity: 4, orderId: first.id })
    expect(await typeOf(typeId)).toMatchObject({ inStock: 4, onOrder: 4, expectedOn: '2026-12-10' })
    // One more than was ordered completes it.
    await admin.caller.parts.create({ typeId, quantity: 3, orderId: first.id })
    expect(await typeOf(typeId)).toMatchObject({ inStock: 7, onOrder: 2, expectedOn: null })
    expect(await admin.caller.parts.orders({ typeId })).toMatchObject([
      { supplier: 'Bitmain', quantity: 2, received: 0 },
      { supplier: 'Zeus', quantity: 6, received: 6, reference: 'PO-7' },
    ])
    const audited = await shop.db.prisma.auditEntry.findMany({ where: { subjectId: typeId }, orderBy: { id: 'asc' } })
    expect(audited.map(({ action }) => action)).toEqual([
      'part_type.created',
      ...['part_type.ordered', 'part_type.ordered', 'part_type.order_received', 'part_type.order_received'],
    ])
  })

  it('are corrected and cancelled, by the version that somebody saw, and never below what has come in', async () => {
    const { id: typeId } = await addType('M30S hashboard')
    const order = await admin.caller.parts.order({ typeId, supplier: 'Zeus', quantity: 5 })
    await admin.caller.parts.create({ typeId, quantity: 2, orderId: order.id })
    const change = { id: order.id, supplier: 'Zeus', expectedOn: '2027-01-04' }
    await expect(admin.caller.parts.updateOrder({ ...change, quantity: 5, version: order.version })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await expect(admin.caller.parts.updateOrder({ ...change, quantity: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await admin.caller.parts.updateOrder({ ...change, quantity: 4 })
    expect(await typeOf(typeId)).toMatchObject({ onOrder: 2, expectedOn: '2027-01-04' })
    await admin.caller.parts.cancelOrder({ id: order.id })
    expect(await typeOf(typeId)).toMatchObject({ inStock: 2, onOrder: 0, expectedOn: null })
    await expect(admin.caller.parts.cancelOrder({ id: order.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(admin.caller.parts.create({ typeId, quantity: 1, orderId: order.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    const { id: other } = await addType('Fan')
    await expect(admin.caller.parts.create({ typeId: other, quantity: 1, orderId: order.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(admin.caller.parts.order({ typeId: admin.userId, supplier: 'Zeus', quantity: 1 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await typeOf(typeId)).inStock).toBe(2)
  })

  it('are named beside what a repair waits for', async () => {
    const { id: typeId } = await addType('T21 hashboard')
    const customer = await shop.signIn('customer')
    const deviceInfo = { manufacturer: 'Bitmain', model: 'T21' }
    const { id } = await admin.caller.repairs.create({ customer: { userId: customer.userId }, deviceInfo, problemDescription: 'No hash' })
    await admin.caller.repairs.saveEstimate({ id, lines: [{ kind: 'part', label: 'Board', quantity: 1, price: 90, partTypeId: typeId }] })
    await admin.caller.repairs.sendEstimate({ id })
    await admin.caller.repairs.recordAnswer({ id, number: 1, answer: 'accepted', note: null })
    await admin.caller.parts.order({ typeId, supplier: 'Zeus', quantity: 3, expectedOn: '2026-12-10' })
    expect((await admin.caller.parts.ofCase({ id })).needed).toMatchObject([{ missing: 1, onOrder: 3, expectedOn: '2026-12-10' }])
  })
})

describe('the place of a case', () => {
  it('is that of its machine: its own label finds it, wherever it is moved', async () => {
    const customer = await shop.signIn('customer')
    const deviceInfo = { manufacturer: 'Bitmain', model: 'S21', serialNumber: 'PLACE-1' }
    const repair = await admin.caller.repairs.create({ customer: { userId: customer.userId }, deviceInfo, problemDescription: 'No hash' })
    expect(repair.location).toBeNull()
    const [unit] = await admin.caller.units.find({ code: `http://localhost:3000/admin/repairs/${repair.repairNumber}` })
    expect(unit).toMatchObject({ serialNumber: 'PLACE-1' })
    await admin.caller.units.update({ id: unit?.id ?? '', location: 'Bench 2' })
    expect((await admin.caller.repairs.byId({ id: repair.id })).location).toBe('Bench 2')
    expect((await admin.caller.repairs.list({})).rows.find(({ id }) => id === repair.id)).toMatchObject({ location: 'Bench 2' })
    // A number without its kind is that of a unit alone.
    const digits = repair.repairNumber.replace(/\D/g, '')
    expect(
      (await admin.caller.units.find({ code: digits })).map(({ unitNumber }) => unitNumber).every((found) => found.endsWith(digits)),
    ).toBe(true)
    const tradeIn = await admin.caller.tradeIns.create({
      customer: { userId: customer.userId },
      deviceInfo: { ...deviceInfo, serialNumber: 'PLACE-2' },
    })
    const [other] = await admin.caller.units.find({ code: tradeIn.tradeInNumber })
    await admin.caller.units.update({ id: other?.id ?? '', location: 'Shelf B3' })
    expect((await admin.caller.tradeIns.byId({ id: tradeIn.id })).location).toBe('Shelf B3')
  })
})
