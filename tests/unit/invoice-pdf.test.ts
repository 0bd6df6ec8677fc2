import fc from 'fast-check'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import type { Seller } from '~/contracts/billing/seller'
import type { Invoice } from '~/contracts/billing/invoices'
import { netPriceOfOne } from '~/contracts/billing/line-price'
import { lineTotal, taxIn, toCents } from '~/contracts/billing/vat'
import { formatUnitPrice } from '~/lib/unit-price'
import { invoiceDocument } from '~/server/billing/invoices/invoice-document'
import { renderPdf } from '~/server/platform/pdf/render-pdf'

const party = { company: null, address: null, country: 'GB', vatNumber: null, email: null }
const line = { id: 'l', quantity: 1, vatCode: 'standard', vatPercent: 20, credited: 0 } as const
const invoice: Invoice = {
  ...{ id: 'i', kind: 'invoice', purpose: 'repair', number: 'INV-2026-00042', state: 'due', waitsFor: [] },
  ...{ buyerName: 'Ada Smith', buyerEmail: 'ada@example.com', userId: 'u', noun: 'repairs', nounId: 'n', nounNumber: 'REP-7' },
  ...{
    issuedOn: '2026-11-20',
    dueOn: '2026-12-04',
    suppliedOn: '2026-11-18',
    taxPoint: '2026-11-20',
    issuedAt: new Date('2026-11-20T12:00:00Z'),
  },
  ...{ createdAt: new Date('2026-11-20T11:00:00Z'), version: 2, reason: null, of: null, following: [] },
  ...{ net: 145.83, vat: 29.17, total: 175, owed: 75, toCredit: 0, promised: 0, paid: 100, storeCredit: 0, credited: 0 },
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
  ...{
    legalName: 'Ohmfield Ltd',
    address: null,
    companyNumber: null,
    registeredOffice: null,
    vatNumber: 'GB980780684',
    bankName: 'A bank',
    accountName: null,
  },
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
      ...[
        'VAT invoice',
        'INV-2026-00042',
        'Date of issue 20 November 2026',
        'Tax point 20 November 2026',
        'Date of supply 18 November 2026',
        'GB980780684',
      ],
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

  it('prints a price for one that comes to the net amount, and a line that lowers the bill as a negative quantity', async () => {
    const text = await textOf({
      ...invoice,
      lines: [
        { ...line, description: 'Fan', price: 8.32, quantity: 7, net: 48.53, vat: 9.71, total: 58.24 },
        { ...line, description: 'Less deposit INV-2026-00041', price: -12, net: -10, vat: -2, total: -12 },
      ],
    })
    expect(text).toContain('Fan 7 €6.933 20% €48.53 €9.71')
    expect(text).toContain('Less deposit INV-2026-00041 -1 €10.00 20% −€10.00 −€2.00')
  })

  it('of any quantity, price and rate: the printed price for one times the quantity is the net amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.constantFrom(0, 5, 17.5, 20),
        (hundredths, pence, percent) => {
          const [quantity, price] = [hundredths / 100, pence / 100]
          const { net, vat } = taxIn(lineTotal(quantity, price), percent)
          const one = netPriceOfOne({ quantity, price, net, vat })
          expect(toCents(Number(formatUnitPrice(one).replaceAll(/[€,]/g, '')) * quantity)).toBe(net)
        },
      ),
      { numRuns: 2_000 },
    )
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
      of: { id: 'o', number: 'INV-2026-00042', issuedOn: '2026-11-20' },
      reason: 'Fan was not fitted',
    }
    const text = await textOf(note)
    for (const part of ['Credit note', 'CN-2026-00001', 'Corrects invoice INV-2026-00042 of 20 November 2026', 'Fan was not fitted'])
      expect(text).toContain(part)
    expect(text).not.toContain('left to pay')
  })

  it('names its company as the law asks at the foot of each page', async () => {
    const of = { ...invoice.seller, company: 'Company number 01234567', registeredOffice: '2 Register Row, Leeds' }
    expect(await textOf({ ...invoice, seller: of })).toContain(
      'Ohmfield Ltd, registered in England & Wales, Company number 01234567 · Registered office: 2 Register Row, Leeds',
    )
  })

  const withLines = (count: number): Invoice => ({
    ...invoice,
    reason: null,
    lines: Array.from({ length: count }, (_, index) => ({
      ...line,
      description: `Hashboard repair, position ${index + 1}`,
      ...{ price: 75, quantity: 1, net: 62.5, vat: 12.5, total: 75 },
    })),
  })
  /** The text of each page without its foot. */
  async function pagesOf(of: Invoice): Promise<string[]> {
    const document = await getDocumentProxy(new Uint8Array(await renderPdf(invoiceDocument(of, standing))))
    const { text } = await extractText(document)
    return text.map((page) =>
      page
        .replaceAll(/\s+/g, ' ')
        .replace(/Ohmfield Ltd, registered in England & Wales.*?Page \d+ of \d+/, '')
        .trim(),
    )
  }

  it('of four lines is one page', async () => {
    expect(await pagesOf(withLines(4))).toHaveLength(1)
    expect(
      await pagesOf({ ...withLines(4), kind: 'credit_note', of: { id: 'o', number: 'INV-2026-00041', issuedOn: '2026-11-02' } }),
    ).toHaveLength(1)
  })

  it('has something on each page beside its foot, and no heading alone at an end, however long it is', async () => {
    for (let count = 1; count <= 64; count += 7) {
      for (const page of await pagesOf(withLines(count))) {
        expect(page, `${count} lines`).not.toBe('')
        expect(page, `${count} lines`).not.toMatch(/(?:Payment|VAT summary Rate Net VAT With VAT|By bank transfer, in euro:)$/)
      }
    }
  })
})
