// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RouterInputs } from '~/trpc/client'
import { formatDay } from '~/lib/instant'
import { tellIssued } from '~/server/billing/invoices/invoice-emails'
import { openTestShop, type TestShop } from '../setup/shop'

/**
 * The emails of one repair, one trade-in and one order from beginning to end, as their customers get them. `PRINT_EMAILS=1` prints them in
 * order, for reading: TEST_SUITE=full PRINT_EMAILS=1 npx vitest run --project api tests/api/email-walks.test.ts
 */

const HOUR_MS = 60 * 60 * 1000
let now = new Date('2026-11-20T12:00:00Z')
/** Moves the clock on; the session of the day before has ended. */
async function later(hours: number) {
  now = new Date(now.getTime() + hours * HOUR_MS)
  desk = (await shop.signIn('admin')).caller
}
let shop: TestShop
let desk: TestShop['visitor']
const fromHere = { customer: { fullName: 'Ada Byron', email: 'ada@example.com', phone: '+44 20 7946 0000' } }
const returnAddress = 'Ada Byron\n1 High Street\nLeeds LS1 1AA'

beforeAll(async () => {
  shop = await openTestShop({ now: () => now })
  desk = (await shop.signIn('admin')).caller
  const bank = { bankName: 'A bank', iban: 'GB33BUKB20201555555555', bic: 'BUKBGB22' }
  const seller = { legalName: 'Ohmfield Example Ltd', companyNumber: '01234567', vatNumber: 'GB980780684', deposits: { hashboard: 30 } }
  await shop.db.prisma.sellerDetails.create({ data: { id: 1, ...bank, ...seller } })
  await desk.invoices.saveRate({ day: '2026-11-20', sterling: 0.8538, source: 'HMRC' })
})
afterAll(() => shop.close())

/** The emails of a walk so far: checks each and, if asked, prints it. */
async function told(walk: string, to = 'ada@example.com') {
  await shop.services.jobs.poll()
  await shop.services.jobs.settled()
  const emails = shop.emails.splice(0).filter((email) => email.to === to)
  for (const { subject, text, html, attachments, replyTo } of emails) {
    expect(text, subject).not.toMatch(/\{\{|undefined|null|NaN|\bover €| {2}/)
    // Days in one form: no '2026-11-20', no '20 Nov 2026'.
    expect(text, subject).not.toMatch(/(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])|\b\d{1,2} [A-Z][a-z]{2,3} \d{4}\b(?<! May \d{4})/)
    expect(text, subject).toContain('Ohmfield Example Ltd, registered in England & Wales with company number 01234567')
    expect(html).toContain('company number 01234567')
    expect(replyTo).toBe('hello@ohmfield.example')
    if (process.env.PRINT_EMAILS === '1') {
      const files = (attachments ?? []).map(({ name }) => name).join(', ')
      process.stdout.write(`\n======== ${walk}: ${subject}${files && ` [${files}]`}\n\n${text}`)
    }
  }
  return emails.map(({ subject, text }) => `${subject}\n${text}`)
}
const confirmIn = (emails: string[]) => /#confirm=([\w-]{43})/.exec(emails.join('\n'))?.[1] ?? ''
const linkIn = (emails: string[]) => /\/track\/([\w-]+)/.exec(emails.join('\n'))?.[1] ?? ''
async function confirmed(emails: string[]) {
  const outcome = await shop.visitor.cases.confirmRequest({ token: confirmIn(emails) })
  if (outcome.state !== 'opened' || !outcome.cases[0]) throw new Error('The request still waits')
  return outcome.cases[0]
}

it('a repair: asked for, arrived, examined, agreed, paid for, repaired and sent back', async () => {
  const walk = 'Repair'
  const request: RouterInputs['repairs']['request'] = {
    ...{ service: 'hashboard', deviceInfo: { manufacturer: 'Bitmain', model: 'Antminer S19', serialNumber: 'SN-1' } },
    ...{ issues: ['A hashboard is not found'], problemDescription: 'Since the move.', returnAddress, ...fromHere },
  }
  await shop.visitor.repairs.request(request)
  const { id } = await confirmed(await told(walk))
  const token = linkIn(await told(walk))
  await later(20)
  await desk.cases.arrived({ noun: 'repairs', id })
  await told(walk)
  const status = async (to: RouterInputs['repairs']['updateStatus']['status']) => {
    await later(5)
    await desk.repairs.updateStatus({ id, status: to })
    await told(walk)
  }
  await status('diagnosing')
  await desk.repairs.saveEstimate({
    id,
    lines: [
      { kind: 'labour', label: 'Hashboard repair', quantity: 1, price: 150 },
      { kind: 'part', label: 'Fan', quantity: 2, price: 24.9 },
    ],
  })
  await desk.repairs.sendEstimate({ id })
  expect((await told(walk)).join('\n')).toContain('Total: €199.80. Prices include VAT.')
  await shop.visitor.cases.answer({ token, answer: 'accept' })
  await told(walk)
  const pay = async () => {
    const { invoices } = await desk.invoices.bill({ noun: 'repairs', id })
    const open = invoices.find(({ owed }) => owed > 0)
    if (!open) throw new Error('Nothing is owed')
    await desk.payments.record({
      invoiceId: open.id,
      method: 'transfer',
      amount: open.owed,
      reference: open.number,
      receivedOn: '2026-11-20',
    })
    await told(walk)
  }
  const buyer = { fullName: 'Ada Byron', billingAddress: returnAddress }
  await shop.visitor.invoices.saveBuyerOfCase({ token, ...buyer })
  await told(walk)
  await pay()
  await status('repairing')
  await status('testing')
  await status('completed')
  await tellIssued(shop.services)
  await told(walk)
  await pay()
  await desk.repairs.update({ id, carrier: 'Royal Mail', trackingNumber: 'AB123456789GB' })
  await status('shipped')
}, 120_000)

it('a trade-in: quoted, sent in, inspected, agreed and credited', async () => {
  const walk = 'Trade-in'
  const values = { baseValueExcellent: 900, baseValueGood: 640, baseValueFair: 450, baseValuePoor: 100 }
  const machine = shop.factories.machine({ manufacturer: 'Bitmain', model: 'Antminer S19 Pro', isActive: true, ...values })
  await shop.db.prisma.tradeInMachine.create({ data: machine })
  await shop.visitor.tradeIns.request({ machines: [{ machineId: machine.id, grade: 'good' }], returnAddress, ...fromHere })
  const { id } = await confirmed(await told(walk))
  const token = linkIn(await told(walk))
  await later(20)
  await desk.cases.arrived({ noun: 'tradeIns', id })
  await told(walk)
  await desk.tradeIns.saveEvaluation({ id, grade: 'fair' })
  await desk.tradeIns.updateStatus({ id, status: 'evaluated' })
  await told(walk)
  await desk.tradeIns.sendOffer({ id })
  expect((await told(walk)).join('\n')).toContain('The value is the whole amount, with any VAT in it.')
  await shop.visitor.cases.answer({ token, answer: 'accept' })
  await told(walk)
  await later(5)
  await desk.tradeIns.updateStatus({ id, status: 'approved' })
  await told(walk)
  await later(5)
  await desk.tradeIns.updateStatus({ id, status: 'completed' })
  await told(walk)
}, 120_000)

it('an order: billed, paid, dispatched, and credited in part', async () => {
  const walk = 'Order'
  const person = await shop.signIn('customer')
  await shop.db.prisma.user.update({ where: { id: person.userId }, data: { emailVerifiedAt: now } })
  const product = shop.factories.product({ name: 'Antminer S19, refurbished' })
  await shop.db.prisma.product.create({ data: product })
  const order = shop.factories.order({ userId: person.userId, status: 'pending' })
  await shop.db.prisma.order.create({ data: order })
  await desk.orders.addLine({ orderId: order.id, productId: product.id, quantity: 2, price: 1200, tax: 400 })
  await person.caller.invoices.saveOwnBuyer({ fullName: 'Ada Byron', billingAddress: returnAddress })
  const invoice = await desk.invoices.issue({ orderId: order.id })
  await told(walk, person.email)
  await desk.payments.record({ invoiceId: invoice.id, method: 'transfer', amount: invoice.owed, reference: null, receivedOn: '2026-11-20' })
  await told(walk, person.email)
  await desk.orders.updateStatus({ id: order.id, status: 'processing' })
  await desk.orders.updateStatus({ id: order.id, status: 'completed' })
  await told(walk, person.email)
  await desk.invoices.credit({
    id: invoice.id,
    reason: 'One machine came damaged',
    lines: invoice.lines.slice(0, 1).map((line) => ({ lineId: line.id, amount: 100 })),
  })
  const credited = (await told(walk, person.email)).join('\n')
  expect(credited).toContain('€100.00 of yours is on account with us.')
  expect(credited).toContain(`It corrects invoice ${invoice.number ?? ''} of ${formatDay(invoice.issuedOn ?? '')}`)
}, 120_000)
