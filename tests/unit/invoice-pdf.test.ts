import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import type { Seller } from '~/contracts/credit/buyers'
import type { Invoice } from '~/contracts/credit/invoices'
import { invoiceDocument } from '~/server/credit/billing/invoice-document'
import { renderPdf } from '~/server/platform/pdf/render-pdf'

const party = { company: null, address: null, country: 'GB', vatNumber: null, email: null }
const line = { id: 'l', quantity: 1, vatCode: 'standard', vatPercent: 20, credited: 0 } as const
const invoice: Invoice = {
  ...{ id: 'i', kind: 'invoice', purpose: 'repair', number: 'INV-2026-00042', state: 'due', waitsFor: [] },
  ...{ buyerName: 'Ada Smith', buyerEmail: 'ada@example.com', userId: 'u', noun: 'repairs', nounId: 'n', nounNumber: 'REP-7' },
  ...{ issuedOn: '2026-11-20', dueOn: '2026-12-04', suppliedOn: '2026-11-18', issuedAt: new Date('2026-11-20T12:00:00Z') },
  ...{ createdAt: new Date('2026-11-20T11:00:00Z'), version: 2, reason: null, of: null, following: [] },
  ...{ net: 145.83, vat: 29.17, total: 175, owed: 75, toCredit: 0, paid: 100, storeCredit: 0, credited: 0 },
  ...{ vatSterling: 24.89, rate: { sterling: 0.853412, day: '2026-11-19', source: 'HMRC' } },
  seller: { ...party, name: 'Ohmfield Ltd', address: '1 Bench Lane\nLondon', vatNumber: 'GB980780684', email: 'hello@ohmfield.example' },
  buyer: {
    ...party,
    name: 'Łukasz Strauß',
    company: 'Mining GmbH',
    address: 'Hauptstr. 1\nBerlin',
    country: 'DE',
    vatNumber: 'DE123456789',
  },
  lines: [
    { ...line, description: 'Hashboard repair', price: 75, quantity: 2, net: 125, vat: 25, total: 150 },
    { ...line, description: 'Fan', price: 25, net: 20.83, vat: 4.17, total: 25 },
  ],
}
const seller: Seller = {
  ...{ legalName: 'Ohmfield Ltd', address: null, companyNumber: null, vatNumber: 'GB980780684', bankName: 'A bank', accountName: null },
  ...{
    iban: 'GB33BUKB20201555555555',
    bic: 'BUKBGB22',
    sortCode: null,
    accountNumber: null,
    termsDays: 14,
    cashLimit: 1000,
    deposits: {},
    version: 1,
  },
}
const standing = { day: '2026-11-26', seller }

async function textOf(of: Invoice, at = standing): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(await renderPdf(invoiceDocument(of, at))))
  return (await extractText(document, { mergePages: true })).text.replaceAll(/\s+/g, ' ')
}

describe('an invoice on paper', () => {
  it('has what regulation 14 asks for, how it stands, and how it is paid', async () => {
    const text = await textOf(invoice)
    for (const part of [
      ...['VAT invoice', 'INV-2026-00042', 'Date of issue 20 November 2026', 'Tax point 18 November 2026', 'GB980780684'],
      ...['Ohmfield Ltd', '1 Bench Lane', 'Łukasz Strauß', 'Mining GmbH', 'Hauptstr. 1', 'DE123456789', 'REP-7'],
      ...['Hashboard repair', '€62.50', '20%', '€125.00', '€145.83', '€29.17', '€175.00', 'Standard rate'],
      ...['£24.89', '1 EUR = 0.853412 GBP on 19 November 2026 (HMRC)'],
      ...['As of 26 November 2026: €100.00 paid', '€75.00 left to pay', 'GB33BUKB20201555555555', 'Reference INV-2026-00042'],
    ])
      expect(text).toContain(part)
  })

  it('is the same file whenever it is drawn on a day', async () => {
    const [one, other] = [await renderPdf(invoiceDocument(invoice, standing)), await renderPdf(invoiceDocument({ ...invoice }, standing))]
    expect(one.equals(other)).toBe(true)
  })

  it('without VAT says so, and shows none', async () => {
    const bare = { ...invoice, seller: { ...invoice.seller, vatNumber: null }, vat: 0, net: 175, vatSterling: null, rate: null }
    const text = await textOf({
      ...bare,
      lines: [{ ...line, description: 'Repair', vatCode: 'outside', vatPercent: 0, price: 175, net: 175, vat: 0, total: 175 }],
    })
    expect(text).toContain('not registered for VAT')
    expect(text).not.toContain('VAT invoice')
    expect(text).not.toContain('GBP')
  })

  it('that corrects another names it, and why', async () => {
    const note = {
      ...invoice,
      kind: 'credit_note' as const,
      number: 'CN-2026-00001',
      of: { id: 'o', number: 'INV-2026-00042' },
      reason: 'Fan was not fitted',
    }
    const text = await textOf(note)
    for (const part of ['Credit note', 'CN-2026-00001', 'Corrects invoice INV-2026-00042', 'Fan was not fitted'])
      expect(text).toContain(part)
    expect(text).not.toContain('left to pay')
  })
})
