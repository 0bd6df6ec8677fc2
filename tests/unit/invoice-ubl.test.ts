import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Invoice, InvoiceLine, Party } from '~/contracts/billing/invoices'
import type { Payee } from '~/contracts/billing/seller'
import { lineTotal, sumOfTaxed, taxIn, toCents, vatInSterling, type VatCode } from '~/contracts/billing/vat'
import { invoiceUbl } from '~/server/billing/invoices/invoice-ubl'
import { all, brokenRules, parseXml, textOf } from '../setup/ubl-rules'

const party = { company: null, address: null, country: 'GB', vatNumber: null, email: null }
const seller: Party = {
  ...party,
  name: 'Ohmfield Ltd',
  company: 'Company number 01234567',
  address: '1 Bench Lane\nUnit 7\nLondon N1 7AA',
  vatNumber: 'GB980780684',
  email: 'hello@ohmfield.example',
  registeredOffice: '1 Bench Lane, London',
}
const buyer: Party = {
  ...party,
  name: 'Łukasz Strauß',
  company: 'Mining & Söhne GmbH',
  address: 'Hauptstr. 1\n10115 Berlin',
  country: 'DE',
  vatNumber: 'DE123456789',
  email: 'ada@example.com',
}
const payee: Payee = {
  ...{ bankName: 'A bank', accountName: 'Ohmfield Ltd', iban: 'GB33BUKB20201555555555', bic: 'BUKBGB22' },
  ...{ sortCode: '20-20-15', accountNumber: '55555555' },
}

let last = 0
/** @param price EUR for one, with VAT */
function line(
  description: string,
  price: number,
  { quantity = 1, vatCode = 'standard', percent = vatCode === 'standard' ? 20 : 0 }: Partial<Line> = {},
) {
  const taxed: InvoiceLine = {
    ...{ id: `l${++last}`, description, quantity, price, vatCode, vatPercent: percent, credited: 0 },
    ...taxIn(lineTotal(quantity, price), percent),
  }
  return taxed
}
interface Line {
  quantity: number
  vatCode: VatCode
  percent: number
}

function invoiceOf(lines: InvoiceLine[], more: Partial<Invoice> = {}): Invoice {
  const sums = sumOfTaxed(lines)
  return {
    ...{ id: 'i', kind: 'invoice', purpose: 'repair', number: 'INV-2026-00042', state: 'due', waitsFor: [] },
    ...{ buyerName: 'Ada', buyerEmail: 'ada@example.com', userId: 'u', noun: 'repairs', nounId: 'n', nounNumber: 'REP-7' },
    ...{
      issuedOn: '2026-11-20',
      dueOn: '2026-12-04',
      suppliedOn: '2026-11-18',
      taxPoint: '2026-11-20',
      issuedAt: new Date('2026-11-20T12:00:00Z'),
    },
    ...{ createdAt: new Date('2026-11-20T11:00:00Z'), version: 2, reason: null, of: null, following: [] },
    ...{ ...sums, owed: sums.total, toCredit: 0, promised: 0, paid: 0, storeCredit: 0, credited: 0 },
    ...(sums.vat > 0
      ? { vatSterling: vatInSterling(sums.vat, 0.853412), rate: { sterling: 0.853412, day: '2026-11-19', source: 'HMRC' } }
      : { vatSterling: null, rate: null }),
    ...{ seller, buyer, lines },
    ...more,
  }
}

const creditNote: Partial<Invoice> = {
  ...{ kind: 'credit_note', number: 'CN-2026-00007', dueOn: null, reason: 'Fan was not needed' },
  of: { id: 'o', number: 'INV-2026-00042', issuedOn: '2026-11-20' },
}
const noVat = { ...seller, vatNumber: null }

/** The documents that the shop issues. The amounts are of the second column of the test below, computed by hand. */
const documents = {
  'a repair': invoiceOf([line('Hashboard repair', 75, { quantity: 2 }), line('Fan', 25)]),
  'a repair less its deposit': invoiceOf([line('Hashboard repair', 75, { quantity: 2 }), line('Less deposit INV-2026-00041', -45)]),
  'a deposit': invoiceOf([line('Deposit of 30 % on estimate 1 for €150.00, Hashboard Repair', 45)], { purpose: 'deposit' }),
  'an amount that three do not divide': invoiceOf([line('Thermal pad', 0.1, { quantity: 7 }), line('Screws', 0.03, { quantity: 3 })]),
  'two rates': invoiceOf([line('Repair', 120), line('Book', 12, { vatCode: 'zero' })]),
  'a rate that has changed': invoiceOf([line('Repair', 120), line('Less deposit INV-2026-00041', -45, { percent: 17.5 })]),
  interest: invoiceOf([line('Interest on invoice INV-2026-00042', 2.25, { vatCode: 'outside' })], {
    purpose: 'interest',
    of: { id: 'o', number: 'INV-2026-00042', issuedOn: '2026-11-20' },
  }),
  'outside the scope beside a deposit that had VAT': invoiceOf([
    line('Repair abroad', 200, { vatCode: 'outside' }),
    line('Less deposit INV-2026-00041', -45),
  ]),
  'of a seller without a VAT number': invoiceOf([line('Repair', 75, { vatCode: 'outside' })], { seller: noVat }),
  'of a seller without any number': invoiceOf([line('Repair', 75, { vatCode: 'outside' })], { seller: { ...noVat, company: null } }),
  'a credit note': invoiceOf([line('Fan', 25)], creditNote),
  'a credit note that takes back a deduction': invoiceOf(
    [line('Hashboard repair', 75, { quantity: 2 }), line('Less deposit INV-2026-00041', -45)],
    creditNote,
  ),
  'to somebody without an email address or a postal one': invoiceOf([line('Fan', 25)], {
    buyer: { ...buyer, company: null, address: null, country: null, vatNumber: null, email: null },
  }),
  'to a private person': invoiceOf([line('Fan', 25)], { buyer: { ...buyer, company: null, vatNumber: null } }),
  'from a seller without a VAT number to a business': invoiceOf([line('Fan', 25, { vatCode: 'outside' })], { seller: noVat }),
  'with no due day and no bank account': invoiceOf([line('Fan', 25)], { dueOn: null }),
} satisfies Record<string, Invoice>
type Name = keyof typeof documents

const ublOf = (name: Name, prepaid = 0) =>
  invoiceUbl(documents[name], {
    payee: name === 'with no due day and no bank account' ? { ...payee, iban: null, accountNumber: null } : payee,
    prepaid,
  })

describe('an invoice for programs', () => {
  it.each(Object.keys(documents) as Name[])('breaks no rule: %s', (name) => {
    const xml = ublOf(name)
    expect(brokenRules(parseXml(xml))).toEqual([])
  })

  // Net, VAT, total; computed by hand.
  it.each<[Name, string, string, string]>([
    ['a repair', '145.83', '29.17', '175.00'],
    ['a repair less its deposit', '87.50', '17.50', '105.00'],
    ['an amount that three do not divide', '0.65', '0.14', '0.79'],
    ['two rates', '112.00', '20.00', '132.00'],
    ['a rate that has changed', '61.70', '13.30', '75.00'],
    ['interest', '2.25', '0.00', '2.25'],
    ['outside the scope beside a deposit that had VAT', '162.50', '-7.50', '155.00'],
  ])('%s comes to %s, %s and %s', (name, net, vat, total) => {
    const document = parseXml(ublOf(name))
    const sums = ['LegalMonetaryTotal/TaxExclusiveAmount', 'TaxTotal/TaxAmount', 'LegalMonetaryTotal/PayableAmount']
    expect(sums.map((path) => textOf(document, path))).toEqual([net, vat, total])
  })

  it('has the VAT in sterling beside that in euro, and the rate in a note', () => {
    const document = parseXml(ublOf('a repair'))
    expect(textOf(document, 'TaxCurrencyCode')).toBe('GBP')
    expect(all(document, 'TaxTotal/TaxAmount').map(({ text, attributes }) => [text, attributes.currencyID])).toEqual([
      ['29.17', 'EUR'],
      ['24.89', 'GBP'],
    ])
    expect(textOf(document, 'Note')).toBe('1 EUR = 0.853412 GBP on 19 November 2026 (HMRC)')
  })

  it('deducts a deposit by a negative quantity at a price of more than 0 (BR-27)', () => {
    const lines = all(parseXml(ublOf('a repair less its deposit')), 'InvoiceLine')
    expect(lines.map((of) => ['InvoicedQuantity', 'Price/PriceAmount', 'LineExtensionAmount'].map((path) => textOf(of, path)))).toEqual([
      ['2', '62.5', '125.00'],
      ['-1', '37.5', '-37.50'],
    ])
  })

  it('multiplies to the amount of each line (R120), for every price and quantity', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom(20, 17.5, 5),
        (cents, quantity, percent) => {
          fc.pre(cents !== 0)
          const xml = invoiceUbl(invoiceOf([line('Part', cents / 100, { quantity, percent }), line('More', 2_000_000)]), {
            payee,
            prepaid: 0,
          })
          expect(brokenRules(parseXml(xml))).toEqual([])
        },
      ),
    )
  })

  it('names no VAT number where all is outside the scope (BR-O-02), and no such category beside others (BR-O-11)', () => {
    const interest = parseXml(ublOf('interest'))
    expect(textOf(interest, 'TaxTotal/TaxSubtotal/TaxCategory/ID')).toBe('O')
    expect(all(interest, 'AccountingSupplierParty/Party/PartyTaxScheme')).toEqual([])
    expect(all(interest, 'AccountingCustomerParty/Party/PartyTaxScheme')).toEqual([])
    const mixed = parseXml(ublOf('outside the scope beside a deposit that had VAT'))
    expect(all(mixed, 'InvoiceLine/Item/ClassifiedTaxCategory/ID').map(({ text }) => text)).toEqual(['E', 'S'])
    expect(textOf(mixed, 'AccountingSupplierParty/Party/PartyTaxScheme/CompanyID')).toBe('GB980780684')
  })

  it('is of Peppol where both have an address there (R010, R020), else of the norm alone, which takes an email address', () => {
    const seen = (name: Name) => {
      const document = parseXml(ublOf(name))
      const endpoints = ['AccountingSupplierParty', 'AccountingCustomerParty'].map((side) => {
        const [endpoint] = all(document, `${side}/Party/EndpointID`)
        return endpoint && `${endpoint.attributes.schemeID}:${endpoint.text}`
      })
      return [textOf(document, 'CustomizationID'), ...endpoints]
    }
    const norm = 'urn:cen.eu:en16931:2017'
    const peppol = `${norm}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
    expect(seen('a repair')).toEqual([peppol, '9932:GB980780684', '9930:DE123456789'])
    expect(seen('a credit note')).toEqual(seen('a repair'))
    expect(seen('interest')).toEqual(seen('a repair'))
    expect(seen('to a private person')).toEqual([norm, '9932:GB980780684', 'EM:ada@example.com'])
    expect(seen('to somebody without an email address or a postal one')).toEqual([norm, '9932:GB980780684', undefined])
    expect(seen('from a seller without a VAT number to a business')).toEqual([norm, 'EM:hello@ohmfield.example', '9930:DE123456789'])
  })

  it('says what was paid when it was issued, and no more than its total', () => {
    const sums = (prepaid: number) => {
      const document = parseXml(ublOf('a repair', prepaid))
      expect(brokenRules(document)).toEqual([])
      return ['PrepaidAmount', 'PayableAmount'].map((name) => textOf(document, `LegalMonetaryTotal/${name}`))
    }
    expect(sums(0)).toEqual([undefined, '175.00'])
    expect(sums(100)).toEqual(['100.00', '75.00'])
    expect(sums(175.01)).toEqual(['175.00', '0.00'])
  })

  it('names the document that it corrects, and the account to pay to', () => {
    const note = parseXml(ublOf('a credit note'))
    expect(note.name).toBe('CreditNote')
    expect(textOf(note, 'BillingReference/InvoiceDocumentReference/ID')).toBe('INV-2026-00042')
    expect(textOf(note, 'Note')).toBe('Fan was not needed. 1 EUR = 0.853412 GBP on 19 November 2026 (HMRC)')
    expect(all(note, 'PaymentMeans')).toEqual([])
    const means = (of: Payee) =>
      ['PaymentID', 'PayeeFinancialAccount/ID', 'PayeeFinancialAccount/FinancialInstitutionBranch/ID'].map((path) =>
        textOf(parseXml(invoiceUbl(documents['a repair'], { payee: of, prepaid: 0 })), `PaymentMeans/${path}`),
      )
    expect(means(payee)).toEqual(['INV-2026-00042', 'GB33BUKB20201555555555', 'BUKBGB22'])
    expect(means({ ...payee, iban: null })).toEqual(['INV-2026-00042', '55555555', '20-20-15'])
  })

  it('puts each part of an address in its place, and names a country whatever is stored', () => {
    const address = (of: Partial<Party>) => {
      const path = 'AccountingCustomerParty/Party/PostalAddress'
      const document = parseXml(invoiceUbl(invoiceOf([line('Fan', 25)], { buyer: { ...buyer, ...of } }), { payee, prepaid: 0 }))
      return ['StreetName', 'AdditionalStreetName', 'AddressLine/Line', 'CityName', 'PostalZone', 'Country/IdentificationCode'].map(
        (name) => textOf(document, `${path}/${name}`),
      )
    }
    expect(address({ address: '7 Mill Rd\nLeeds\nls1 4ap', country: 'GB' })).toEqual([
      '7 Mill Rd',
      undefined,
      undefined,
      'Leeds',
      'LS1 4AP',
      'GB',
    ])
    expect(address({ address: '7 Mill Rd\nFlat 2\nHeadingley\nNorth\nLeeds, LS1 4AP\n', country: 'UK' })).toEqual([
      ...['7 Mill Rd', 'Flat 2', 'Headingley, North', 'Leeds', 'LS1 4AP', 'GB'],
    ])
    expect(address({})).toEqual(['Hauptstr. 1', undefined, undefined, '10115 Berlin', undefined, 'DE'])
    expect(address({ address: 'Somewhere', country: 'EL' })).toEqual(['Somewhere', undefined, undefined, undefined, undefined, 'GR'])
    expect(address({ address: null, country: 'Germany' })).toEqual([undefined, undefined, undefined, undefined, undefined, 'GB'])
  })

  it('takes every text: signs of XML are written as such, what XML cannot write is left out', () => {
    const name = (text: string) => {
      const xml = invoiceUbl(invoiceOf([line(text, 25)], { buyer: { ...buyer, company: text, name: text, address: text } }), {
        payee,
        prepaid: 0,
      })
      expect(brokenRules(parseXml(xml))).toEqual([])
      return textOf(parseXml(xml), 'InvoiceLine/Item/Name')
    }
    expect(name('<b>"Fan" & \u0000\u0008more]]></b>\ud800')).toBe('<b>"Fan" & more]]></b>')
    expect(name('\u0001')).toBe('Line 1')
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void name(text)))
  })

  it('agrees with the document to the cent, whatever is billed', () => {
    const anyLine = fc.record({
      cents: fc.integer({ min: 1, max: 500_000 }),
      quantity: fc.integer({ min: 1, max: 20 }),
      vatCode: fc.constantFrom<VatCode>('standard', 'zero', 'outside'),
    })
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 12 }), (drafts) => {
        const invoice = invoiceOf(drafts.map(({ cents, quantity, vatCode }) => line('Part', cents / 100, { quantity, vatCode })))
        const document = parseXml(invoiceUbl(invoice, { payee, prepaid: 0 }))
        expect(brokenRules(document)).toEqual([])
        const stated = ['LegalMonetaryTotal/TaxExclusiveAmount', 'TaxTotal/TaxAmount', 'LegalMonetaryTotal/PayableAmount']
        expect(stated.map((path) => Number(textOf(document, path)))).toEqual([invoice.net, invoice.vat, toCents(invoice.total)])
      }),
    )
  })
})
