import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPaymentsShop, type PaymentsShop } from '../setup/payments-shop'

/** A customer of whom nothing but a telephone number is known has it for a name wherever staff read one. */

const PHONE = '020 7946 0999'
const deviceInfo = { manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber: 'PHONE-1' }
let shop: PaymentsShop
let desk: Awaited<ReturnType<PaymentsShop['signIn']>>['caller']
let userId: string
beforeAll(async () => {
  shop = await openPaymentsShop({ creditLimit: 10 })
  desk = (await shop.signIn('admin')).caller
})
afterAll(() => shop.close())

describe('somebody who is known by a telephone number alone', () => {
  it('is taken in, bills and credit included', async () => {
    const { id, userId: made } = await desk.repairs.create({ customer: { phone: PHONE }, deviceInfo, problemDescription: 'No hash' })
    userId = made ?? ''
    await desk.repairs.updateStatus({ id, status: 'completed' })
    const { id: repairId } = await shop.agreed(userId, 200)
    const invoice = await desk.invoices.issue({ repairId })
    const payment = { method: 'cash', reference: null, receivedOn: '2026-11-20' } as const
    const { id: paymentId } = await desk.payments.record({ invoiceId: invoice.id, amount: 150, ...payment })
    await desk.payments.record({ repairId, amount: 20, ...payment })
    await desk.payments.refund({ paymentId, amount: 50, reason: 'Too much' }).catch(() => undefined)
    await shop.db.prisma.tradeIn.create({ data: { userId, status: 'completed', finalValue: 40 } })
    await desk.credit.adjust({ userId, amount: 5, reason: 'Sorry' })
    await desk.credit.adjust({ userId, amount: 500, reason: 'Very sorry' })
  })

  it('is named by it in every list, and never by an empty text or an address that is none', async () => {
    const { rows: units } = await desk.units.list({ search: 'PHONE-1' })
    const [unit] = units
    const named: Record<string, unknown> = {
      cases: (await desk.repairs.list({ search: PHONE })).rows[0]?.customer.fullName,
      unit: unit?.customer.fullName,
      casesOfUnit: (await desk.units.page({ number: unit?.unitNumber ?? '' })).cases[0]?.customer.fullName,
      warranty: (await desk.cases.warranties({ serialNumber: 'PHONE-1' }))[0]?.customer?.fullName,
      invoice: (await desk.invoices.list({ userId })).rows[0]?.buyerName,
      payment: (await desk.payments.list({})).rows[0]?.buyerName,
      credit: (await desk.credit.accounts({ search: undefined })).rows.find((row) => row.userId === userId)?.fullName,
      undecided: (await desk.credit.undecided({})).rows[0]?.customerName,
      request: (await desk.credit.requests({})).rows[0]?.customerName,
      search: (await desk.admin.search({ query: PHONE })).results.find(({ noun }) => noun === 'users')?.title,
    }
    expect(named).toEqual(Object.fromEntries(Object.keys(named).map((list) => [list, PHONE])))
  })

  it('has no address on papers and in billing details', async () => {
    const [row] = (await desk.invoices.list({ userId })).rows
    const invoice = await desk.invoices.byId({ id: row?.id ?? '' })
    expect(invoice.buyer).toMatchObject({ name: 'Customer', email: null })
    expect(JSON.stringify(invoice)).not.toContain('no-email')
  })
})
