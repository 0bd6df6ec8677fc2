import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EstimateLine } from '~/contracts/cases/estimates'
import { createTrackingLink } from '~/server/cases/base/tracking-links'
import { openTestShop, type TestShop } from '../setup/shop'

/** Spare parts: stock, where each part is, and what repairs take from stock. */

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let customer: Awaited<ReturnType<TestShop['signIn']>>
let typeId = ''

beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.signIn('admin')
  customer = await shop.signIn('customer')
})
afterAll(() => shop.close())
let place = 0
beforeEach(async () => {
  const type = await admin.caller.parts.createType({
    name: `Hashboard ${++place}`,
    kind: 'hashboard',
    cost: 80,
    price: 120,
    reorderPoint: 1,
    stockLevel: 4,
  })
  typeId = type.id
})

const parts = () => admin.caller.parts
const stock = async (id = typeId) => {
  const { inStock, reserved } = await parts().type({ id })
  return [inStock, reserved]
}
const receive = (quantity = 1) => parts().create({ typeId, quantity })
const unit = () =>
  shop.db.prisma.unit.create({ data: { manufacturer: 'Bitmain', model: 'Antminer S19' }, select: { id: true, unitNumber: true } })
const boards = (quantity: number): EstimateLine => ({ kind: 'part', label: 'A new board', quantity, price: 150, partTypeId: typeId })

async function repairWith(lines: EstimateLine[]) {
  const { id } = await admin.caller.repairs.create({
    customer: { userId: customer.userId },
    deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber: `SN-${++place}` },
    problemDescription: 'A dead board',
  })
  await admin.caller.repairs.saveEstimate({ id, lines })
  await admin.caller.repairs.sendEstimate({ id, email: null })
  return id
}
const answer = (id: string, said: 'accepted' | 'declined', number = 1) =>
  admin.caller.repairs.recordAnswer({ id, number, answer: said, note: null })
const setStatus = (id: string, status: 'repairing' | 'completed' | 'shipped') => admin.caller.repairs.updateStatus({ id, status })
const needed = async (id: string) => (await parts().ofCase({ id })).needed[0]

describe('stock', () => {
  it('receives one part with a serial number, and many without, at the cost of their type', async () => {
    const one = await parts().create({ typeId, serialNumber: 'HB 0O1', location: 'Shelf 2' })
    expect(one).toMatchObject({ serialNumber: 'HB 0O1', state: 'in_stock', location: 'Shelf 2', cost: 80, numbers: [one.partNumber] })
    const many = await parts().create({ typeId, quantity: 3, cost: 70 })
    expect(many.numbers).toHaveLength(3)
    expect(await stock()).toEqual([4, 0])
    await expect(parts().create({ typeId, serialNumber: 'x', quantity: 2 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(parts().create({ typeId, serialNumber: 'hb-001' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `${one.partNumber} has the serial number hb-001 already.`,
    })
    await expect(parts().create({ typeId: one.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('finds a part by number, by serial number however it is typed, and by the address of its page', async () => {
    const { id, partNumber } = await parts().create({ typeId, serialNumber: `SN 1O${place} I` })
    for (const code of [partNumber, partNumber.toLowerCase(), `sn10${place}1`, `http://localhost/admin/parts?details=${id}`]) {
      expect(await parts().find({ code }), code).toMatchObject([{ id }])
    }
    expect(await parts().find({ code: 'P-0' })).toEqual([])
  })

  it('moves, corrects, writes off with a reason and takes back into stock, on record each time', async () => {
    const { id, version } = await receive()
    const moved = await parts().update({ id, version, location: 'Bench 1', serialNumber: 'SN-9' })
    expect(moved).toMatchObject({ location: 'Bench 1', serialNumber: 'SN-9', cost: 80 })
    await expect(parts().update({ id, version, location: 'Bench 2' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await parts().writeOff({ id, reason: 'Burnt' })).toMatchObject({ state: 'scrapped', location: null })
    await expect(parts().writeOff({ id, reason: 'Burnt' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await stock()).toEqual([0, 0])
    expect(await parts().restock({ id, location: 'Shelf 1' })).toMatchObject({ state: 'in_stock', location: 'Shelf 1' })
    const { rows } = await admin.caller.audit.history({ subjectType: 'part', subjectId: id })
    expect(rows.map(({ action }) => action)).toEqual(['part.restocked', 'part.written_off', 'part.updated', 'part.created'])
    expect(rows[1]?.after).toMatchObject({ reason: 'Burnt' })
  })

  it('books a count: what is more is received, what is missing is written off, and nothing that has changed meanwhile', async () => {
    await receive(3)
    await parts().create({ typeId, serialNumber: 'HB-7' })
    const less = await parts().count({ typeId, counted: 2, expected: 4, reason: 'Year end' })
    expect(less).toMatchObject({ type: { inStock: 2 }, received: [] })
    expect(less.writtenOff).toHaveLength(2)
    expect(await parts().count({ typeId, counted: 5, expected: 2, reason: 'Found' })).toMatchObject({ type: { inStock: 5 } })
    await expect(parts().count({ typeId, counted: 1, expected: 4, reason: 'x' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(parts().count({ typeId, counted: 0, expected: 5, reason: 'x' })).rejects.toThrow(
      'only 4 of the free ones have no serial number',
    )
    const { rows } = await admin.caller.audit.history({ subjectType: 'part_type', subjectId: typeId })
    expect(rows[0]).toMatchObject({ action: 'part_type.counted', before: { counted: 2 }, after: { counted: 5, reason: 'Found' } })
  })

  it('lists parts and types by their filters, and what is to be ordered', async () => {
    await receive(2)
    const { rows } = await parts().list({ type: typeId, status: 'in_stock', kind: 'hashboard' })
    expect(rows).toHaveLength(2)
    expect((await parts().list({ type: typeId, kind: 'fan' })).rows).toEqual([])
    const names = async () => (await parts().types({ stock: 'reorder', search: `Hashboard ${place}` })).rows.map(({ id }) => id)
    expect(await names()).not.toContain(typeId)
    const { id, version, ...type } = await parts().type({ id: typeId })
    const { name, kind, sku, fits, cost, price, stockLevel, isActive } = type
    await parts().updateType({ id, version, name, kind, sku, fits, cost, price, stockLevel, isActive, reorderPoint: 2 })
    expect(await names()).toContain(typeId)
    expect((await parts().list({})).toReorder).toBeGreaterThan(0)
  })
})

describe('machines', () => {
  it('go into a slot and come out, with who and when; a slot and a part are taken once', async () => {
    const { id: unitId, unitNumber } = await unit()
    const [one, two] = [await receive(), await receive()]
    expect(await parts().install({ partId: one.id, unitId, slot: 'board 0' })).toMatchObject({
      state: 'installed',
      installedIn: { unitNumber, slot: 'board 0' },
    })
    await expect(parts().install({ partId: two.id, unitId, slot: 'Board 0' })).rejects.toThrow(
      `Board 1 of ${unitNumber} holds ${one.partNumber}. Take that out first.`,
    )
    await expect(parts().install({ partId: one.id, unitId, slot: 'board 1' })).rejects.toThrow(
      `${one.partNumber} is already in ${unitNumber} (board 1).`,
    )
    await expect(parts().writeOff({ id: one.id, reason: 'x' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await parts().ofUnit({ id: unitId })).parts).toMatchObject([{ partNumber: one.partNumber, slot: 'board 0' }])
    expect(await parts().remove({ partId: one.id, location: 'Bench 3' })).toMatchObject({
      state: 'taken_out',
      location: 'Bench 3',
      installedIn: null,
    })
    await expect(parts().remove({ partId: one.id })).rejects.toThrow(`${one.partNumber} is in no machine.`)
    expect(await parts().ofUnit({ id: unitId })).toMatchObject({ parts: [], former: [{ partNumber: one.partNumber, slot: 'board 0' }] })
    expect((await parts().byId({ id: one.id })).places).toMatchObject([{ unitNumber, slot: 'board 0' }])
  })

  it('scanned at two benches at once: one wins, the other is told', async () => {
    const { id: partId, partNumber } = await receive()
    const units = [await unit(), await unit()]
    const tries = await Promise.allSettled(units.map(({ id: unitId }) => parts().install({ partId, unitId, slot: 'board 0' })))
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const lost = tries.find((each) => each.status === 'rejected')
    expect(lost?.reason).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(`${partNumber} is already in U-`) as string })
  })
})

describe('a repair', () => {
  it('reserves parts once its estimate is accepted, and uses them once it is completed', async () => {
    await receive(3)
    const id = await repairWith([boards(2)])
    expect(await stock()).toEqual([3, 0])
    await answer(id, 'accepted')
    expect(await stock()).toEqual([1, 2])
    expect(await needed(id)).toMatchObject({ wanted: 2, missing: 0, parts: [{ state: 'reserved' }, { state: 'reserved' }] })
    await setStatus(id, 'completed')
    expect(await stock()).toEqual([1, 0])
    const { unitId } = await parts().ofCase({ id })
    expect((await parts().ofUnit({ id: unitId ?? '' })).parts).toHaveLength(2)
    // Set back: they are reserved again, and used again once it is completed again.
    await setStatus(id, 'repairing')
    expect(await stock()).toEqual([1, 2])
    await setStatus(id, 'shipped')
    expect(await stock()).toEqual([1, 0])
  })

  it('counts what was scanned into the machine, and gives back what it did not need', async () => {
    await receive(2)
    const id = await repairWith([boards(1)])
    await answer(id, 'accepted')
    const [, free] = (await parts().list({ type: typeId, sort: 'created' })).rows
    const { id: unitId } = await unit()
    await shop.db.prisma.case.update({ where: { id }, data: { unitId } })
    await parts().install({ partId: free?.id ?? '', unitId, slot: 'board 1', caseId: id })
    expect(await stock()).toEqual([1, 0])
    // It was faulty: another one is reserved.
    await parts().remove({ partId: free?.id ?? '', caseId: id })
    expect(await stock()).toEqual([0, 1])
    const other = await unit()
    const [reserved] = (await needed(id))?.parts ?? []
    await expect(parts().install({ partId: reserved?.id ?? '', unitId: other.id, slot: 'board 0' })).rejects.toThrow('is reserved for REP-')
    await parts().install({ partId: reserved?.id ?? '', unitId, slot: 'board 0' })
    await setStatus(id, 'completed')
    expect((await parts().ofUnit({ id: unitId })).parts).toMatchObject([{ slot: 'board 0' }])
    await setStatus(id, 'repairing')
    // A scanned part stays where it is.
    expect((await parts().ofUnit({ id: unitId })).parts).toMatchObject([{ slot: 'board 0' }])
  })

  it.each(['declined', 'unrepaired', 'changed lines', 'a deleted repair'] as const)('lets go of its parts: %s', async (how) => {
    await receive(2)
    const id = await repairWith([boards(2)])
    await answer(id, how === 'declined' ? 'declined' : 'accepted')
    if (how === 'unrepaired') await admin.caller.repairs.returnUnrepaired({ id, reason: 'not_repairable', fee: null })
    if (how === 'changed lines')
      await admin.caller.repairs.saveActualLines({ id, lines: [{ kind: 'labour', label: 'Cleaned', quantity: 1, price: 10 }] })
    if (how === 'a deleted repair') await shop.db.prisma.repair.delete({ where: { id } })
    expect(await stock()).toEqual([2, 0])
  })

  it('is short where stock is: the desk is told, and what comes in is reserved for it', async () => {
    await receive(1)
    const first = await repairWith([boards(1)])
    const second = await repairWith([boards(2)])
    await answer(first, 'accepted')
    await answer(second, 'accepted')
    expect(await needed(second)).toMatchObject({ wanted: 2, missing: 2, free: 0 })
    const told = await setStatus(second, 'repairing')
    expect(told.notices?.join()).toContain(`2 × Hashboard ${place - 2} for REP-`)
    await receive(1)
    expect(await needed(second)).toMatchObject({ missing: 1 })
    // The other repair comes to nothing.
    await admin.caller.repairs.returnUnrepaired({ id: first, reason: 'not_repairable', fee: null })
    expect(await needed(second)).toMatchObject({ missing: 0 })
    expect(await stock()).toEqual([0, 2])
  })

  it('takes parts back with the customer’s acceptance, and never tells customers of stock', async () => {
    await receive(1)
    const id = await repairWith([boards(1)])
    const token = (await createTrackingLink(shop.db.prisma, { noun: 'repairs', id }, '')).replace('/track/', '')
    const before = await shop.visitor.cases.track({ token })
    expect(JSON.stringify(before)).toContain('A new board')
    await shop.visitor.cases.answer({ token, answer: 'accept' })
    expect(await stock()).toEqual([0, 1])
    const seen = JSON.stringify([
      await shop.visitor.cases.track({ token }),
      await customer.caller.account.case({
        noun: 'repairs',
        number: (await shop.db.prisma.repair.findUniqueOrThrow({ where: { id } })).repairNumber,
      }),
    ])
    expect(seen).not.toContain(typeId)
    expect(seen).not.toMatch(/(?<![A-Z])P-\d/)
    await shop.visitor.cases.takeAnswerBack({ token, quote: 1 })
    expect(await stock()).toEqual([1, 0])
  })

  it('refuses lines of an unknown type, of half a part, and of labour from stock', async () => {
    const id = await repairWith([boards(1)])
    const save = (line: Partial<EstimateLine>) => admin.caller.repairs.saveEstimate({ id, lines: [{ ...boards(1), ...line }] })
    for (const line of [{ partTypeId: id }, { quantity: 1.5 }, { kind: 'labour' as const }]) {
      await expect(save(line)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })
})
