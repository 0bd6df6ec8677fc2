import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'

const DAY_MS = 24 * 60 * 60 * 1000
const dayOf = (daysAgo: number) => new Date(TEST_NOW.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
let ada: Awaited<ReturnType<TestShop['signIn']>>
let bob: Awaited<ReturnType<TestShop['signIn']>>
let clock = TEST_NOW
let numbers = 0

/** An agreed repair, whose invoice is issued so many days ago, with a fortnight to pay. */
async function billed(userId: string | null, total: number, daysAgo: number) {
  const { prisma } = shop.db
  numbers += 1
  const row = await prisma.repair.create({
    data: { userId, status: 'repairing', repairNumber: `REP-7${String(numbers).padStart(4, '0')}` },
  })
  const quote = await prisma.caseQuote.create({ data: { caseId: row.id, number: 1, state: 'accepted', total } })
  await prisma.repairLine.create({
    data: { repairId: row.id, estimateId: quote.id, kind: 'labour', label: 'Repair', quantity: 1, price: total },
  })
  clock = new Date(TEST_NOW.getTime() - daysAgo * DAY_MS)
  const invoice = await admin.caller.invoices.issue({ repairId: row.id })
  clock = TEST_NOW
  return { repair: row, invoice }
}

beforeAll(async () => {
  shop = await openTestShop({ now: () => clock })
  admin = await shop.signIn('admin')
  ada = await shop.signIn('customer')
  bob = await shop.signIn('customer')
  await shop.db.prisma.profile.update({ where: { userId: ada.userId }, data: { fullName: 'Ada Debtor', phone: '020 7946 0001' } })
  await shop.db.prisma.profile.update({ where: { userId: bob.userId }, data: { fullName: 'Bob Late', phone: null } })
})
afterAll(() => shop.close())

describe('invoices, debtors and money received', () => {
  it('say what is owed, since when, and what has come', async () => {
    const fresh = await billed(ada.userId, 175, 3)
    const late = await billed(ada.userId, 80.5, 14 + 40)
    const oldest = await billed(bob.userId, 1000, 14 + 120)
    const paid = await billed(bob.userId, 60, 5)
    const waiting = await billed(null, 99, 0)
    await admin.caller.payments.record({ invoiceId: paid.invoice.id, method: 'cash', amount: 75, receivedOn: dayOf(1) })
    await admin.caller.payments.record({
      invoiceId: late.invoice.id,
      method: 'transfer',
      amount: 30.5,
      receivedOn: dayOf(0),
      reference: 'X1',
    })

    const all = await admin.caller.invoices.list()
    expect(all).toMatchObject({
      total: 5,
      matching: 5,
      owed: 1225,
      overdue: 1050,
      counts: { waiting: 1, due: 1, overdue: 2, settled: 1, credited: 0, withdrawn: 0 },
      kinds: { invoice: 5, credit_note: 0 },
    })
    const idsOf = async (view: Parameters<typeof admin.caller.invoices.list>[0]) =>
      (await admin.caller.invoices.list(view)).rows.map(({ id }) => id)
    expect(await idsOf({ state: 'overdue', sort: 'due' })).toEqual([oldest.invoice.id, late.invoice.id])
    expect(await idsOf({ state: 'due' })).toEqual([fresh.invoice.id])
    expect(await idsOf({ state: 'settled' })).toEqual([paid.invoice.id])
    expect(await idsOf({ state: 'waiting' })).toEqual([waiting.invoice.id])
    expect(await idsOf({ sort: '-amount', limit: 2 })).toEqual([oldest.invoice.id, fresh.invoice.id])
    expect(await idsOf({ userId: bob.userId, sort: 'created' })).toEqual([oldest.invoice.id, paid.invoice.id])
    // By its own number, its customer, and what it is for.
    expect(await idsOf({ search: fresh.invoice.number ?? '' })).toEqual([fresh.invoice.id])
    expect(await idsOf({ search: 'bob late', sort: 'created' })).toEqual([oldest.invoice.id, paid.invoice.id])
    expect(await idsOf({ search: waiting.repair.repairNumber })).toEqual([waiting.invoice.id])
    for (const sort of ['-created', 'created', '-amount', 'amount', 'due', '-due'] as const) {
      const first = await admin.caller.invoices.list({ sort, limit: 3 })
      const second = await admin.caller.invoices.list({ sort, limit: 3, cursor: first.nextCursor })
      expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size, sort).toBe(5)
      expect(second.nextCursor).toBeNull()
    }
    await expect(admin.caller.invoices.list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })

    const debtors = await admin.caller.invoices.debtors()
    expect(debtors).toMatchObject({
      total: 2,
      totals: { owed: 1225, notDue: 175, days30: 0, days60: 50, days90: 0, older: 1000, onAccount: 15 },
      rows: [
        { userId: bob.userId, owed: 1000, older: 1000, onAccount: 15, invoices: 1, phone: null },
        { userId: ada.userId, name: 'Ada Debtor', phone: '020 7946 0001', owed: 225, notDue: 175, days60: 50, oldestDueOn: dayOf(40) },
      ],
    })
    const [first, second] = [await admin.caller.invoices.debtors({ limit: 1 }), await admin.caller.invoices.debtors({ search: 'ada d' })]
    expect((await admin.caller.invoices.debtors({ limit: 1, cursor: first.nextCursor })).rows).toMatchObject([{ userId: ada.userId }])
    expect(second.rows).toMatchObject([{ userId: ada.userId }])
    expect(await admin.caller.invoices.account({ userId: ada.userId })).toEqual({ owed: 225, overdue: 50, onAccount: 0 })
    expect(await admin.caller.invoices.account({ userId: admin.userId })).toEqual({ owed: 0, overdue: 0, onAccount: 0 })

    const received = await admin.caller.invoices.received({ from: dayOf(10), to: dayOf(0) })
    expect(received).toMatchObject({
      days: [
        { day: dayOf(0), method: 'transfer', number: 1, received: 30.5, allocated: 30.5, onAccount: 0, refunded: 0, fromBank: 0 },
        { day: dayOf(1), method: 'cash', number: 1, received: 75, allocated: 60, onAccount: 15 },
      ],
      total: { number: 2, received: 105.5, allocated: 90.5, onAccount: 15, refunded: 0 },
      openLines: { number: 0, amount: 0 },
    })
    await expect(admin.caller.invoices.received({ from: dayOf(0), to: dayOf(-3) })).resolves.toMatchObject({
      days: [{ method: 'transfer' }],
    })
    await expect(admin.caller.invoices.received({ from: dayOf(0), to: dayOf(1) })).rejects.toMatchObject({ code: 'BAD_REQUEST' })

    // Before they are shipped: what readBill says of each.
    const ids = [fresh, late, oldest, paid, waiting].map(({ repair }) => repair.id)
    const left = await admin.caller.repairs.leftToPay({ ids })
    const bills = await Promise.all(ids.map((id) => admin.caller.invoices.bill({ noun: 'repairs', id })))
    expect(left).toMatchObject({ count: bills.filter(({ due }) => due > 0).length, amount: bills.reduce((sum, { due }) => sum + due, 0) })
    expect(left.most[0]).toEqual({ number: oldest.repair.repairNumber, due: 1000 })
    expect(await admin.caller.repairs.leftToPay({ all: { status: 'repairing' } })).toEqual(left)

    // The counts are those of the rows.
    const { rows } = await admin.caller.invoices.list({ limit: 100 })
    for (const [state, counted] of Object.entries(all.counts)) expect(rows.filter((row) => row.state === state)).toHaveLength(counted)
    expect(rows.filter(({ state }) => state === 'overdue')).toHaveLength(2)
  })

  it('are for administrators', async () => {
    for (const call of [
      ada.caller.invoices.list(),
      ada.caller.invoices.debtors(),
      ada.caller.invoices.received({ from: dayOf(1), to: dayOf(0) }),
    ])
      await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
