import { OfficeLink } from '~/components/admin-list/office-link'
import { MoreButton } from '~/components/ui/more-button'
import { SumList } from '~/components/admin-list/sum-list'
import { RecordSection } from '~/components/layouts/record-page'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { formatShortDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { invoicePageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { documentName, documentTitle, InvoiceBadge } from './invoice-text'

/** Rows at first, and added by each press. */
const SHOWN = 10

export function CustomerInvoices({ id }: { id: string }) {
  const account = trpc.invoices.account.useQuery({ userId: id })
  const invoices = trpc.invoices.list.useInfiniteQuery({ userId: id, limit: SHOWN }, { getNextPageParam: (page) => page.nextCursor })
  const rows = invoices.data?.pages.flatMap((page) => page.rows) ?? []
  const sums = account.data && [
    { label: 'Owed', amount: account.data.owed },
    { label: 'Overdue', amount: account.data.overdue },
    { label: 'On account', amount: account.data.onAccount },
  ]
  return (
    <RecordSection title="Invoices">
      {sums && rows.length > 0 && <SumList sums={sums} className="border-b border-line px-5 py-4 sm:px-6" />}
      <div className="px-5 py-2 sm:px-6">
        {invoices.isError && !invoices.data && <LoadFailure message="Failed to fetch invoices" query={invoices} />}
        {!invoices.data && !invoices.isError && <Skeleton className="my-3 h-16" />}
        {invoices.data && rows.length === 0 && <p className="py-3 text-sm text-ink-subtle">No invoices</p>}
        {rows.length > 0 && (
          <ul aria-label="Invoices" className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 text-sm">
                <span className="min-w-0 flex-1 basis-48">
                  <OfficeLink href={invoicePageOf(row.id)} className="font-medium wrap-anywhere text-ink underline underline-offset-4">
                    {documentTitle(row)}
                  </OfficeLink>
                  <span className="block wrap-anywhere text-ink-muted">
                    {[documentName(row), row.nounNumber, row.issuedOn && formatShortDay(row.issuedOn)].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <span className="whitespace-nowrap text-ink tabular-nums">
                  {formatEuro(row.kind === 'credit_note' ? -row.total : row.total)}
                </span>
                <InvoiceBadge row={row} />
              </li>
            ))}
          </ul>
        )}
        <MoreButton query={invoices} variant="ghost" className="my-2">
          Show more
        </MoreButton>
      </div>
    </RecordSection>
  )
}
