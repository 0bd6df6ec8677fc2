import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { receiveMoney } from '~/server/billing/invoices/receive-money'
import { openBuyer } from '~/server/billing/invoices/invoice-parties'
import { createTrackingLink } from '~/server/cases/base/tracking-links'
import { openTestShop, type TestShop } from '../setup/shop'

/** The bill as its customer sees it: on the page of a repair and in their account, and nobody else's. */

type SignedIn = Awaited<ReturnType<TestShop['signIn']>>
let shop: TestShop
let admin: SignedIn
let customer: SignedIn
beforeAll(async () => {
  shop = await openTestShop({ creditLimit: 10_000 })
  admin = await shop.signIn('admin')
})
beforeEach(async () => {
  customer = await shop.signIn('customer')
})
afterAll(() => shop.close())

async function newRepair(userId: string | null, accepted?: number) {
  const row = await shop.db.prisma.repair.create({ data: { userId, status: 'repairing', deviceInfo: {} } })
  if (accepted !== undefined)
    await shop.db.prisma.caseQuote.create({ data: { caseId: row.id, number: 1, state: 'accepted', total: accepted } })
  return row
}
const workFor = (id: string, price: number) =>
  admin.caller.repairs.saveActualLines({ id, lines: [{ kind: 'labour', label: 'Board', quantity: 1, price }] })
async function linkTo(id: string): Promise<string> {
  const address = await shop.db.prisma.$transaction((tx) => createTrackingLink(tx, { noun: 'repairs', id }, 'https://shop.example'))
  return address.replace('https://shop.example/track/', '')
}
async function receive(userId: string, nounId: string, amount: number): Promise<void> {
  const buyer = await openBuyer(shop.db.prisma, userId)
  await shop.db.prisma.$transaction((tx) =>
    receiveMoney(tx, {
      ...{ actor: { userId: null, email: null }, at: shop.services.now(), reason: 'Received', key: `test:${nounId}:${amount}` },
      ...{ buyerId: buyer?.id ?? '', method: 'transfer', amount, receivedOn: '2026-11-20' },
      ...{ documentId: null, noun: 'repairs', nounId },
    }),
  )
}

describe('the bill of a repair', () => {
  it('is there once something costs, and counts store credit and money', async () => {
    const repair = await newRepair(customer.userId)
    const own = { noun: 'repairs', number: repair.repairNumber } as const
    expect(await customer.caller.account.case(own)).toMatchObject({ bill: null })
    await shop.db.prisma.caseQuote.create({ data: { caseId: repair.id, number: 1, state: 'accepted', total: 175 } })
    await workFor(repair.id, 175)
    expect(await customer.caller.account.case(own)).toMatchObject({ bill: { cost: 175, due: 175, invoices: [] } })
    await admin.caller.credit.adjust({ userId: customer.userId, amount: 25, reason: 'Goodwill' })
    await customer.caller.credit.payRepair({ repairId: repair.id, amount: 25 })
    await receive(customer.userId, repair.id, 50)
    expect(await customer.caller.account.case(own)).toMatchObject({ bill: { paid: 50, onAccount: 50, due: 100, credit: { held: 25 } } })
    await admin.caller.invoices.issue({ repairId: repair.id })
    const tracked = await shop.visitor.cases.track({ token: await linkTo(repair.id) })
    expect(tracked).toMatchObject({
      bill: { cost: 175, paid: 50, due: 100, wantsAddress: false, invoices: [{ kind: 'invoice', total: 175 }], payments: [{ amount: 50 }] },
    })
  })

  it('names nobody to whoever has the link', async () => {
    const repair = await newRepair(customer.userId, 80)
    await workFor(repair.id, 80)
    await receive(customer.userId, repair.id, 30)
    await admin.caller.invoices.issue({ repairId: repair.id })
    const { bill } = { bill: null, ...(await shop.visitor.cases.track({ token: await linkTo(repair.id) })) }
    expect(bill).toMatchObject({ invoices: [{ buyerEmail: null, buyerName: null, userId: null }], payments: [{ buyerName: null }] })
    expect(JSON.stringify(bill)).not.toContain(customer.email)
    expect(await customer.caller.account.case({ noun: 'repairs', number: repair.repairNumber })).toMatchObject({
      bill: { invoices: [{ buyerEmail: customer.email }] },
    })
  })

  it('stays with whom it was for when the repair goes to somebody else', async () => {
    const next = await shop.signIn('customer')
    const repair = await newRepair(customer.userId, 80)
    await workFor(repair.id, 80)
    await admin.caller.invoices.issue({ repairId: repair.id })
    // As an older version may have left it: now nothing can move a billed repair to another customer.
    await shop.db.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`ALTER TABLE repairs DISABLE TRIGGER keep_billed_customer`
      await tx.repair.update({ where: { id: repair.id }, data: { userId: next.userId } })
      await tx.$executeRaw`ALTER TABLE repairs ENABLE TRIGGER keep_billed_customer`
    })
    const own = { noun: 'repairs', number: repair.repairNumber } as const
    expect(await customer.caller.account.case(own)).toMatchObject({ bill: { invoices: [{ total: 80 }], due: 80 } })
    const theirs = await next.caller.account.case(own)
    expect(theirs.noun === 'repairs' ? (theirs.bill?.invoices ?? []) : undefined).toEqual([])
    // Two people never owe for the same work.
    expect(await next.caller.invoices.ownBill({ noun: 'repairs', id: repair.id })).toMatchObject({ due: 0, invoices: [] })
    expect(await next.caller.invoices.own()).toMatchObject({ rows: [] })
  })

  it('asks for the address that an invoice waits for', async () => {
    const { prisma } = shop.db
    await prisma.sellerDetails.upsert({ where: { id: 1 }, create: { vatNumber: 'GB980780684' }, update: { vatNumber: 'GB980780684' } })
    await prisma.exchangeRate.create({ data: { day: new Date('2026-11-19'), sterling: 0.85, source: 'HMRC' } })
    const repair = await newRepair(customer.userId, 500)
    await workFor(repair.id, 500)
    await admin.caller.invoices.issue({ repairId: repair.id })
    const own = { noun: 'repairs', number: repair.repairNumber } as const
    expect(await customer.caller.account.case(own)).toMatchObject({ bill: { wantsAddress: true, invoices: [] } })
    await customer.caller.invoices.saveOwnBuyer({ billingAddress: '1 High Street\nLeeds' })
    expect(await customer.caller.account.case(own)).toMatchObject({ bill: { wantsAddress: false, invoices: [{ total: 500 }] } })
    await prisma.sellerDetails.update({ where: { id: 1 }, data: { vatNumber: null } })
  })

  /** The streams of a repair's page, by link and in the account. */
  const pagesOf = async ({ id, repairNumber: number }: { id: string; repairNumber: string }) => [
    await shop.visitor.cases.onTracked({ token: await linkTo(id) }),
    await customer.caller.account.onCase({ noun: 'repairs', number }),
  ]
  async function expectTold(streams: readonly AsyncIterable<unknown>[], happen: () => Promise<unknown>) {
    const open = streams.map((stream) => stream[Symbol.asyncIterator]())
    for (const events of open) await events.next()
    const heard = open.map((events) => events.next())
    await happen()
    for (const one of heard) expect((await one).done).toBe(false)
    for (const events of open) await events.return?.(undefined)
  }

  it('reaches an open page, by link and in the account', async () => {
    const repair = await newRepair(customer.userId, 60)
    await workFor(repair.id, 60)
    const streams = [...(await pagesOf(repair)), await customer.caller.account.onChange({})]
    await expectTold(streams, () => receive(customer.userId, repair.id, 60))
  })

  it('reaches an open page where nothing but the state of a refund changes', async () => {
    const repair = await newRepair(customer.userId, 60)
    await receive(customer.userId, repair.id, 60)
    const { id: paymentId } = await shop.db.prisma.payment.findFirstOrThrow({ where: { nounId: repair.id } })
    const { id } = await shop.db.prisma.refund.create({ data: { paymentId, amount: 20, reason: 'Too much', state: 'asked' } })
    await expectTold(await pagesOf(repair), () => shop.db.prisma.refund.update({ where: { id }, data: { state: 'done' } }))
  })
})

describe('an account', () => {
  it('lists its invoices, those that are owed alone, and an order’s bill', async () => {
    const order = shop.factories.order({ userId: customer.userId, status: 'processing', totalAmount: 70 })
    await shop.db.prisma.order.create({ data: order })
    const page = () => customer.caller.account.order({ number: order.orderNumber })
    expect(await page()).toMatchObject({ bill: { cost: 70, due: 70, invoices: [] } })
    const { id } = await admin.caller.invoices.issue({ orderId: order.id })
    expect(await page()).toMatchObject({ bill: { due: 70, invoices: [{ id }] } })
    expect(await customer.caller.invoices.own({ isOwed: true })).toMatchObject({ rows: [{ id, owed: 70 }] })
    await admin.caller.payments.record({ invoiceId: id, method: 'cash', amount: 70, receivedOn: '2026-11-20' })
    expect(await customer.caller.invoices.own({ isOwed: true })).toMatchObject({ rows: [] })
    expect(await customer.caller.invoices.own()).toMatchObject({ rows: [{ id, state: 'settled' }] })
    expect(await page()).toMatchObject({ bill: { due: 0, paid: 70 } })
  })
})
