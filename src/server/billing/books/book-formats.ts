import { type BookName, type BookPeriod, documentsOfFile } from '~/contracts/billing/books'
import { asCounted } from '~/contracts/billing/line-price'
import type { VatCode } from '~/contracts/billing/vat'
import { amountCell, type Columns, type CsvRow, type CsvTable } from '~/server/platform/csv/write-csv'
import type { Services } from '~/server/services'
import {
  bookedDocuments,
  bookedEntries,
  bookedPayments,
  type BookedDocument,
  type BookedEntry,
  type BookedLine,
  type BookedPayment,
  documentsOfPart,
} from './read-books'

/** docs/csv.md has the sources of other programs' formats. */

const rateCell = (rate: number | null) => (rate === null ? null : { decimal: rate.toFixed(6) })

const documentColumns: Columns<BookedDocument> = {
  number: (row) => row.number,
  kind: (row) => row.kind,
  purpose: (row) => row.purpose,
  issuedOn: (row) => row.issuedOn,
  suppliedOn: (row) => row.suppliedOn,
  taxPoint: (row) => row.taxPoint ?? row.suppliedOn,
  dueOn: (row) => row.dueOn,
  corrects: (row) => row.ofNumber,
  buyer: (row) => row.buyer.name,
  company: (row) => row.buyer.company,
  buyerCountry: (row) => row.buyer.country,
  buyerVatNumber: (row) => row.buyer.vatNumber,
  sellerVatNumber: (row) => row.seller.vatNumber,
  currency: () => 'EUR',
  net: (row) => amountCell(row.net),
  vat: (row) => amountCell(row.vat),
  total: (row) => amountCell(row.total),
  vatSterling: (row) => amountCell(row.vatSterling),
  rateSterling: (row) => rateCell(row.rateSterling),
  rateDay: (row) => row.rateDay,
  rateSource: (row) => row.rateSource,
  reason: (row) => row.reason,
  noun: (row) => row.noun,
  nounId: (row) => row.nounId,
  buyerId: (row) => row.buyerId,
  id: (row) => row.id,
}

/**
 * The ledger names the side that an entry leaves first. Of these accounts, the one that it adds to is the bookkeepers' debit: an invoice is
 * debited to what customers owe, a payment to what was received. Owed store credit is a liability and stays as it is.
 */
const moneySides = new Set(['billed', 'owed', 'received', 'on_account', 'store_credit'])
const isMoney = ({ debit }: BookedEntry) => moneySides.has(debit)

const entryColumns: Columns<BookedEntry> = {
  at: (row) => row.at,
  accountId: (row) => row.accountId,
  number: (row) => row.number,
  movementId: (row) => row.movementId,
  kind: (row) => row.kind,
  debit: (row) => (isMoney(row) ? row.credit : row.debit),
  credit: (row) => (isMoney(row) ? row.debit : row.credit),
  amount: (row) => amountCell(row.amount),
  buyerId: (row) => row.buyerId,
  document: (row) => row.documentNumber,
  paymentId: (row) => row.receiptId,
  lotId: (row) => row.lotId,
  reason: (row) => row.reason,
  hash: (row) => row.hash,
  id: (row) => row.id,
}

const paymentColumns: Columns<BookedPayment> = {
  at: (row) => row.at,
  kind: (row) => row.kind,
  receivedOn: (row) => row.receivedOn,
  method: (row) => row.method,
  amount: (row) => amountCell(row.amount),
  reference: (row) => row.reference,
  invoice: (row) => row.invoice,
  work: (row) => row.work,
  buyer: (row) => row.buyer?.name ?? null,
  company: (row) => row.buyer?.company ?? null,
  email: (row) => row.buyer?.email ?? null,
  buyerId: (row) => row.buyerId,
  reason: (row) => row.reason,
  paymentId: (row) => row.paymentId,
  id: (row) => row.id,
}

interface Line {
  of: BookedDocument
  line: BookedLine
}

/** Xero has one kind of row; a negative quantity marks a credit note. */
const signed = ({ of }: Line, amount: number) => amountCell(of.kind === 'credit_note' ? -amount : amount)
/** '2026-11-21' → '21/11/2026', as British programs read it. */
const british = (day: string | null) => day?.split('-').toReversed().join('/') ?? null
const customer = ({ of: { buyer } }: Line) => buyer.company ?? buyer.name
const addressOf = ({ of: { buyer } }: Line): string[] => (buyer.address ?? '').split('\n').filter((text) => text.trim() !== '')
const addressLine = (row: Line, place: number) => (place < 3 ? (addressOf(row)[place] ?? '') : addressOf(row).slice(place).join(', '))

const taxNames: Record<'xero' | 'quickbooks' | 'sage', (percent: number) => Record<VatCode, string>> = {
  xero: (percent) => ({ standard: `${percent}% (VAT on Income)`, zero: 'Zero Rated Income', outside: 'No VAT' }),
  quickbooks: (percent) => ({ standard: `${percent.toFixed(1)}% S`, zero: '0.0% Z', outside: 'No VAT' }),
  sage: () => ({ standard: 'T1', zero: 'T0', outside: 'T9' }),
}
const tax = (program: keyof typeof taxNames, { line: { vatCode, vatPercent } }: Line) => taxNames[program](vatPercent)[vatCode]

/** Amounts include VAT: choose 'Tax inclusive' on import. 200 is Xero's account of sales. */
const xeroColumns: Columns<Line> = {
  '*ContactName': customer,
  EmailAddress: ({ of }) => of.buyer.email,
  POAddressLine1: (row) => addressLine(row, 0),
  POAddressLine2: (row) => addressLine(row, 1),
  POAddressLine3: (row) => addressLine(row, 2),
  POAddressLine4: (row) => addressLine(row, 3),
  POCity: () => null,
  PORegion: () => null,
  POPostalCode: () => null,
  POCountry: ({ of }) => of.buyer.country,
  '*InvoiceNumber': ({ of }) => of.number,
  Reference: ({ of }) => of.ofNumber,
  '*InvoiceDate': ({ of }) => british(of.issuedOn),
  '*DueDate': ({ of }) => british(of.dueOn ?? of.issuedOn),
  Total: (row) => signed(row, row.of.total),
  InventoryItemCode: () => null,
  '*Description': ({ line }) => line.description,
  '*Quantity': (row) => signed(row, asCounted(row.line).quantity),
  '*UnitAmount': ({ line }) => amountCell(asCounted(line).price),
  Discount: () => null,
  '*AccountCode': () => '200',
  '*TaxType': (row) => tax('xero', row),
  TaxAmount: (row) => signed(row, row.line.vat),
  TrackingName1: () => null,
  TrackingOption1: () => null,
  TrackingName2: () => null,
  TrackingOption2: () => null,
  Currency: () => 'EUR',
}

const quickbooksLine: Columns<Line> = {
  Memo: ({ of }) => of.reason,
  'Item(Product/Service)': () => 'Services',
  ItemDescription: ({ line }) => line.description,
  ItemQuantity: ({ line }) => amountCell(asCounted(line).quantity),
  ItemRate: ({ line }) => amountCell(asCounted(line).price),
  '*ItemAmount': ({ line }) => amountCell(line.total),
  ItemTaxCode: (row) => tax('quickbooks', row),
  ItemTaxAmount: ({ line }) => amountCell(line.vat),
  Currency: () => 'EUR',
}

/** QuickBooks imports invoices and credit notes from two files; a sign only marks lines that lower the document. */
const quickbooksColumns: Record<BookedDocument['kind'], Columns<Line>> = {
  invoice: {
    '*InvoiceNo': ({ of }) => of.number,
    '*Customer': customer,
    '*InvoiceDate': ({ of }) => british(of.issuedOn),
    '*DueDate': ({ of }) => british(of.dueOn ?? of.issuedOn),
    Terms: () => null,
    ...quickbooksLine,
  },
  credit_note: {
    '*CreditNoteNo': ({ of }) => of.number,
    '*Customer': customer,
    '*CreditNoteDate': ({ of }) => british(of.issuedOn),
    ...quickbooksLine,
  },
}

/** True for a line of a credit note, or for an amount billed before. */
const takesAway = ({ of, line }: Line) => (of.kind === 'credit_note') !== line.total < 0

/** Sage allows eight characters. A non-hexadecimal letter keeps spreadsheets from taking '00123456' or '37857E82' for numbers. */
const sageReference = (buyerId: string | null) => `U${(buyerId ?? '').replaceAll('-', '').slice(-7).toUpperCase()}`

/** 4000 is Sage's account of sales. Sage takes no sign, so a deducting line has a type of its own. */
const sageColumns: Columns<Line> = {
  Type: (row) => (takesAway(row) ? 'SC' : 'SI'),
  'Account Reference': ({ of }) => sageReference(of.buyerId),
  'Nominal A/C Ref': () => '4000',
  'Department Code': () => '0',
  Date: ({ of }) => british(of.issuedOn),
  Reference: ({ of }) => of.number.slice(0, 30),
  Details: ({ line }) => line.description.replaceAll(/\s+/g, ' ').slice(0, 60),
  'Net Amount': ({ line }) => amountCell(Math.abs(line.net)),
  'Tax Code': (row) => tax('sage', row),
  'Tax Amount': ({ line }) => amountCell(Math.abs(line.vat)),
  // Euro for one pound.
  'Exchange Rate': ({ of: { rateSterling } }) => (rateSterling === null || rateSterling <= 0 ? null : rateCell(1 / rateSterling)),
}

/** The audit trail's customers with their newest details, in Sage's form. */
const sageCustomerColumns: Columns<BookedDocument> = {
  'Account Reference': ({ buyerId }) => sageReference(buyerId),
  'Account Name': ({ buyer }) => (buyer.company ?? buyer.name).slice(0, 60),
  'Street 1': ({ buyer }) => lineOf(buyer.address, 0),
  'Street 2': ({ buyer }) => lineOf(buyer.address, 1),
  Town: ({ buyer }) => lineOf(buyer.address, 2),
  County: ({ buyer }) => lineOf(buyer.address, 3),
  Postcode: ({ buyer }) => (buyer.address ?? '').split('\n').slice(4).join(', ').slice(0, 60),
  'Contact Name': ({ buyer }) => buyer.name.slice(0, 30),
  Email: ({ buyer }) => buyer.email,
  'VAT Registration Number': ({ buyer }) => buyer.vatNumber,
  Country: ({ buyer }) => buyer.country,
}
const lineOf = (address: string | null, place: number) => ((address ?? '').split('\n')[place] ?? '').slice(0, 60)

async function* lastOfEach(pages: AsyncIterable<BookedDocument[]>): AsyncGenerator<BookedDocument[]> {
  const last = new Map<string, BookedDocument>()
  for await (const page of pages)
    for (const { lines: _lines, ...document } of page) if (document.buyerId) last.set(document.buyerId, { ...document, lines: [] })
  yield [...last.values()]
}

async function* rowsOf<Row>(pages: AsyncIterable<readonly Row[]>, columns: Columns<Row>): AsyncGenerator<CsvRow[]> {
  const cells = Object.values(columns)
  for await (const page of pages) yield page.map((row) => cells.map((cell) => cell(row)))
}

async function* linesOf(pages: AsyncIterable<BookedDocument[]>, kind?: BookedDocument['kind']): AsyncGenerator<Line[]> {
  for await (const page of pages)
    yield page.filter((of) => kind === undefined || of.kind === kind).flatMap((of) => of.lines.map((line) => ({ of, line })))
}

const table = <Row>(pages: AsyncIterable<readonly Row[]>, columns: Columns<Row>): CsvTable => ({
  header: Object.keys(columns),
  pages: rowsOf(pages, columns),
})

/** @param part 1-based, of a book that is split into files */
export const book: Record<BookName, (services: Pick<Services, 'db' | 'businessTimeZone'>, period: BookPeriod, part?: number) => CsvTable> =
  {
    documents: (services, period) => table(bookedDocuments(services, period), documentColumns),
    payments: (services, period) => table(bookedPayments(services, period), paymentColumns),
    entries: (services, period) => table(bookedEntries(services, period), entryColumns),
    xero: (services, period, part = 1) =>
      table(linesOf(documentsOfPart(bookedDocuments(services, period), { part, size: documentsOfFile.xero ?? 500 })), xeroColumns),
    quickbooks: (services, period) => table(linesOf(bookedDocuments(services, period), 'invoice'), quickbooksColumns.invoice),
    'quickbooks-credit-notes': (services, period) =>
      table(linesOf(bookedDocuments(services, period), 'credit_note'), quickbooksColumns.credit_note),
    sage: (services, period) => table(linesOf(bookedDocuments(services, period)), sageColumns),
    'sage-customers': (services, period) => table(lastOfEach(bookedDocuments(services, period)), sageCustomerColumns),
  }
