import { OfficeLink } from '~/components/admin-list/office-link'
import { RecordSection, TABLE_IN_SECTION } from '~/components/layouts/record-page'
import { Badge } from '~/components/ui/badge'
import { EntryTable, type EntryColumn } from '~/components/ui/entry-table'
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

const documentColumns: EntryColumn<VatDocument>[] = [
  {
    header: 'Document',
    cell: ({ id, number, isCorrection }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <OfficeLink href={invoicePageOf(id)} className="font-medium underline underline-offset-4">
          {number}
        </OfficeLink>
        {isCorrection && <Badge tone="warn">Correction</Badge>}
      </span>
    ),
  },
  { header: 'Tax point', inBlock: 'opened', cell: ({ day }) => <span className="whitespace-nowrap">{formatShortDay(day)}</span> },
  { header: 'Buyer', cell: ({ buyer }) => <span className="wrap-anywhere">{buyer}</span> },
  {
    header: 'Rate',
    align: 'end',
    inBlock: 'opened',
    cell: ({ rate }) => <span className="tabular-nums">{rate?.toFixed(6) ?? '–'}</span>,
  },
  { header: 'Without VAT (box 6)', align: 'end', inBlock: 'opened', cell: ({ netSterling }) => pounds(netSterling) },
  { header: 'VAT (box 1)', align: 'end', cell: ({ vatSterling }) => pounds(vatSterling) },
  { header: 'Outside the scope', align: 'end', inBlock: 'opened', cell: ({ outsideSterling }) => pounds(outsideSterling) },
]

const More = ({ shown, counted }: { shown: number; counted: number }) =>
  shown < counted && (
    <p className="text-sm text-ink-muted sm:px-3">
      The first {shown.toLocaleString('en-GB')} of {counted.toLocaleString('en-GB')}; the CSV file has all.
    </p>
  )

export function VatDocuments({ found: { documents, counted } }: { found: VatReturn }) {
  return (
    <RecordSection title={`Invoices and credit notes (${counted.documents.toLocaleString('en-GB')})`}>
      <div className={`flex flex-col gap-3 ${TABLE_IN_SECTION}`}>
        {documents.length === 0 ? (
          <p className="pt-4 text-sm text-ink-muted sm:px-3">None in this quarter.</p>
        ) : (
          <EntryTable label="Invoices and credit notes" rows={documents} rowId={({ id }) => id} columns={documentColumns} />
        )}
        <More shown={documents.length} counted={counted.documents} />
      </div>
    </RecordSection>
  )
}

const purchaseColumns: EntryColumn<VatPurchase>[] = [
  { header: 'Day', cell: ({ day }) => <span className="whitespace-nowrap">{formatShortDay(day)}</span> },
  { header: 'Trade-in', cell: ({ number }) => <span className="font-medium wrap-anywhere">{number}</span> },
  { header: 'From', inBlock: 'opened', cell: ({ isBusiness }) => (isBusiness ? 'A business' : 'A private person') },
  {
    header: 'Credit',
    align: 'end',
    cell: ({ amount }) => <span className="tabular-nums">{formatEuro(amount)}</span>,
  },
  {
    header: 'Rate',
    align: 'end',
    inBlock: 'opened',
    cell: ({ rate }) => <span className="tabular-nums">{rate?.toFixed(6) ?? '–'}</span>,
  },
  { header: 'In box 7', align: 'end', cell: ({ sterling }) => pounds(sterling) },
]

export function VatPurchases({ found: { purchases, counted } }: { found: VatReturn }) {
  if (purchases.length === 0) return null
  return (
    <RecordSection title={`Machines taken in for store credit (${counted.purchases.toLocaleString('en-GB')})`}>
      <div className={`flex flex-col gap-3 ${TABLE_IN_SECTION}`}>
        <p className="pt-4 text-sm text-ink-muted sm:px-3">
          No VAT is reclaimed on them. Where a business has given you a VAT invoice for a machine, add its VAT to box 4 and take it off box
          7.
        </p>
        <EntryTable label="Machines taken in for store credit" rows={purchases} rowId={({ id }) => id} columns={purchaseColumns} />
        <More shown={purchases.length} counted={counted.purchases} />
      </div>
    </RecordSection>
  )
}
