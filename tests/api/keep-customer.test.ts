import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, type TestShop } from '../setup/shop'

/** A billed or paid case keeps its customer, through the back office, the API and plain SQL: two people never owe for the same work. */

type SignedIn = Awaited<ReturnType<TestShop['signIn']>>

describeOnEngines('what was billed or paid on %s', (engine) => {
  let shop: TestShop
  let admin: SignedIn
  let former: SignedIn
  let next: SignedIn
  beforeAll(async () => {
    shop = await openTestShop({ db: await openOn(engine), creditLimit: 10_000 })
    admin = await shop.signIn('admin')
  })
  beforeEach(async () => {
    former = await shop.signIn('customer')
    next = await shop.signIn('customer')
  })
  afterAll(() => shop.close())

  const newRepair = async () => {
    const row = await shop.db.prisma.repair.create({ data: { userId: former.userId, status: 'repairing', actualCost: 70, deviceInfo: {} } })
    await shop.db.prisma.caseQuote.create({ data: { caseId: row.id, number: 1, state: 'accepted', total: 70 } })
    return row
  }
  const giveOn = (id: string, userId = next.userId) => admin.caller.repairs.update({ id, customer: { userId } })
  const byPlainSql = (table: 'repairs' | 'orders' | 'trade_ins', id: string, userId: string) =>
    shop.db.prisma.$executeRawUnsafe(`UPDATE ${table} SET user_id = '${userId}' WHERE id = '${id}'`)

  it('a repair with an invoice stays, and the refusal says what to do instead', async () => {
    const repair = await newRepair()
    const { number, id: invoiceId } = await admin.caller.invoices.issue({ repairId: repair.id })
    const refusal = {
      code: 'CONFLICT',
      message: `${repair.repairNumber} was billed by ${number}, so it keeps its customer. For somebody else, credit ${number} and bill a new repair for them. Where a name or an address is wrong, correct it on the customer.`,
    }
    await expect(giveOn(repair.id)).rejects.toMatchObject(refusal)
    await expect(byPlainSql('repairs', repair.id, next.userId)).rejects.toThrow('keeps its customer')
    // A credit note is a document as well.
    await admin.caller.invoices.credit({ id: invoiceId, reason: 'Wrong customer' })
    await expect(giveOn(repair.id)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(admin.caller.repairs.update({ id: repair.id, customer: { email: 'new@example.com' } })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    // Naming the same customer again changes nothing.
    expect(await giveOn(repair.id, former.userId)).toMatchObject({ userId: former.userId })
    for (const { caller } of [former, next]) {
      const { due } = await caller.invoices.ownBill({ noun: 'repairs', id: repair.id }).catch(() => ({ due: 0 }))
      expect(due).toBe(0)
    }
  })

  it('a repair that is agreed and not billed may still go on; one with money or used store credit may not', async () => {
    const free = await newRepair()
    expect(await giveOn(free.id)).toMatchObject({ userId: next.userId })
    const paid = await newRepair()
    await admin.caller.credit.adjust({ userId: former.userId, amount: 70, reason: 'Goodwill' })
    await former.caller.credit.payRepair({ repairId: paid.id, amount: 70 })
    await shop.db.prisma
      .$executeRaw`UPDATE billing_documents SET state = 'withdrawn' WHERE noun_id = ${paid.id}::uuid AND state = 'waiting'`
    await admin.caller.repairs.updateStatus({ id: paid.id, status: 'completed' })
    await expect(giveOn(paid.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('an order with an invoice stays, also without its customer’s account', async () => {
    const order = shop.factories.order({ userId: former.userId, status: 'processing', totalAmount: 140 })
    await shop.db.prisma.order.create({ data: order })
    await byPlainSql('orders', order.id, next.userId)
    await byPlainSql('orders', order.id, former.userId)
    await admin.caller.invoices.issue({ orderId: order.id })
    await expect(byPlainSql('orders', order.id, next.userId)).rejects.toThrow('keeps its customer')
    await shop.db.prisma.user.delete({ where: { id: former.userId } })
    expect(await shop.db.prisma.order.findUniqueOrThrow({ where: { id: order.id } })).toMatchObject({ userId: null })
    await expect(byPlainSql('orders', order.id, next.userId)).rejects.toThrow('keeps its customer')
  })

  it('a trade-in whose credit was given stays', async () => {
    const { id } = await admin.caller.tradeIns.create({
      customer: { userId: former.userId },
      deviceInfo: { manufacturer: 'Bitmain', model: 'S19' },
    })
    await shop.db.prisma.tradeIn.update({ where: { id }, data: { finalValue: 90 } })
    await admin.caller.tradeIns.updateStatus({ id, status: 'completed' })
    expect(await former.caller.credit.balance()).toMatchObject({ balance: 90 })
    await expect(admin.caller.tradeIns.update({ id, customer: { userId: next.userId } })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('has brought its customer store credit') as string,
    })
  })
})

describe('a document that waits', () => {
  it('binds nobody: it is issued to the customer whom the repair has by then', async () => {
    const shop = await openTestShop()
    const admin = await shop.signIn('admin')
    const [one, two] = [await shop.signIn('customer'), await shop.signIn('customer')]
    await shop.db.prisma.sellerDetails.create({ data: { id: 1, vatNumber: 'GB980780684' } })
    const { id } = await shop.db.prisma.repair.create({ data: { userId: one.userId, status: 'repairing', actualCost: 70, deviceInfo: {} } })
    await admin.caller.repairs.updateStatus({ id, status: 'completed' })
    expect(await admin.caller.invoices.bill({ noun: 'repairs', id })).toMatchObject({ invoices: [{ state: 'waiting' }] })
    expect(await admin.caller.repairs.update({ id, customer: { userId: two.userId } })).toMatchObject({ userId: two.userId })
    await shop.close()
  })
})
