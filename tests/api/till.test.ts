import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '../setup/shop'

/** The cash of a day, as it is counted at closing. */

let shop: TestShop
let admin: Awaited<ReturnType<TestShop['signIn']>>
beforeAll(async () => {
  shop = await openTestShop({ creditLimit: 1000 })
  admin = await shop.signIn('admin')
})
afterAll(() => shop.close())

const today = '2026-11-20'
const sell = (price: number) => admin.caller.orders.create({ lines: [{ title: 'Cable', price }], payment: { method: 'cash' } })
const till = async (day = today) => (await admin.caller.payments.till({ from: day, to: day }))[0]

it('expects cash payments less cash refunds and what was reversed, and keeps each count', async () => {
  const { payments } = admin.caller
  const first = await sell(80)
  await sell(20.5)
  const slip = await sell(7)
  const card = await admin.caller.orders.create({ lines: [{ title: 'Cable', price: 300 }], payment: { method: 'card' } })
  expect(card.status).toBe('completed')
  const paymentOf = async (id: string) => (await admin.caller.invoices.bill({ noun: 'orders', id })).payments[0]?.id ?? ''
  await payments.refund({ paymentId: await paymentOf(first.id), amount: 30, reason: 'One came back' })
  await payments.reverse({ paymentId: await paymentOf(slip.id), reason: 'Typed twice' })
  expect(await till()).toMatchObject({ received: 100.5, refunded: 30, expected: 70.5, counts: [] })

  const counted = await payments.countTill({ day: today, counted: '70', note: 'Fifty cents in the change', seen: 0 })
  expect(counted.counts).toMatchObject([{ expected: 70.5, counted: 70, difference: -0.5, by: admin.email, number: 1 }])
  // Another press that has not seen the count.
  await expect(payments.countTill({ day: today, counted: 71, seen: 0 })).rejects.toMatchObject({ code: 'CONFLICT' })
  const corrected = await payments.countTill({ day: today, counted: 70.5, seen: 1 })
  expect(corrected.counts.map(({ counted: each, note }) => [each, note])).toEqual([
    [70.5, null],
    [70, 'Fifty cents in the change'],
  ])
  await sell(10)
  // The sum expected then stands beside the present one.
  expect(await till()).toMatchObject({ expected: 80.5, counts: [{ expected: 70.5 }, {}] })
  await expect(shop.db.prisma.tillCount.updateMany({ data: { counted: 1 } })).rejects.toThrow()
  await expect(shop.db.prisma.tillCount.deleteMany()).rejects.toThrow()
})

it('counts a day once however often it is pressed, and by two people at once only one of them', async () => {
  const { payments } = admin.caller
  const input = { day: '2026-11-19', counted: 5, seen: 0 }
  const key = { idempotencyKey: 'one-press-of-the-till' }
  const [one, other] = await Promise.all([payments.countTill({ ...input, ...key }), payments.countTill({ ...input, ...key })])
  expect(other).toEqual(one)
  expect((await till('2026-11-19'))?.counts).toHaveLength(1)
  const both = await Promise.allSettled([
    payments.countTill({ day: '2026-11-18', counted: 1, seen: 0 }),
    payments.countTill({ day: '2026-11-18', counted: 2, seen: 0 }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it.each([
  ['a day that has not come', { day: '2026-11-21', counted: 1 }],
  ['less than nothing', { day: today, counted: -1 }],
  ['no amount', { day: today, counted: '' }],
  ['three decimals', { day: today, counted: 1.005 }],
])('refuses %s', async (_name, input) => {
  await expect(admin.caller.payments.countTill(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

it('is for whoever may record payments', async () => {
  const clerk = await shop.signIn('admin')
  await admin.caller.users.updateScopes({ userId: clerk.userId, scopes: ['payments:read'] })
  expect(await clerk.caller.payments.till({ from: today, to: today })).toHaveLength(1)
  await expect(clerk.caller.payments.countTill({ day: today, counted: 1, seen: 2 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
