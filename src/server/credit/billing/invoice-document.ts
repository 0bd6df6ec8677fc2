import type { Content } from 'pdfmake/interfaces'
import type { Seller } from '~/contracts/credit/buyers'
import { sumOfTaxed, toCents, vatLabels } from '~/contracts/credit/vat'
import { askedFor, type Invoice, type InvoiceLine, type Party } from '~/contracts/credit/invoices'
import { formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import type { PdfDocument } from '~/server/platform/pdf/render-pdf'
import { facts, grid, paragraph, passage, sheet } from '~/server/platform/pdf/sheet'

/** Invoices and credit notes on paper, with what regulation 14 of the VAT Regulations 1995 asks for. */

const sterling = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** How an invoice stands on a day: what changes after it was issued. */
interface Standing {
  /** As '2026-11-26'. */
  day: string
  /** How it can be paid by transfer. */
  seller: Seller
}

const partyLines = ({ name, company, address, country }: Party): string =>
  [company === name ? null : company, name, address, country === 'GB' ? null : country]
    .filter((line) => line !== null && line !== '')
    .join('\n')

const rateOf = ({ vatCode, vatPercent }: InvoiceLine): string =>
  vatCode === 'outside' ? 'Outside the scope' : `${vatPercent.toLocaleString('en-GB')}%`

/** EUR for one, without VAT. */
const netPrice = ({ net, quantity, price, vat }: InvoiceLine): number => (vat === 0 || quantity === 0 ? price : toCents(net / quantity))

const dayOrNull = (day: string | null): string | null => day && formatDay(day)

/** Lines, and their sums. */
function lineTable({ lines, total, net, vat }: Invoice, isRegistered: boolean): Content {
  if (!isRegistered)
    return grid(
      [
        { name: 'Description' },
        { name: 'Quantity', isAmount: true },
        { name: 'Unit price', isAmount: true },
        { name: 'Amount', isAmount: true },
      ],
      lines.map((line) => [line.description, line.quantity.toLocaleString('en-GB'), formatEuro(line.price), formatEuro(line.total)]),
      ['Total', '', '', formatEuro(total)],
    )
  return grid(
    [
      { name: 'Description' },
      ...['Quantity', 'Unit price without VAT', 'VAT rate', 'Net', 'VAT'].map((name) => ({ name, isAmount: true })),
    ],
    lines.map((line) => [
      line.description,
      line.quantity.toLocaleString('en-GB'),
      formatEuro(netPrice(line)),
      rateOf(line),
      formatEuro(line.net),
      formatEuro(line.vat),
    ]),
    ['Total', '', '', '', formatEuro(net), formatEuro(vat)],
  )
}

/** The sums of each rate of VAT. */
function rateTable({ lines }: Invoice): Content {
  const rates = [...new Set(lines.map(rateOf))]
  return grid(
    [{ name: 'VAT summary' }, ...['Rate', 'Net', 'VAT', 'With VAT'].map((name) => ({ name, isAmount: true }))],
    rates.map((rate) => {
      const of = lines.filter((line) => rateOf(line) === rate)
      const { net, vat, total } = sumOfTaxed(of)
      return [of[0] ? vatLabels[of[0].vatCode] : '', rate, formatEuro(net), formatEuro(vat), formatEuro(total)]
    }),
  )
}

const sums = ({ net, vat, total, vatSterling, rate }: Invoice, isRegistered: boolean): Content =>
  facts([
    ['Total without VAT', isRegistered ? formatEuro(net) : null],
    ['Total VAT', isRegistered ? formatEuro(vat) : null],
    ['Total VAT in sterling', vatSterling === null ? null : sterling.format(vatSterling)],
    ['Exchange rate', rate && `1 EUR = ${rate.sterling.toFixed(6)} GBP on ${formatDay(rate.day)} (${rate.source})`],
    ['Total', formatEuro(total)],
  ])

/** The paid part of an invoice by a day, the balance, and how to pay it. */
function standing({ kind, number, paid, storeCredit, credited, dueOn, ...sums }: Invoice, { day, seller }: Standing): Content[] {
  const owed = askedFor(sums)
  if (kind !== 'invoice') return []
  const bank = facts([
    ['Account name', seller.accountName ?? seller.legalName],
    ['Bank', seller.bankName],
    ['IBAN', seller.iban],
    ['BIC', seller.bic],
    ['Sort code', seller.sortCode],
    ['Account number', seller.accountNumber],
    ['Reference', number],
  ])
  return [
    ...passage(
      'Payment',
      [
        `As of ${formatDay(day)}: ${formatEuro(paid)} paid, ${formatEuro(storeCredit)} by store credit, ${formatEuro(credited)} credited, ${formatEuro(owed)} left to pay.`,
        ...(owed > 0 && dueOn !== null ? [`Please pay by ${formatDay(dueOn)}.`] : []),
      ].join('\n'),
    ),
    ...(owed > 0 && (seller.iban !== null || seller.accountNumber !== null) ? [paragraph('By bank transfer, in euro:'), bank] : []),
  ]
}

/** An issued document. All of it is as it was frozen; how it stands comes last, with its day. */
export function invoiceDocument(invoice: Invoice, at: Standing): PdfDocument {
  const { kind, number, seller, buyer, issuedOn, suppliedOn, dueOn, nounNumber, noun, reason, of } = invoice
  const isRegistered = seller.vatNumber !== null
  const issued = dayOrNull(issuedOn) ?? ''
  return sheet({
    letterhead: { companyName: seller.name, addressLines: (seller.address ?? '').split('\n'), email: seller.email ?? '', phone: '' },
    title: kind === 'invoice' ? (isRegistered ? 'VAT invoice' : 'Invoice') : 'Credit note',
    number: number ?? '',
    printedAt: invoice.issuedAt ?? invoice.createdAt,
    printedOn: issued,
    content: [
      facts([
        ['Number', number],
        ['Date of issue', issued],
        [isRegistered ? 'Tax point' : 'Date of supply', dayOrNull(suppliedOn)],
        ['Due', kind === 'invoice' ? dayOrNull(dueOn) : null],
        ['Corrects invoice', kind === 'credit_note' && of ? of.number : null],
        ['For invoice', kind === 'invoice' && of ? of.number : null],
        ['Reason', reason],
        [noun === 'orders' ? 'Order' : 'Repair', nounNumber],
        ['Seller', partyLines({ ...seller, country: null })],
        ['Seller’s VAT number', seller.vatNumber],
        ['Buyer', partyLines(buyer)],
        ['Buyer’s VAT number', buyer.vatNumber],
      ]),
      lineTable(invoice, isRegistered),
      ...(isRegistered ? [rateTable(invoice)] : []),
      sums(invoice, isRegistered),
      ...(isRegistered ? [] : [paragraph('No VAT is charged: the seller is not registered for VAT.')]),
      ...standing(invoice, at),
    ],
  })
}
