import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saleWarrantyUntil } from '~/contracts/stock/sale-warranty'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'
import { caseDocument } from '~/server/cases/documents/case-documents'

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.signIn('admin')
})
afterAll(() => shop.close())

const DAY_MS = 24 * 60 * 60 * 1000
const device = (serialNumber: string) => ({ manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber })

describe('the warranty at intake', () => {
  it('of a sale lasts as its product says, else 90 days for what is not new', () => {
    const soldOn = '2026-11-30'
    expect(saleWarrantyUntil({ warranty: '12 months, by the manufacturer', condition: 'New', soldOn })).toBe('2027-11-30')
    expect(saleWarrantyUntil({ warranty: '3 months', condition: 'New', soldOn })).toBe('2027-02-28')
    expect(saleWarrantyUntil({ warranty: '90-day limited warranty', condition: 'Refurbished', soldOn })).toBe('2027-02-28')
    expect(saleWarrantyUntil({ warranty: null, condition: 'Refurbished', soldOn })).toBe('2027-02-28')
    expect(saleWarrantyUntil({ warranty: '2 years', condition: 'New', soldOn })).toBe('2028-11-30')
    expect(saleWarrantyUntil({ warranty: 'Ask us', condition: 'New', soldOn })).toBeNull()
  })

  async function sell(serialNumber: string, daysAgo: number, userId: string | null) {
    const unit = await shop.db.prisma.unit.create({ data: { ...device(serialNumber), state: 'sold' } })
    const order = await shop.db.prisma.order.create({ data: { orderNumber: `S-${serialNumber}`, userId } })
    const line = await shop.db.prisma.orderLine.create({ data: { orderId: order.id, title: 'S19' } })
    const dispatchedAt = new Date(TEST_NOW.getTime() - daysAgo * DAY_MS)
    const sale = await shop.db.prisma.orderLineUnit.create({ data: { lineId: line.id, unitId: unit.id, dispatchedAt } })
    return { unit, sale, order }
  }

  it('is found by the serial number however it is typed, of repairs and of sales, and says when it is over', async () => {
    const buyer = await shop.signIn('customer')
    const { sale } = await sell('WAR-0001', 30, buyer.userId)
    await sell('WAR-0002', 200, buyer.userId)
    const warranties = (serialNumber: string) => admin.caller.cases.warranties({ serialNumber })
    expect(await warranties('war 0001')).toMatchObject([
      {
        kind: 'sale',
        id: sale.id,
        number: 'S-WAR-0001',
        lastDay: '2027-01-19',
        isOver: false,
        customer: { userId: buyer.userId, email: buyer.email },
      },
    ])
    expect(await warranties('WAR-0002')).toMatchObject([{ kind: 'sale', isOver: true }])
    expect(await warranties('WAR-0003')).toEqual([])
    await shop.db.prisma.orderLineUnit.update({ where: { id: sale.id }, data: { returnedAt: TEST_NOW } })
    expect(await warranties('WAR-0001')).toEqual([])

    const repair = await admin.caller.repairs.create({
      customer: { userId: buyer.userId },
      deviceInfo: device('WAR-0004'),
      problemDescription: 'No hash',
    })
    await admin.caller.repairs.saveActualLines({ id: repair.id, lines: [{ kind: 'labour', label: 'Work', quantity: 1, price: 0 }] })
    await admin.caller.repairs.updateStatus({ id: repair.id, status: 'completed' })
    // The database's own clock completes it.
    await shop.db.prisma.$executeRaw`UPDATE repairs SET completed_at = ${TEST_NOW} WHERE id = ${repair.id}::uuid`
    expect(await warranties('war-0004')).toMatchObject([
      { kind: 'repair', id: repair.id, number: repair.repairNumber, lastDay: '2026-12-20' },
    ])
  })

  it('of a sale is claimed by its buyer alone, at no cost, and the repair says so until somebody else has it', async () => {
    const [buyer, other] = [await shop.signIn('customer'), await shop.signIn('customer')]
    const { sale, order } = await sell('WAR-0010', 30, buyer.userId)
    const open = (userId: string, warrantySale = sale.id) =>
      admin.caller.repairs.create({ customer: { userId }, deviceInfo: device('WAR-0010'), problemDescription: 'No hash', warrantySale })
    await expect(open(other.userId)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('another customer') as string,
    })
    await expect(open(buyer.userId, order.id)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const { sale: old } = await sell('WAR-0011', 91, buyer.userId)
    await expect(open(buyer.userId, old.id)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('is over') as string,
    })

    const claim = await open(buyer.userId)
    expect(claim).toMatchObject({ warrantySale: sale.id, estimatedCost: 0, actualCost: 0 })
    expect(await admin.caller.repairs.byNumber({ number: claim.repairNumber })).toMatchObject({ warrantyOrder: order.orderNumber })
    expect((await admin.caller.repairs.list({ warranty: 'claim' })).rows.map(({ id }) => id)).toEqual([claim.id])
    const given = await admin.caller.repairs.update({ id: claim.id, customer: { userId: other.userId } })
    expect(given).toMatchObject({ warrantySale: null, actualCost: null })
  })
})

describe('several machines of one intake', () => {
  it('become a case each, with one email, one receipt and one link', async () => {
    shop.emails.length = 0
    const first = await admin.caller.repairs.create({
      customer: { email: 'several@example.com', fullName: 'Sam Field' },
      deviceInfo: device('SEV-1'),
      problemDescription: 'No hash',
      accessories: 'Cables',
      others: [
        { deviceInfo: device('SEV-2'), problemDescription: 'Fan' },
        { deviceInfo: device('SEV-3'), problemDescription: 'Fan', service: 'power_supply' },
      ],
    })
    const all = await shop.db.prisma.repair.findMany({ where: { userId: first.userId }, orderBy: { repairNumber: 'asc' } })
    expect(all.map(({ problemDescription }) => problemDescription)).toEqual(['No hash', 'Fan', 'Fan'])
    expect(all.map(({ accessories }) => accessories)).toEqual(['Cables', null, null])
    expect(new Set(all.map(({ dueOn }) => dueOn?.toISOString())).size).toBe(2)
    // Beside the invitation of a new customer.
    const told = shop.emails.filter(({ to, subject }) => to === 'several@example.com' && subject.includes('machines'))
    expect(told).toMatchObject([
      { subject: 'We have received your 3 machines', attachments: [{ name: `receipt-${first.repairNumber}.pdf` }] },
    ])
    for (const { repairNumber } of all) expect(told[0]?.text).toContain(repairNumber)
    expect(shop.emails.filter(({ text }) => text.includes(first.repairNumber))).toHaveLength(1)

    const { bytes } = await caseDocument(shop.services, { noun: 'repairs', id: first.id, kind: 'receipt' })
    const { text } = await extractText(new Uint8Array(bytes), { mergePages: true })
    for (const { repairNumber } of all) expect(text).toContain(repairNumber)
    const links = await admin.caller.cases.links({ noun: 'repairs', id: first.id })
    expect(links).toMatchObject({ active: 1, machines: all.map(({ repairNumber }) => ({ number: repairNumber })) })
    expect(await admin.caller.cases.requested({ noun: 'repairs', id: first.id })).toMatchObject({ isIntake: true, size: 3 })
    // They are here: nothing waits for a parcel.
    const token = /track\/([\w-]+)/.exec(told[0]?.text ?? '')?.[1] ?? ''
    expect(await shop.visitor.cases.track({ token })).toMatchObject({ hasArrived: true, request: [{}, {}, {}] })
  })

  it('are opened all or none, and once for a key', async () => {
    const customer = await shop.signIn('customer')
    const input = {
      customer: { userId: customer.userId },
      deviceInfo: device('ALL-1'),
      problemDescription: 'No hash',
      idempotencyKey: 'several-machines-1',
    }
    const others = [{ deviceInfo: device('ALL-2'), problemDescription: 'Fan', warrantySale: customer.userId }]
    await expect(admin.caller.repairs.create({ ...input, others })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await shop.db.prisma.repair.count({ where: { userId: customer.userId } })).toBe(0)
    const good = { ...input, others: [{ deviceInfo: device('ALL-2'), problemDescription: 'Fan' }] }
    await admin.caller.repairs.create(good)
    await admin.caller.repairs.create(good)
    expect(await shop.db.prisma.repair.count({ where: { userId: customer.userId } })).toBe(2)
  })

  it('are trade-ins too', async () => {
    const customer = await shop.signIn('customer')
    const trade = { deviceInfo: device('TRD-1') }
    await admin.caller.tradeIns.create({
      customer: { userId: customer.userId },
      ...trade,
      others: [{ deviceInfo: device('TRD-2'), grade: 'good' }],
    })
    expect(await shop.db.prisma.tradeIn.findMany({ where: { userId: customer.userId }, orderBy: { tradeInNumber: 'asc' } })).toMatchObject([
      { grade: null, arrivedAt: TEST_NOW },
      { grade: 'good', arrivedAt: TEST_NOW },
    ])
  })
})
