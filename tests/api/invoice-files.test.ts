import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoiceFile, ownInvoiceFile } from '~/contracts/billing/invoices'
import * as customerInvoices from '~/pages/api/customer-invoices/[id]'
import * as invoices from '~/pages/api/invoices/[id]'
import { serveRoutes } from '../setup/routes'
import { openTestShop, TEST_NOW, type TestShop } from '../setup/shop'
import { all, brokenRules, parseXml, textOf } from '../setup/ubl-rules'

/** The file of an invoice for programs: beside the PDF, for those who may read that one. */

let now = TEST_NOW
let shop: TestShop
let routes: Awaited<ReturnType<typeof serveRoutes>>
let admin: Awaited<ReturnType<TestShop['signIn']>>
let customer: Awaited<ReturnType<TestShop['signIn']>>
beforeAll(async () => {
  shop = await openTestShop({ now: () => now })
  routes = await serveRoutes(shop, [
    { path: /^\/api\/invoices\/(?<id>[^/]+)$/, module: invoices },
    { path: /^\/api\/customer-invoices\/(?<id>[^/]+)$/, module: customerInvoices },
  ])
  admin = await shop.signIn('admin')
  customer = await shop.signIn('customer')
  const { version: _version, ...seller } = await admin.caller.invoices.seller()
  const numbers = { vatNumber: 'GB980780684', iban: 'GB33BUKB20201555555555' }
  await admin.caller.invoices.saveSeller({ ...seller, ...numbers, legalName: 'Ohmfield Ltd', companyNumber: '01234567' })
  await admin.caller.invoices.saveRate({ day: '2026-11-19', sterling: 0.853412, source: 'HMRC' })
  await admin.caller.invoices.saveBuyer({
    ...{ userId: customer.userId, isBusiness: true, company: 'Mining & Söhne', fullName: 'Ada' },
    ...{ billingAddress: '7 Mill Rd\nLeeds\nLS1 4AP', country: 'GB', vatNumber: 'GB999999973' },
  })
})
afterAll(async () => {
  await routes.close()
  await shop.close()
})

const repairOf = (actualCost: number) =>
  shop.db.prisma.repair.create({ data: { userId: customer.userId, status: 'repairing', actualCost, service: 'hashboard' } })
const read = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${routes.url}${address}`, { headers })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    as: answer.headers.get('content-disposition'),
    text: await answer.text(),
  }
}
const payable = (xml: string) => ['PrepaidAmount', 'PayableAmount'].map((name) => textOf(parseXml(xml), `LegalMonetaryTotal/${name}`))

describe('the file of an invoice for programs', () => {
  it('goes with the email that has the PDF, by the rules, and so does that of its credit note', async () => {
    shop.emails.length = 0
    const { id, number } = await admin.caller.invoices.issue({ repairId: (await repairOf(175)).id })
    const note = await admin.caller.invoices.credit({ id, reason: 'Not <repaired> & sent back' })
    await shop.services.jobs.settled()
    const files = shop.emails.map(({ attachments = [] }) => attachments)
    expect(files.map((each) => each.map(({ name, contentType }) => [name, contentType]))).toEqual(
      [number, note.number].map((of) => [
        [`${of}.pdf`, 'application/pdf'],
        [`${of}.xml`, 'application/xml'],
      ]),
    )
    for (const [, ubl] of files) {
      const document = parseXml(ubl?.bytes.toString() ?? '')
      expect(brokenRules(document)).toEqual([])
      expect(all(document, 'TaxTotal/TaxAmount').map(({ text }) => text)).toEqual(['29.17', '24.89'])
      expect(textOf(document, 'AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName')).toBe('Mining & Söhne')
    }
  })

  it('is read by those who may read the PDF, and by nobody else', async () => {
    const { id, number } = await admin.caller.invoices.issue({ repairId: (await repairOf(90)).id })
    const [staff, owner, other] = await Promise.all(
      [admin, customer, await shop.signIn('customer')].map(({ sessionId }) => routes.signedIn(sessionId)),
    )
    const [forStaff, forOwner] = [await read(invoiceFile(id, 'ubl'), staff), await read(ownInvoiceFile(id, 'ubl'), owner)]
    expect(forStaff).toMatchObject({ status: 200, type: 'application/xml', as: expect.stringMatching(`^attachment.*${number}.xml`) })
    expect(forOwner).toEqual(forStaff)
    expect(textOf(parseXml(forOwner.text), 'ID')).toBe(number)
    for (const format of ['pdf', 'ubl'] as const) {
      for (const headers of [{}, other]) expect((await read(ownInvoiceFile(id, format), headers)).status).toBe(404)
      for (const headers of [{}, other, owner]) expect((await read(invoiceFile(id, format), headers)).status).toBeGreaterThanOrEqual(401)
    }
    expect((await read(`${invoiceFile(id)}?format=docx`, staff)).status).toBe(404)
  })

  it('is not there for a document that waits', async () => {
    const repair = await shop.db.prisma.repair.create({ data: { status: 'repairing', actualCost: 60 } })
    const waiting = await admin.caller.invoices.issue({ repairId: repair.id })
    expect(waiting.state).toBe('waiting')
    expect((await read(invoiceFile(waiting.id, 'ubl'), await routes.signedIn(admin.sessionId))).status).toBe(404)
  })

  it('says what was paid when it was issued, and stays the same when more is paid', async () => {
    const repair = await repairOf(100)
    const first = await admin.caller.invoices.issue({ repairId: repair.id })
    now = new Date(now.getTime() + 60_000)
    await admin.caller.payments.record({ invoiceId: first.id, method: 'transfer', amount: 130, reference: null, receivedOn: '2026-11-19' })
    await shop.db.prisma.repair.update({ where: { id: repair.id }, data: { actualCost: 160 } })
    now = new Date(now.getTime() + 60_000)
    const second = await admin.caller.invoices.issue({ repairId: repair.id })
    expect(second).toMatchObject({ total: 60, paid: 30 })
    const headers = await routes.signedIn(admin.sessionId)
    expect(payable((await read(invoiceFile(first.id, 'ubl'), headers)).text)).toEqual([undefined, '100.00'])
    const before = (await read(invoiceFile(second.id, 'ubl'), headers)).text
    expect(payable(before)).toEqual(['30.00', '30.00'])
    now = new Date(now.getTime() + 60_000)
    await admin.caller.payments.record({ invoiceId: second.id, method: 'transfer', amount: 30, reference: null, receivedOn: '2026-11-20' })
    expect((await read(invoiceFile(second.id, 'ubl'), headers)).text).toBe(before)
  })
})
