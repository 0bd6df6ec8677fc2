import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import { recordedMethods } from '~/contracts/billing/receipts'
import * as customerReceipts from '~/pages/api/customer-receipts/[id]'
import * as receipts from '~/pages/api/receipts/[id]'
import { takePage } from '~/server/billing/card/settle-payment-page'
import { tellReceipts } from '~/server/billing/receipts/receipt-emails'
import { openPaymentsShop, type PaymentsShop } from '../setup/payments-shop'
import { serveRoutes } from '../setup/routes'

/** Every payment gets a receipt, by email and as PDF, however it was made. */

let shop: PaymentsShop
let routes: Awaited<ReturnType<typeof serveRoutes>>
let admin: Awaited<ReturnType<PaymentsShop['signIn']>>
let customer: Awaited<ReturnType<PaymentsShop['signIn']>>
beforeAll(async () => {
  shop = await openPaymentsShop()
  routes = await serveRoutes(shop, [
    { path: /^\/api\/receipts\/(?<id>[^/]+)$/, module: receipts },
    { path: /^\/api\/customer-receipts\/(?<id>[^/]+)$/, module: customerReceipts },
  ])
  admin = await shop.signIn('admin')
  customer = await shop.signIn('customer')
})
afterAll(async () => {
  await routes.close()
  await shop.close()
})

const billed = async (total: number) => {
  const repair = await shop.agreed(customer.userId, total)
  return { repair, ...(await admin.caller.invoices.issue({ repairId: repair.id })) }
}
const sent = () => shop.emails.filter(({ subject }) => subject.startsWith('Receipt'))
const textOf = async (bytes: Uint8Array) =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text.replaceAll(/\s+/g, ' ')

describe('a receipt', () => {
  it.each(recordedMethods)('of a payment by %s says how much came, for what, and what is left', async (method) => {
    const { id, number, repair } = await billed(100)
    const before = sent().length
    await admin.caller.payments.record({ invoiceId: id, method, amount: 60, reference: 'BGC 1', receivedOn: '2026-11-19' })
    const [email, ...others] = sent().slice(before)
    expect(others).toEqual([])
    expect(email).toMatchObject({ to: customer.email, subject: `Receipt: €60.00 for repair ${repair.repairNumber}` })
    expect(email?.text).toContain('on 19 November 2026')
    expect(email?.text).toMatch(/Please pay €40\.00 by [^.]*\. [^]*The page below says how to pay\./)
    const [file] = email?.attachments ?? []
    expect(file).toMatchObject({ contentType: 'application/pdf', name: expect.stringMatching(/^R-[\dA-F]{12}\.pdf$/) })
    const text = await textOf(file?.bytes ?? Buffer.from(''))
    for (const part of ['Receipt', '€60.00', '19 November 2026', 'BGC 1', `Invoice ${number}`, repair.repairNumber, 'not a VAT invoice'])
      expect(text).toContain(part)
  })

  it('of more than is owed says what stands on account', async () => {
    const { id } = await billed(100)
    await admin.caller.payments.record({ invoiceId: id, method: 'transfer', amount: 130, reference: null, receivedOn: '2026-11-19' })
    expect(sent().at(-1)?.text).toContain('Nothing is left to pay. We keep €30.00 of it for you until an invoice asks for it.')
  })

  it('of a card goes out once, however often the provider tells of it; so does one of a line of the bank’s', async () => {
    const card = await billed(80)
    const before = sent().length
    const { url } = await customer.caller.payments.start({ invoiceId: card.id })
    shop.stripe.pay(url)
    const page = await shop.services.cardPayments?.readPage(shop.stripe.sessionOf(url).id)
    for (let time = 0; time < 3; time++) if (page) await takePage(shop.services, page)
    await shop.services.jobs.settled()
    const bank = await billed(70)
    const csv = `Date,Reference,Amount EUR\n19/11/2026,${bank.number},70.00`
    const { lines } = await admin.caller.payments.previewBank({ csv })
    const choices = lines.map(({ fingerprint }) => ({ fingerprint, invoiceId: bank.id }))
    for (let time = 0; time < 2; time++) await admin.caller.payments.importBank({ csv, choices })
    expect(await tellReceipts(shop.services)).toBe(0)
    expect(
      sent()
        .slice(before)
        .map(({ text }) => /by ([a-z ]+) on/.exec(text)?.[1]),
    ).toEqual(['card online', 'bank transfer'])
  })

  it('of store credit goes out once it is used: with the payment, or with the status that uses it', async () => {
    await admin.caller.credit.adjust({ userId: customer.userId, amount: 50, reason: 'Given' })
    const { repair } = await billed(100)
    const before = sent().length
    await admin.caller.credit.payRepairFor({ repairId: repair.id, amount: 30 })
    expect(await tellReceipts(shop.services)).toBe(0)
    const { version } = await admin.caller.repairs.updateStatus({ id: repair.id, status: 'completed' })
    // Set back, its receipt is taken back with it; done again, it goes out once.
    await admin.caller.repairs.updateStatus({ id: repair.id, status: 'testing', version })
    await admin.caller.repairs.updateStatus({ id: repair.id, status: 'completed' })
    expect(await tellReceipts(shop.services)).toBe(0)
    await shop.services.jobs.settled()
    await admin.caller.credit.payRepairFor({ repairId: repair.id, amount: 20 })
    expect(await tellReceipts(shop.services)).toBe(0)
    const own = sent().slice(before)
    expect(own.map(({ subject }) => subject)).toEqual([
      `Receipt: €30.00 for repair ${repair.repairNumber}`,
      `Receipt: €20.00 for repair ${repair.repairNumber}`,
    ])
    expect(own[0]?.text).toContain('by store credit on')
    expect(await textOf(own[0]?.attachments?.[0]?.bytes ?? Buffer.from(''))).toContain('Store credit')
  })

  it('is a file for whoever paid and for administrators alone, and none of a payment that is reversed', async () => {
    const { id, repair } = await billed(100)
    const payment = await admin.caller.payments.record({
      invoiceId: id,
      method: 'cash',
      amount: 60,
      reference: null,
      receivedOn: '2026-11-19',
    })
    const stranger = await shop.signIn('customer')
    const token = await shop.link(repair.id)
    const other = await shop.link((await billed(10)).repair.id)
    const status = async (address: string, sessionId?: string) =>
      (await fetch(`${routes.url}${address}`, { headers: sessionId === undefined ? {} : await routes.signedIn(sessionId) })).status
    const own = `/api/customer-receipts/${payment.id}`
    expect(await status(own, customer.sessionId)).toBe(200)
    expect(await status(own, stranger.sessionId)).toBe(404)
    expect(await status(own)).toBe(404)
    expect(await status(`${own}?token=${token}`)).toBe(200)
    expect(await status(`${own}?token=${other}`)).toBe(404)
    expect(await status(`/api/receipts/${payment.id}`, admin.sessionId)).toBe(200)
    expect(await status(`/api/receipts/${payment.id}`, customer.sessionId)).toBe(403)
    expect(await status(`/api/receipts/${id}`, admin.sessionId)).toBe(404)
    await admin.caller.payments.reverse({ paymentId: payment.id, reason: 'By mistake' })
    expect(await status(own, customer.sessionId)).toBe(404)
  })
})
