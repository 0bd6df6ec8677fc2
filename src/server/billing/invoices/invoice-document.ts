import type { Content } from 'pdfmake/interfaces'
import { asCounted, netPriceOfOne } from '~/contracts/billing/line-price'
import type { Seller } from '~/contracts/billing/seller'
import { sumOfTaxed, vatLabels } from '~/contracts/billing/vat'
import { askedFor, type Invoice, type InvoiceLine, type Party } from '~/contracts/billing/invoices'
import { formatSterling } from '~/lib/currency'
import { formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { formatUnitPrice } from '~/lib/unit-price'
import { sellerLetterhead } from './invoice-parties'
import type { PdfDocument } from '~/server/platform/pdf/render-pdf'
import { beside, block, facts, grid, paragraph, passage, sheet, together } from '~/server/platform/pdf/sheet'

/** Has what regulation 14 of the VAT Regulations 1995 asks for. */

interface Standing {
  /** As '2026-11-26'. */
  day: string
  /** Has the account for transfers. */
  seller: Seller
}

const countries = new Intl.DisplayNames('en-GB', { type: 'region' })
/** Resolves an ISO 3166 code of two letters; plain SQL may have stored other text, which stays. */
const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code)

const partyLines = ({ name, company, address, country }: Party): string =>
  [company === name ? null : company, name, address, country === null || country === 'GB' ? null : countryName(country)]
    .filter((line) => line !== null && line !== '')
    .join('\n')

const rateOf = ({ vatCode, vatPercent }: InvoiceLine): string =>
  vatCode === 'outside' ? 'Outside the scope' : `${vatPercent.toLocaleString('en-GB')}%`

/** Points. */
const HALF_NAME = 92

const dayOrNull = (day: string | null): string | null => day && formatDay(day)

function lineTable({ lines: stored, total, net, vat }: Invoice, isRegistered: boolean): Content {
  const lines = stored.map(asCounted)
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
      formatUnitPrice(netPriceOfOne(line)),
      rateOf(line),
      formatEuro(line.net),
      formatEuro(line.vat),
    ]),
    ['Total', '', '', '', formatEuro(net), formatEuro(vat)],
  )
}

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

const sums = ({ net, vat, total, vatSterling, rate }: Invoice): Content =>
  facts([
    ['Total without VAT', formatEuro(net)],
    ['Total VAT', formatEuro(vat)],
    ['Total VAT in sterling', vatSterling === null ? null : formatSterling(vatSterling)],
    ['Exchange rate', rate && `1 EUR = ${rate.sterling.toFixed(6)} GBP on ${formatDay(rate.day)} (${rate.source})`],
    ['Total', formatEuro(total)],
  ])

/** The paid part by a day, the balance, and how to pay it. */
function standing({ kind, number, paid, storeCredit, credited, dueOn, ...sums }: Invoice, { day, seller }: Standing): Content[] {
  const owed = askedFor(sums)
  const { promised } = sums
  if (kind !== 'invoice') return []
  const account = [
    ['Account name', seller.accountName ?? seller.legalName],
    ['Bank', seller.bankName],
    ['Reference', number],
  ] as const
  const numbers = [
    ['IBAN', seller.iban],
    ['BIC', seller.bic],
    ['Sort code', seller.sortCode],
    ['Account number', seller.accountNumber],
  ] as const
  const bank = beside(facts(account, HALF_NAME), facts(numbers, HALF_NAME))
  const parts = [
    ...passage(
      'Payment',
      [
        `As of ${formatDay(day)}: ${formatEuro(paid)} paid, ${formatEuro(storeCredit)} by store credit,${promised > 0 ? ` ${formatEuro(promised)} of store credit put aside,` : ''} ${formatEuro(credited)} credited, ${formatEuro(owed)} left to pay.`,
        ...(owed > 0 && dueOn !== null ? [`Please pay by ${formatDay(dueOn)}.`] : []),
      ].join('\n'),
    ),
    ...(owed > 0 && (seller.iban !== null || seller.accountNumber !== null) ? [paragraph('By bank transfer, in euro:'), bank] : []),
  ]
  return [together(...parts)]
}

/** Of the corrected invoice (VAT Regulations 1995, regulation 15C). */
const numberAndDay = ({ number, issuedOn }: NonNullable<Invoice['of']>): string =>
  [number ?? '', ...(issuedOn ? [`of ${formatDay(issuedOn)}`] : [])].join('\n')

export function invoiceDocument(invoice: Invoice, at: Standing): PdfDocument {
  const { kind, number, seller, buyer, issuedOn, suppliedOn, taxPoint, dueOn, nounNumber, noun, reason, of } = invoice
  const isRegistered = seller.vatNumber !== null
  const issued = dayOrNull(issuedOn) ?? ''
  return sheet({
    letterhead: sellerLetterhead(seller),
    title: kind === 'invoice' ? (isRegistered ? 'VAT invoice' : 'Invoice') : 'Credit note',
    number: number ?? '',
    printedAt: invoice.issuedAt ?? invoice.createdAt,
    printedOn: issued,
    content: [
      beside(
        block('Buyer', [partyLines(buyer), ...(buyer.vatNumber === null ? [] : [`VAT number ${buyer.vatNumber}`])].join('\n')),
        facts(
          [
            ['Date of issue', issued],
            ['Tax point', isRegistered ? dayOrNull(taxPoint ?? suppliedOn) : null],
            ['Date of supply', isRegistered && (taxPoint ?? suppliedOn) === suppliedOn ? null : dayOrNull(suppliedOn)],
            ['Due', kind === 'invoice' ? dayOrNull(dueOn) : null],
            ['Corrects invoice', kind === 'credit_note' && of ? numberAndDay(of) : null],
            ['For invoice', kind === 'invoice' && of ? numberAndDay(of) : null],
            [noun === 'orders' ? 'Order' : 'Repair', nounNumber],
            ['Seller’s VAT no.', seller.vatNumber],
          ],
          HALF_NAME,
        ),
      ),
      ...passage('Reason', reason),
      lineTable(invoice, isRegistered),
      ...(isRegistered
        ? [together(rateTable(invoice), sums(invoice))]
        : [paragraph('No VAT is charged: the seller is not registered for VAT.')]),
      ...standing(invoice, at),
    ],
  })
}
