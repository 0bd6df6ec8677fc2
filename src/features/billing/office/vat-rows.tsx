import Link from 'next/link'
import { RecordSection } from '~/components/layouts/record-page'
import { Badge } from '~/components/ui/badge'
import { EntryTable } from '~/components/ui/entry-table'
import type { VatDocument, VatPurchase, VatReturn } from '~/contracts/billing/vat-return'
import { formatSterling } from '~/lib/currency'
import { formatShortDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { invoicePageOf } from '~/lib/records'

const pounds = (amount: number | null) =>
  amount === null ? (
    <span className="text-warn-ink">No rate</span>
  ) : (
    <span className="whitespace-nowrap tabular-nums">{formatSterling(amount)}</span>
  )

const documentColumns = [
  { header: 'Tax point', cell: ({ day }: VatDocument) => <span className="whitespace-nowrap">{formatShortDay(day)}</span> },
  {
    header: 'Document',
    cell: ({ id, number, isCorrection }: VatDocument) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <Link href={invoicePageOf(id)} prefetch={false} className="font-medium underline underline-offset-4">
          {number}
        </Link>
        {isCorrection && <Badge tone="warn">Correction</Badge>}
      </span>
    ),
  },
  { header: 'Buyer', cell: ({ buyer }: VatDocument) => <span className="wrap-anywhere">{buyer}</span> },
  {
    header: 'Rate',
    align: 'end' as const,
    cell: ({ rate }: VatDocument) => <span className="tabular-nums">{rate?.toFixed(6) ?? '–'}</span>,
  },
  { header: 'Without VAT (box 6)', align: 'end' as const, cell: ({ netSterling }: VatDocument) => pounds(netSterling) },
  { header: 'VAT (box 1)', align: 'end' as const, cell: ({ vatSterling }: VatDocument) => pounds(vatSterling) },
  { header: 'Outside the scope', align: 'end' as const, cell: ({ outsideSterling }: VatDocument) => pounds(outsideSterling) },
]

const More = ({ shown, counted }: { shown: number; counted: number }) =>
  shown < counted && (
    <p className="text-sm text-ink-muted">
      The first {shown.toLocaleString('en-GB')} of {counted.toLocaleString('en-GB')}; the CSV file has all.
    </p>
  )

export function VatDocuments({ found: { documents, counted } }: { found: VatReturn }) {
  return (
    <RecordSection title={`Invoices and credit notes (${counted.documents.toLocaleString('en-GB')})`}>
      <div className="flex flex-col gap-3 p-5 sm:px-6">
        {documents.length === 0 ? (
          <p className="text-sm text-ink-muted">None in this quarter.</p>
        ) : (
          <EntryTable label="Invoices and credit notes" rows={documents} rowId={({ id }) => id} columns={documentColumns} />
        )}
        <More shown={documents.length} counted={counted.documents} />
      </div>
    </RecordSection>
  )
}

const purchaseColumns = [
  { header: 'Day', cell: ({ day }: VatPurchase) => <span className="whitespace-nowrap">{formatShortDay(day)}</span> },
  { header: 'Trade-in', cell: ({ number }: VatPurchase) => <span className="font-medium wrap-anywhere">{number}</span> },
  { header: 'From', cell: ({ isBusiness }: VatPurchase) => (isBusiness ? 'A business' : 'A private person') },
  {
    header: 'Credit',
    align: 'end' as const,
    cell: ({ amount }: VatPurchase) => <span className="tabular-nums">{formatEuro(amount)}</span>,
  },
  {
    header: 'Rate',
    align: 'end' as const,
    cell: ({ rate }: VatPurchase) => <span className="tabular-nums">{rate?.toFixed(6) ?? '–'}</span>,
  },
  { header: 'In box 7', align: 'end' as const, cell: ({ sterling }: VatPurchase) => pounds(sterling) },
]

export function VatPurchases({ found: { purchases, counted } }: { found: VatReturn }) {
  if (purchases.length === 0) return null
  return (
    <RecordSection title={`Machines taken in for store credit (${counted.purchases.toLocaleString('en-GB')})`}>
      <div className="flex flex-col gap-3 p-5 sm:px-6">
        <p className="text-sm text-ink-muted">
          No VAT is reclaimed on them. Where a business has given you a VAT invoice for a machine, add its VAT to box 4 and take it off box
          7.
        </p>
        <EntryTable label="Machines taken in for store credit" rows={purchases} rowId={({ id }) => id} columns={purchaseColumns} />
        <More shown={purchases.length} counted={counted.purchases} />
      </div>
    </RecordSection>
  )
}
