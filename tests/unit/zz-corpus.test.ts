import { writeFileSync } from 'node:fs'
import { it } from 'vitest'
import type { Seller } from '~/contracts/credit/buyers'
import type { Invoice } from '~/contracts/credit/invoices'
import { invoiceDocument } from '~/server/credit/billing/invoice-document'
import { estimateDocument, offerDocument } from '~/server/cases/documents/quotes'
import { jobSheet, label, packingSlip, receipt, type CaseFacts } from '~/server/cases/documents/templates'
import { renderPdf } from '~/server/platform/pdf/render-pdf'
import { letterheadOf } from '~/server/platform/pdf/letterhead'
import { labels } from '~/server/platform/pdf/labels'
import { defaultSettings } from '~/contracts/site/settings'

const settings = { ...defaultSettings, company_register: { legal_name: 'Ohmfield Example Ltd', company_number: '01234567', vat_number: 'GB100000034', registered_office: '' } }
const name = process.env.NAME_ON ?? 'Łukasz Strauß-Élan'
const facts: CaseFacts = {
  noun: 'repairs', letterhead: letterheadOf(settings), number: 'REP-2026-0042', pageAddress: 'https://ohmfield.example/admin/repairs/REP-2026-0042',
  status: 'diagnosing', device: 'Bitmain Antminer S19 Pro', serialNumber: 'SN-ABC-123', accessories: 'Power cord', arrivalCondition: 'Dusty',
  returnAddress: `${name}\n1 High Street\nLeeds LS1 1AA`, customer: { name, email: 'lukasz@example.com', phone: '+44 7700 900123' },
  receivedOn: '21 November 2026', dueOn: '25 November 2026', assignedTo: 'bench@ohmfield.example', service: 'Hashboard repair, 3 to 5 business days',
  texts: [['Problem', 'One board is not detected.'], ['Diagnosis', 'A chip of chain 2 is dead.']], problem: 'One board is not detected.',
  amounts: [['Estimated cost', '€150.00']], isClaim: false, outcome: null, fromRepair: null, together: [], isInbound: false, carrier: 'Royal Mail',
  trackingNumber: 'AB123456789GB', passportAddress: 'https://ohmfield.example/passport/AAAA-BBBB-CCCC', printedAt: new Date('2026-11-22T12:00:00Z'), printedOn: '22 November 2026',
} as unknown as CaseFacts
const party = { company: null, address: null, country: 'GB', vatNumber: null, email: null }
const line = { id: 'l', quantity: 1, vatCode: 'standard', vatPercent: 20, credited: 0 } as const
const L = (description: string, price: number, quantity: number) => { const total = price * quantity; const net = Math.round(total / 1.2 * 100) / 100; return { ...line, description, price, quantity, total, net, vat: Math.round((total - net) * 100) / 100 } }
const lines = [L('Hashboard repair: chip of chain 2 replaced', 150, 1), L('Thermal paste and cleaning', 15, 2), L('Fan 12 V 4-pin 6000 rpm', 24.9, 2), L('Return shipping, insured', 18.5, 1)]
const sum = (k: 'net' | 'vat' | 'total') => Math.round(lines.reduce((s, l) => s + l[k], 0) * 100) / 100
const invoice: Invoice = {
  ...{ id: 'i', kind: 'invoice', purpose: 'repair', number: 'INV-2026-00042', state: 'due', waitsFor: [] },
  ...{ buyerName: name, buyerEmail: 'ada@example.com', userId: 'u', noun: 'repairs', nounId: 'n', nounNumber: 'REP-7' },
  ...{ issuedOn: '2026-11-20', dueOn: '2026-12-04', suppliedOn: '2026-11-18', issuedAt: new Date('2026-11-20T12:00:00Z') },
  ...{ createdAt: new Date('2026-11-20T11:00:00Z'), version: 2, reason: null, of: null, following: [] },
  ...{ net: sum('net'), vat: sum('vat'), total: sum('total'), owed: 75, paid: 100, storeCredit: 0, credited: 0 },
  ...{ vatSterling: 24.89, rate: { sterling: 0.853412, day: '2026-11-19', source: 'HMRC' } },
  seller: { ...party, name: 'Ohmfield Example Ltd', company: 'Company number 01234567', address: 'Unit 4, Foundry Yard\nLondon E16 2QU\nUnited Kingdom', vatNumber: 'GB100000034', email: 'hello@ohmfield.example', registeredOffice: 'Unit 4, Foundry Yard, London E16 2QU, United Kingdom' },
  buyer: { ...party, name, company: 'Mining GmbH', address: 'Hauptstr. 1\n10115 Berlin', country: 'DE', vatNumber: 'DE123456789' },
  lines,
}
const seller: Seller = { legalName: 'Ohmfield Example Ltd', address: null, companyNumber: '01234567', registeredOffice: null, vatNumber: 'GB100000034', bankName: 'Example Bank', accountName: null, iban: 'GB33BUKB20201555555555', bic: 'BUKBGB22', sortCode: '20-20-15', accountNumber: '55555555', termsDays: 14, cashLimit: 1000, deposits: {}, version: 1 }
const at = { day: '2026-11-26', seller }
const quote = { facts, quoteNumber: 1, validUntil: '5 December 2026', isFinal: false }
it('makes all', async () => {
  const all = {
    invoice: invoiceDocument(invoice, at),
    bare: invoiceDocument({ ...invoice, seller: { ...invoice.seller, vatNumber: null }, vat: 0, net: sum('total'), vatSterling: null, rate: null, lines: lines.map((l) => ({ ...l, vatCode: 'outside' as const, vatPercent: 0, net: l.total, vat: 0 })) }, at),
    note: invoiceDocument({ ...invoice, kind: 'credit_note', number: 'CN-2026-00001', of: { id: 'o', number: 'INV-2026-00042', issuedOn: '2026-11-20' }, reason: 'Fan was not fitted' }, at),
    jobsheet: jobSheet(facts), receipt: receipt(facts), slip: packingSlip(facts),
    label: label(facts),
    estimate: estimateDocument({ ...quote, lines: [{ id: 'a', kind: 'labour', label: 'Hashboard repair', quantity: 1, price: 150 }, { id: 'b', kind: 'part', label: 'Fan', quantity: 2, price: 24.9 }] as never }),
    offer: offerDocument({ ...quote, facts: { ...facts, noun: 'tradeIns' }, grade: 'good', baseValue: 900, checks: [{ item: 'hashboards', result: 'ok', note: 'All three' }, { item: 'fans', result: 'fault', note: 'One is loud' }], deductions: [{ label: 'Fan', explanation: 'loud', kind: 'fixed', amount: 20 }], finalValue: 880, overrideReason: null }),
    unitlabel: labels({ title: 'Label', author: 'Ohmfield', printedAt: facts.printedAt, labels: [{ address: 'https://ohmfield.example/admin/units/U-000123', name: 'U-000123', lines: [['Bitmain Antminer S19 Pro', 40], ['SN 12345', 27]], bars: 'U-000123' }] }),
  }
  for (const [key, document] of Object.entries(all)) writeFileSync(`/tmp/lpdf/${key}.pdf`, await renderPdf(document))
}, 60000)
