import { afterAll, beforeAll, expect, it } from 'vitest'
import * as books from '~/pages/api/books/[file]'
import { bookFile } from '~/contracts/billing/books'
import { serveRoutes } from '../setup/routes'
import { openTestShop, type TestShop } from '../setup/shop'

/** Payments in the files for the books: what came and what went, by the day on which it was written down. */

let now = new Date('2026-11-20T12:00:00Z')
let shop: TestShop
let routes: Awaited<ReturnType<typeof serveRoutes>>
beforeAll(async () => {
  shop = await openTestShop({ now: () => now })
  routes = await serveRoutes(shop, [{ path: /^\/api\/books\/(?<file>[^/]+)$/, module: books }])
})
afterAll(async () => {
  await routes.close()
  await shop.close()
})

it('has a row for each payment, refund and reversal, which stays as it is', async () => {
  const [admin, customer] = [await shop.signIn('admin'), await shop.signIn('customer')]
  const { payments, invoices } = admin.caller
  const repair = await shop.db.prisma.repair.create({ data: { userId: customer.userId, status: 'repairing', actualCost: 100 } })
  await invoices.saveBuyer({ userId: customer.userId, company: 'Mining Ltd', billingAddress: '7 Mill Rd\nLeeds' })
  const { id: invoiceId, number } = await invoices.issue({ repairId: repair.id })
  const received = { invoiceId, method: 'transfer', reference: 'BGC 1', receivedOn: '2026-10-30' } as const
  await payments.record({ ...received, amount: 130 })
  await payments.record({ ...received, amount: 5, method: 'cash', reference: null })
  const made = await shop.db.prisma.payment.findMany({ orderBy: { amount: 'asc' } })
  now = new Date('2026-11-21T12:00:00Z')
  const nextDay = await shop.signIn('admin')
  const { payments: later } = nextDay.caller
  await later.refund({ paymentId: made[1]?.id ?? '', amount: 30, reason: 'Too much' })
  await later.reverse({ paymentId: made[0]?.id ?? '', reason: 'Counted twice' })

  const headers = await routes.signedIn(nextDay.sessionId)
  const read = async (from: string, to: string) => {
    const answer = await fetch(`${routes.url}${bookFile('payments', { from, to })}`, { headers })
    const [header = [], ...rows] = (await answer.text())
      .replace('\ufeff', '')
      .trim()
      .split(/\r?\n/)
      .map((row) => row.split(','))
    return rows.map((row) => Object.fromEntries(header.map((name, place) => [name, row[place]])))
  }
  const all = await read('2026-11-01', '2026-11-30')
  expect(all.map(({ kind, method, amount, receivedOn }) => [kind, method, amount, receivedOn]).toSorted()).toEqual([
    ['payment', 'cash', '5.00', '2026-10-30'],
    ['payment', 'transfer', '130.00', '2026-10-30'],
    ['refund', 'transfer', '-30.00', '2026-10-30'],
    ['reversal', 'cash', '-5.00', '2026-10-30'],
  ])
  for (const row of all)
    expect(row).toMatchObject({ invoice: number, company: 'Mining Ltd', work: repair.repairNumber, email: customer.email })
  const first = await read('2026-11-20', '2026-11-20')
  expect(first.map(({ kind }) => kind)).toEqual(['payment', 'payment'])
  expect(first.every((row) => all.some(({ id }) => id === row.id))).toBe(true)
})
