import type { Invoice, InvoiceLine } from '~/contracts/billing/invoices'
import { asCounted, netPriceOfOne } from '~/contracts/billing/line-price'
import type { Payee } from '~/contracts/billing/seller'
import { sumOfTaxed, toCents, vatLabels } from '~/contracts/billing/vat'
import { formatDay } from '~/lib/instant'
import { branch, leaf } from '~/server/platform/xml/write-xml'
import { isParticipant, ublParties, VAT_SCHEME } from './ubl-party'

/** UBL 2.1 by EN 16931, or Peppol BIS Billing 3 if both are in its network; rules: https://docs.peppol.eu/poacc/billing/3.0/rules */

const EN_16931 = 'urn:cen.eu:en16931:2017'
const PEPPOL = `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
const PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'
/** UNTDID 1001: a prepayment invoice, an invoice, a credit note. */
const typeOf = ({ kind, purpose }: Invoice) => (kind === 'credit_note' ? '381' : purpose === 'deposit' ? '386' : '380')
const ONE = 'C62'
const CREDIT_TRANSFER = '30'

const money = (name: string, amount: number, currencyID = 'EUR') => leaf(name, (amount + 0).toFixed(2), { currencyID })
const decimals = new Intl.NumberFormat('en-GB', { useGrouping: false, maximumFractionDigits: 8 })
const plain = (value: number) => decimals.format(value)

/** UNCL 5305. */
type Category = 'S' | 'Z' | 'E' | 'O'

/** 'Not subject to VAT' must stand alone (BR-O-11 to 14): beside other categories it becomes exempt. */
const categoryOf = ({ vatCode, vatPercent }: InvoiceLine, isOutside: boolean): Category =>
  vatCode === 'outside' ? (isOutside ? 'O' : 'E') : vatPercent === 0 ? 'Z' : 'S'

const taxCategory = (name: string, category: Category, percent: number, reason: readonly string[] = []) =>
  branch(name, [leaf('cbc:ID', category), category === 'O' ? '' : leaf('cbc:Percent', plain(percent)), ...reason, VAT_SCHEME])

/** Exemption reasons (BR-E-10, BR-O-10). */
const reasonOf: Record<Category, string[]> = {
  S: [],
  Z: [],
  E: [leaf('cbc:TaxExemptionReason', vatLabels.outside)],
  O: [leaf('cbc:TaxExemptionReasonCode', 'VATEX-EU-O'), leaf('cbc:TaxExemptionReason', vatLabels.outside)],
}

function taxTotals({ lines, vatSterling }: Invoice, isOutside: boolean): string[] {
  const keyOf = (line: InvoiceLine) => `${categoryOf(line, isOutside)} ${line.vatPercent}`
  const firsts = lines.filter((line, place) => lines.findIndex((other) => keyOf(other) === keyOf(line)) === place)
  const subtotals = firsts.map((first) => {
    const { net, vat } = sumOfTaxed(lines.filter((line) => keyOf(line) === keyOf(first)))
    const category = categoryOf(first, isOutside)
    return branch('cac:TaxSubtotal', [
      money('cbc:TaxableAmount', net),
      money('cbc:TaxAmount', vat),
      taxCategory('cac:TaxCategory', category, first.vatPercent, reasonOf[category]),
    ])
  })
  return [
    branch('cac:TaxTotal', [money('cbc:TaxAmount', sumOfTaxed(lines).vat), ...subtotals]),
    vatSterling === null ? '' : branch('cac:TaxTotal', [money('cbc:TaxAmount', vatSterling, 'GBP')]),
  ]
}

/** A deduction has a negative quantity, since no price is below 0 (BR-27). Quantity times price is the amount (R120). */
function lineOf(stored: InvoiceLine, place: number, isNote: boolean, isOutside: boolean): string {
  const line = asCounted(stored)
  return branch(isNote ? 'cac:CreditNoteLine' : 'cac:InvoiceLine', [
    leaf('cbc:ID', String(place + 1)),
    leaf(isNote ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', plain(line.quantity), { unitCode: ONE }),
    money('cbc:LineExtensionAmount', line.net),
    branch('cac:Item', [
      leaf('cbc:Name', line.description) || leaf('cbc:Name', `Line ${place + 1}`),
      taxCategory('cac:ClassifiedTaxCategory', categoryOf(line, isOutside), line.vatPercent),
    ]),
    branch('cac:Price', [leaf('cbc:PriceAmount', plain(netPriceOfOne(line)), { currencyID: 'EUR' })]),
  ])
}

function paymentMeans({ number }: Invoice, { iban, bic, sortCode, accountNumber, accountName }: Payee): string {
  const account = iban ?? accountNumber
  if (account === null) return ''
  return branch('cac:PaymentMeans', [
    leaf('cbc:PaymentMeansCode', CREDIT_TRANSFER),
    leaf('cbc:PaymentID', number),
    branch('cac:PayeeFinancialAccount', [
      leaf('cbc:ID', account),
      leaf('cbc:Name', accountName),
      branch('cac:FinancialInstitutionBranch', [leaf('cbc:ID', iban === null ? sortCode : bic)]),
    ]),
  ])
}

/** One note at most (R002). */
const noteOf = ({ reason, rate }: Invoice) =>
  [reason, rate && `1 EUR = ${rate.sterling.toFixed(6)} GBP on ${formatDay(rate.day)} (${rate.source})`].filter(Boolean).join('. ')

interface Beside {
  payee: Payee
  prepaid: number
}

export function invoiceUbl(invoice: Invoice, { payee, prepaid }: Beside): string {
  const {
    kind,
    number,
    issuedOn,
    dueOn,
    suppliedOn,
    taxPoint: taxDay,
    lines,
    seller,
    buyer,
    of,
    nounNumber,
    vatSterling,
    createdAt,
  } = invoice
  const isNote = kind === 'credit_note'
  const isOutside = lines.every(({ vatCode }) => vatCode === 'outside')
  const isPeppol = isParticipant(seller) && isParticipant(buyer)
  const { net, total } = sumOfTaxed(lines)
  const type = leaf(isNote ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode', typeOf(invoice))
  const note = leaf('cbc:Note', noteOf(invoice))
  const taxPoint = isOutside ? '' : leaf('cbc:TaxPointDate', taxDay ?? suppliedOn)
  const root = isNote ? 'CreditNote' : 'Invoice'
  const paid = Math.min(prepaid, total)
  const document = branch(
    root,
    [
      leaf('cbc:CustomizationID', isPeppol ? PEPPOL : EN_16931),
      leaf('cbc:ProfileID', PROCESS),
      leaf('cbc:ID', number),
      leaf('cbc:IssueDate', issuedOn ?? createdAt.toISOString().slice(0, 10)),
      ...(isNote ? [taxPoint, type, note] : [leaf('cbc:DueDate', dueOn), type, note, taxPoint]),
      leaf('cbc:DocumentCurrencyCode', 'EUR'),
      vatSterling === null ? '' : leaf('cbc:TaxCurrencyCode', 'GBP'),
      leaf('cbc:BuyerReference', nounNumber ?? number),
      of === null
        ? ''
        : branch('cac:BillingReference', [
            branch('cac:InvoiceDocumentReference', [leaf('cbc:ID', of.number), leaf('cbc:IssueDate', of.number && of.issuedOn)]),
          ]),
      ...ublParties(seller, buyer, !isOutside),
      branch('cac:Delivery', [leaf('cbc:ActualDeliveryDate', suppliedOn)]),
      isNote ? '' : paymentMeans(invoice, payee),
      // Required if no due day is named (BR-CO-25).
      branch('cac:PaymentTerms', [
        leaf('cbc:Note', isNote ? `Corrects invoice ${of?.number ?? ''}` : dueOn === null ? 'On receipt' : null),
      ]),
      ...taxTotals(invoice, isOutside),
      branch('cac:LegalMonetaryTotal', [
        money('cbc:LineExtensionAmount', net),
        money('cbc:TaxExclusiveAmount', net),
        money('cbc:TaxInclusiveAmount', total),
        paid > 0 ? money('cbc:PrepaidAmount', paid) : '',
        money('cbc:PayableAmount', toCents(total - paid)),
      ]),
      ...lines.map((line, place) => lineOf(line, place, isNote, isOutside)),
    ],
    { xmlns: `${UBL}${root}-2`, 'xmlns:cac': `${UBL}CommonAggregateComponents-2`, 'xmlns:cbc': `${UBL}CommonBasicComponents-2` },
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`
}
