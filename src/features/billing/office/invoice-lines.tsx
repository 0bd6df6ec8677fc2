import { RecordSection } from '~/components/layouts/record-page'
import { EntryTable } from '~/components/ui/entry-table'
import type { Invoice, InvoiceLine } from '~/contracts/billing/invoices'
import { asCounted } from '~/contracts/billing/line-price'
import { vatLabels } from '~/contracts/billing/vat'
import { formatDay } from '~/lib/instant'
import { formatSterling } from '~/lib/currency'
import { formatEuro } from '~/lib/money'

const vatText = ({ vatCode, vatPercent }: InvoiceLine) => (vatCode === 'outside' ? vatLabels.outside : `${vatPercent}%`)
/** Sellers without a VAT number show no VAT. */
const hasVat = ({ seller }: Invoice) => seller.vatNumber !== null

export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const { lines, net, vat, total, vatSterling, rate } = invoice
  const sums = [
    ...(hasVat(invoice)
      ? [
          { label: 'Net', value: formatEuro(net) },
          { label: 'VAT', value: vatSterling === null ? formatEuro(vat) : `${formatEuro(vat)} (${formatSterling(vatSterling)})` },
        ]
      : []),
    { label: 'Total', value: formatEuro(total) },
  ]
  return (
    <RecordSection title="Lines">
      <div className="p-5 sm:px-6">
        {lines.length === 0 ? (
          <p className="text-sm text-ink-subtle">Nothing is billed yet</p>
        ) : (
          <EntryTable
            label="Lines"
            rows={lines.map(asCounted)}
            rowId={(line) => line.id}
            columns={[
              {
                header: 'Description',
                cell: (line) => (
                  <span className="wrap-anywhere">
                    {line.description}
                    {line.credited > 0 && <span className="block text-xs text-ink-muted">{formatEuro(line.credited)} of it credited</span>}
                  </span>
                ),
              },
              { header: 'Quantity', align: 'end', cell: ({ quantity }) => quantity },
              { header: 'Price', align: 'end', inBlock: 'opened', cell: ({ price }) => formatEuro(price) },
              ...(hasVat(invoice) ? [{ header: 'VAT', align: 'end' as const, inBlock: 'opened' as const, cell: vatText }] : []),
              { header: 'Amount', align: 'end', cell: (line) => formatEuro(line.total) },
            ]}
          />
        )}
        <dl className="mt-4 ml-auto flex w-full max-w-72 flex-col gap-1 border-t border-line pt-3 text-sm">
          {sums.map(({ label, value }, index) => (
            <div
              key={label}
              className={`flex justify-between gap-4 ${index === sums.length - 1 ? 'font-semibold text-ink' : 'text-ink-muted'}`}
            >
              <dt>{label}</dt>
              <dd className="tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        {rate && (
          <p className="mt-3 text-xs text-ink-subtle">
            VAT in sterling at {rate.sterling} for one euro, {rate.source}, {formatDay(rate.day)}
          </p>
        )}
      </div>
    </RecordSection>
  )
}
