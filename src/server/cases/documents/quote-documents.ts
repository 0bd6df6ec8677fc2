import { checkItemLabels, checkResultLabels } from '~/contracts/cases/checklist'
import { deductedAmount } from '~/contracts/cases/deductions'
import { lineKindLabels, lineTotal, sumOfLines, type EstimateLine } from '~/contracts/cases/estimates'
import { formatEuro } from '~/lib/money'
import { capitalised } from '~/lib/text'
import { OFFER_VAT } from '~/lib/vat-words'
import { printableLine } from '~/server/platform/pdf/printed-text'
import { renderPdf, type PdfDocument } from '~/server/platform/pdf/render-pdf'
import { facts, grid, paragraph, passage, sheet, type Column } from '~/server/platform/pdf/sheet'
import type { CaseFacts } from './document-templates'

interface Quote {
  facts: CaseFacts
  quoteNumber: number
  validUntil: string | null
}

export interface EstimateQuote extends Quote {
  lines: readonly EstimateLine[]
}

export interface OfferQuote extends Quote {
  grade: string | null
  baseValue: number
  checks: readonly { item: string; result: string; note: string | null }[]
  /** EUR, or per cent of the base value. */
  deductions: readonly { label: string; explanation: string; kind: 'fixed' | 'percent'; amount: number }[]
  /** EUR. */
  finalValue: number
  /** Why the final value differs from grade and deductions. */
  overrideReason: string | null
}

const aboutDevice = ({ facts: of, quoteNumber, validUntil }: Quote, name: string) =>
  facts([
    [name, `${quoteNumber} for ${printableLine(of.number, 60)}`],
    ['Customer', of.customer ? (of.customer.name ?? of.customer.email) : null],
    ['Device', of.device],
    ['Serial number', of.serialNumber],
    ['Valid until', validUntil],
  ])

const howToAnswer = ({ facts: { letterhead, number }, validUntil }: Quote, question: string) =>
  paragraph(
    `${validUntil === null ? '' : `Valid until ${validUntil}. `}${question} Answer with the link in our email, call ${printableLine(letterhead.phone, 60)} or email ${printableLine(letterhead.email, 254)}, and name ${printableLine(number, 60)}.`,
  )

const lineColumns: readonly Column[] = [
  { name: 'Description' },
  { name: 'Kind', isAmount: true },
  { name: 'Quantity', isAmount: true },
  { name: 'Price', isAmount: true },
  { name: 'Amount', isAmount: true },
]

export function estimateDocument(quote: EstimateQuote): PdfDocument {
  const { facts: of, quoteNumber, lines } = quote
  const rows = lines.map((line) => [
    line.label,
    lineKindLabels[line.kind],
    line.quantity.toLocaleString('en-GB'),
    formatEuro(line.price),
    formatEuro(lineTotal(line)),
  ])
  return sheet({
    ...of,
    title: `Estimate ${quoteNumber}`,
    content: [
      aboutDevice(quote, 'Estimate'),
      ...passage('Problem', of.problem),
      grid(lineColumns, rows, ['Total', '', '', '', formatEuro(sumOfLines(lines))]),
      paragraph(of.letterhead.vatNote),
      howToAnswer(quote, 'We start once you have told us to go ahead.'),
    ],
  })
}

const inWords = (value: string, labels: Record<string, string> = {}) =>
  (Object.hasOwn(labels, value) ? labels[value] : undefined) ?? capitalised(printableLine(value).replaceAll('_', ' '))

export function offerDocument(quote: OfferQuote): PdfDocument {
  const { facts: of, quoteNumber, grade, baseValue, checks, deductions, finalValue, overrideReason } = quote
  const found = checks.filter(({ result }) => result !== 'not_checked')
  const off = deductions.map(({ label, explanation, kind, amount }) => [
    explanation.trim() === '' ? label : `${label}: ${explanation}`,
    kind === 'percent' ? `−${amount.toLocaleString('en-GB')}%` : `−${formatEuro(amount)}`,
    `−${formatEuro(deductedAmount(baseValue, { kind, amount }))}`,
  ])
  return sheet({
    ...of,
    title: `Offer ${quoteNumber}`,
    content: [
      aboutDevice(quote, 'Offer'),
      ...(found.length === 0
        ? []
        : [
            grid(
              [{ name: 'Inspected' }, { name: 'Result' }, { name: 'Note' }],
              found.map(({ item, result, note }) => [inWords(item, checkItemLabels), inWords(result, checkResultLabels), note ?? '']),
            ),
          ]),
      grid(
        [{ name: 'Value' }, { name: '', isAmount: true }, { name: 'Amount', isAmount: true }],
        [[grade === null ? 'Value as inspected' : `Value in grade ${inWords(grade)}`, '', formatEuro(baseValue)], ...off],
        ['Our offer, in store credit', '', formatEuro(finalValue)],
      ),
      paragraph(OFFER_VAT),
      ...passage('Why the value differs', overrideReason),
      howToAnswer(quote, 'Please tell us whether you accept it.'),
    ],
  })
}

export const estimatePdf = (quote: EstimateQuote): Promise<Buffer> => renderPdf(estimateDocument(quote))

export const offerPdf = (quote: OfferQuote): Promise<Buffer> => renderPdf(offerDocument(quote))
