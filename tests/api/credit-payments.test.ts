import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTrackingLink } from '~/server/cases/base/tracking-links'
import { access } from './access-matrix'
import { describeOnEngines, openOn } from '../setup/database'
import { openTestShop, retireAdministrators, type TestShop } from '../setup/shop'
import { countStatements } from '../setup/statements'

/** Screens that show paying with store credit, and their readers. */

type SignedIn = Awaited<ReturnType<TestShop['signIn']>>
let shop: TestShop
let admin: SignedIn
let otherCustomer: SignedIn

beforeAll(async () => {
  shop = await openTestShop({ creditLimit: 1000 })
  otherCustomer = await shop.signIn('customer')
})
// Amounts that one administrator gives count over 30 days.
beforeEach(async () => {
  await retireAdministrators(shop)
  admin = await shop.signIn('admin')
})
afterAll(() => shop.close())

const give = (userId: string, amount: number) => admin.caller.credit.adjust({ userId, amount, reason: 'Goodwill' })
async function newRepair(userId: string | null, accepted?: number) {
  const row = await shop.db.prisma.repair.create({ data: { userId, status: 'repairing' } })
  if (accepted !== undefined)
    await shop.db.prisma.caseQuote.create({ data: { caseId: row.id, number: 1, state: 'accepted', total: accepted } })
  return row
}
async function newTradeIn(userId: string, offered: number) {
  const row = shop.factories.tradeIn({ userId, status: 'approved', finalValue: offered })
  await shop.db.prisma.tradeIn.create({ data: row })
  await shop.db.prisma.caseQuote.create({ data: { caseId: row.id, number: 1, state: 'accepted', total: offered, offer: { create: {} } } })
  return row
}
async function newOrder(userId: string | null, more: { status?: 'pending' | 'cancelled'; externalId?: string } = {}) {
  const row = shop.factories.order({ userId, status: 'pending', totalAmount: 70, ...more })
  await shop.db.prisma.order.create({ data: row })
  return row
}

describe('what can be paid', () => {
  it('is said with what there is to pay with, now and later', async () => {
    const customer = await shop.signIn('customer')
    const { id: repairId } = await newRepair(customer.userId, 150)
    const { credit } = customer.caller
    expect(await credit.repair({ repairId })).toEqual({
      ...{ cost: 150, held: 0, captured: 0, pending: 0, left: 150, available: 0, expected: [], unpayable: null, payments: [] },
    })
    await give(customer.userId, 40)
    // Expired already, though no job has written that off.
    await shop.db.prisma.$executeRaw`
      INSERT INTO credit_lots (account_id, kind, expires_at, cause_noun, cause_id)
      SELECT id, 'refund', '2026-11-20T11:59:59Z', 'refund', 'r' FROM credit_accounts WHERE user_id = ${customer.userId}::uuid`
    await shop.db.prisma.$executeRaw`
      INSERT INTO credit_entries (account_id, kind, debit, credit, amount, lot_id)
      SELECT account_id, 'issue', 'issued', 'available', 5, id FROM credit_lots
      WHERE kind = 'refund' AND account_id = (SELECT id FROM credit_accounts WHERE user_id = ${customer.userId}::uuid)`
    const tradeIn = await newTradeIn(customer.userId, 80)
    expect(await credit.repair({ repairId })).toMatchObject({
      available: 40,
      expected: [{ tradeInId: tradeIn.id, tradeInNumber: tradeIn.tradeInNumber, amount: 80 }],
    })
    await credit.payRepair({ repairId, amount: 40 })
    await credit.payRepair({ repairId, amount: 50, tradeInId: tradeIn.id })
    expect(await credit.repair({ repairId })).toMatchObject({
      ...{ held: 40, pending: 50, left: 60, available: 0 },
      expected: [{ amount: 30 }],
      payments: expect.arrayContaining([
        expect.objectContaining({ state: 'held', tradeInNumber: null }),
        expect.objectContaining({ state: 'pending', tradeInNumber: tradeIn.tradeInNumber }),
      ]),
    })
    // The expected credit of a rejected trade-in pays nothing any more.
    await admin.caller.tradeIns.updateStatus({ id: tradeIn.id, status: 'rejected' })
    expect(await admin.caller.credit.payments({ noun: 'repairs', id: repairId })).toMatchObject({
      ...{ held: 40, pending: 0, left: 110, expected: [] },
      payments: expect.arrayContaining([expect.objectContaining({ state: 'held' }), expect.objectContaining({ state: 'ended' })]),
    })
  })

  it('is said of what cannot be paid too', async () => {
    const customer = await shop.signIn('customer')
    const repairs = [await newRepair(null, 10), await newRepair(customer.userId), await newRepair(customer.userId, 10)]
    const orders = [
      await newOrder(null),
      await newOrder(customer.userId, { externalId: 'gid://shop/1' }),
      await newOrder(customer.userId, { status: 'cancelled' }),
      await newOrder(customer.userId),
    ]
    const why = (noun: 'repairs' | 'orders') => async (row: { id: string }) =>
      (await admin.caller.credit.payments({ noun, id: row.id })).unpayable
    expect(await Promise.all(repairs.map(why('repairs')))).toEqual(['customer', 'estimate', null])
    expect(await Promise.all(orders.map(why('orders')))).toEqual(['customer', 'platform', 'cancelled', null])
  })

  it('counts no amount of another currency as EUR', async () => {
    const customer = await shop.signIn('customer')
    const { id } = await newOrder(customer.userId, { externalId: 'gid://shop/2' })
    await shop.db.prisma.order.update({ where: { id }, data: { currency: 'GBP' } })
    expect(await admin.caller.credit.payments({ noun: 'orders', id })).toMatchObject({ cost: null, left: null, unpayable: 'platform' })
  })

  it('shows on the page of an order what is held, used and given back', async () => {
    const customer = await shop.signIn('customer')
    await give(customer.userId, 50)
    const order = await newOrder(customer.userId)
    const page = () => customer.caller.account.order({ number: order.orderNumber })
    expect(await page()).toMatchObject({ order: { id: order.id, totalAmount: 70 }, credit: { left: 70, payments: [] } })
    await admin.caller.credit.payOrder({ orderId: order.id, amount: 50 })
    expect((await page()).credit).toMatchObject({ held: 50, captured: 0, left: 20 })
    await admin.caller.orders.updateStatus({ id: order.id, status: 'completed' })
    expect(await page()).toMatchObject({ order: { status: 'completed' }, credit: { held: 0, captured: 50, left: 20 } })
    await admin.caller.orders.updateStatus({ id: order.id, status: 'cancelled' })
    expect((await page()).credit).toMatchObject({ held: 0, captured: 0, payments: [{ state: 'ended' }] })
  })
})

describeOnEngines('a status that comes with a payment on %s', (engine) => {
  it('uses what is paid, whichever was first', async () => {
    const { db, statementsOf } = countStatements(await openOn(engine))
    const own = await openTestShop({ db, creditLimit: 1000 })
    const [desk, customer] = [await own.signIn('admin'), await own.signIn('customer')]
    await desk.caller.credit.adjust({ userId: customer.userId, amount: 100, reason: 'Goodwill' })
    const orders = Array.from({ length: 10 }, () => own.factories.order({ userId: customer.userId, status: 'pending', totalAmount: 10 }))
    await db.prisma.order.createMany({ data: orders })
    await Promise.all(
      orders.flatMap(({ id: orderId }, index) => {
        const pay = () => desk.caller.credit.payOrder({ orderId, amount: 10 })
        const complete = () => desk.caller.orders.updateStatus({ id: orderId, status: 'completed' })
        return index % 2 ? [pay(), complete()] : [complete(), pay()]
      }),
    )
    const payments = await db.prisma.creditPayment.findMany({ select: { held: true, captured: true } })
    expect(payments.map(({ held, captured }) => [held.toNumber(), captured.toNumber()])).toEqual(orders.map(() => [0, 10]))

    // Of an order that nobody pays with credit it is the look at the session, the limit's statement and the change.
    const unpaid = own.factories.order({ userId: customer.userId, status: 'pending', totalAmount: 10 })
    await db.prisma.order.create({ data: unpaid })
    expect(await statementsOf(() => desk.caller.orders.updateStatus({ id: unpaid.id, status: 'processing' }))).toBe(3)
    await own.close()
  })
})

describe('a page that is open', () => {
  it('hears of a payment for its repair, and of its customer’s credit', async () => {
    const customer = await shop.signIn('customer')
    const { id, repairNumber } = await newRepair(customer.userId, 100)
    const stream = await customer.caller.account.onCase({ noun: 'repairs', number: repairNumber })
    const events = stream[Symbol.asyncIterator]()
    await events.next()
    const heard = events.next()
    await give(customer.userId, 30)
    expect((await heard).done).toBe(false)
    const again = events.next()
    await customer.caller.credit.payRepair({ repairId: id, amount: 30 })
    expect((await again).done).toBe(false)
    await events.return?.(undefined)
  })
})

describe('store credit', () => {
  it('shows whoever has a link what is paid and left of the repair, and nothing to pay with', async () => {
    const customer = await shop.signIn('customer')
    await give(customer.userId, 500)
    const { id } = await newRepair(customer.userId, 100)
    await customer.caller.credit.payRepair({ repairId: id, amount: 60 })
    const address = await shop.db.prisma.$transaction((tx) => createTrackingLink(tx, { noun: 'repairs', id }, 'https://shop.example'))
    const tracked = await shop.visitor.cases.track({ token: address.replace('https://shop.example/track/', '') })
    expect(tracked).toMatchObject({ credit: { cost: 100, held: 60, captured: 0, pending: 0, left: 40 } })
    expect(JSON.stringify(tracked)).not.toContain('440')
    const other = await newRepair(customer.userId)
    expect(await customer.caller.account.case({ noun: 'repairs', number: other.repairNumber })).toMatchObject({ credit: null })
  })

  it('is never another’s, in any call of a customer', async () => {
    const customer = await shop.signIn('customer')
    await give(customer.userId, 500)
    const repair = await newRepair(customer.userId, 100)
    const own = await newRepair(otherCustomer.userId, 100)
    const tradeIn = await newTradeIn(customer.userId, 80)
    const order = await newOrder(customer.userId)
    const { payments } = await customer.caller.credit.payRepair({ repairId: repair.id, amount: 60 })
    const paymentId = payments[0]?.id ?? ''
    const { id: accountId } = await shop.db.prisma.ledgerAccount.findUniqueOrThrow({ where: { userId: customer.userId } })
    const { id: transferId } = await shop.db.prisma.creditTransfer.create({
      data: { accountId, paymentId, amount: 60, state: 'done', carrier: 'gift_card', sealedCode: 'sealed' },
    })
    expect(await customer.caller.credit.transfers()).toMatchObject({ rows: [{ id: transferId }] })
    const { credit, account } = otherCustomer.caller
    const nothing = { balance: 0, held: 0, pending: 0 }
    const refused = (answer: Promise<unknown>) => expect(answer).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const tried: Record<string, () => Promise<unknown>> = {
      'credit.balance': async () => expect(await credit.balance()).toMatchObject(nothing),
      'credit.statement': async () => expect(await credit.statement()).toMatchObject({ ...nothing, lots: [], rows: [], total: 0 }),
      'credit.repair': () => refused(credit.repair({ repairId: repair.id })),
      'credit.payRepair': async () => {
        await refused(credit.payRepair({ repairId: repair.id, amount: 1 }))
        await refused(credit.payRepair({ repairId: own.id, amount: 1, tradeInId: tradeIn.id }))
        await expect(credit.payRepair({ repairId: own.id, amount: 1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
      },
      'credit.payOwnOrder': () => refused(credit.payOwnOrder({ orderId: order.id, amount: 1 })),
      'credit.cancelPayment': () => refused(credit.cancelPayment({ paymentId })),
      'credit.transfers': async () => expect(await credit.transfers()).toMatchObject({ rows: [] }),
      'credit.giftCardCode': () => refused(credit.giftCardCode({ transferId })),
      // This shop has no platform; what these two take of others is tried where it has (credit-platform.test.ts).
      'credit.takeBack': () => expect(credit.takeBack({ transferId })).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' }),
      'credit.useInShop': () => expect(credit.useInShop({ amount: 1 })).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' }),
    }
    const ofCustomers = Object.entries(access).filter(([path, { rule }]) => path.startsWith('credit.') && rule === 'signed in')
    expect(Object.keys(tried).sort()).toEqual(ofCustomers.map(([path]) => path).sort())
    for (const attempt of Object.values(tried)) await attempt()
    await refused(account.order({ number: order.orderNumber }))
    await refused(account.case({ noun: 'repairs', number: repair.repairNumber }))
    // A cursor of another's statement leads on in one's own.
    const { nextCursor } = await customer.caller.credit.statement({ limit: 1 })
    expect(await credit.statement({ cursor: nextCursor })).toMatchObject({ rows: [] })
    expect(await customer.caller.credit.balance()).toMatchObject({ balance: 440, held: 60 })
  })
})

describe('a payment that waits for a trade-in', () => {
  it.each(['a call', 'plain SQL'])('has ended once that was rejected, by %s: nothing is used later without asking', async (by) => {
    const customer = await shop.signIn('customer')
    const [{ id: repairId }, tradeIn] = [await newRepair(customer.userId, 150), await newTradeIn(customer.userId, 80)]
    const pay = { repairId, amount: 80, tradeInId: tradeIn.id }
    await customer.caller.credit.payRepair(pay)
    if (by === 'a call') await admin.caller.tradeIns.updateStatus({ id: tradeIn.id, status: 'rejected' })
    else await shop.db.prisma.$executeRaw`UPDATE trade_ins SET status = 'rejected' WHERE id = ${tradeIn.id}::uuid`
    expect(await customer.caller.credit.repair({ repairId })).toMatchObject({ pending: 0, payments: [{ state: 'ended' }] })
    await admin.caller.tradeIns.updateStatus({ id: tradeIn.id, status: 'evaluated' })
    expect(await customer.caller.credit.repair({ repairId })).toMatchObject({ pending: 0, payments: [{ state: 'ended' }] })
    // Asked again, it may promise it anew.
    expect(await customer.caller.credit.payRepair({ ...pay, amount: 30 })).toMatchObject({ pending: 30 })
    await admin.caller.tradeIns.updateStatus({ id: tradeIn.id, status: 'completed' })
    await admin.caller.repairs.updateStatus({ id: repairId, status: 'completed' })
    expect(await customer.caller.credit.balance()).toMatchObject({ balance: 50, held: 0 })
    const { payments } = await customer.caller.credit.repair({ repairId })
    expect(payments.map(({ state, captured }) => `${state} ${captured}`).sort()).toEqual(['captured 30', 'ended 0'])
  })
})
