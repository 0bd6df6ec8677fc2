import Link from 'next/link'
import { MoreButton } from '~/components/ui/more-button'
import { Card } from '~/components/ui/card'
import { LinkButton } from '~/components/ui/link-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { askedFor, ownInvoiceFile, type InvoiceRow } from '~/contracts/billing/invoices'
import { records } from '~/contracts/records'
import { formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { ownInvoicePageOf } from '~/lib/record-paths'
import { capitalised } from '~/lib/text'
import { trpc } from '~/trpc/client'
import { documentName, InvoiceBadge } from './bill-rows'
import { BuyerSection } from './buyer-form'

export function OwnInvoices() {
  const query = trpc.invoices.own.useInfiniteQuery({}, { getNextPageParam: ({ nextCursor }) => nextCursor })
  const rows = query.data?.pages.flatMap((page) => page.rows)
  return (
    <div className="flex flex-col gap-10">
      {rows ? (
        <Rows rows={rows} />
      ) : query.isError ? (
        <LoadFailure message="Your invoices could not be loaded" query={query} />
      ) : (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-64" />
        </div>
      )}
      <MoreButton query={query} className="self-start">
        Show earlier ones
      </MoreButton>
      {/* Shown with the invoices, which would move it. */}
      {(rows ?? query.isError) && (
        <section aria-labelledby="billing-details">
          <h2 id="billing-details" className="mb-4 text-lg font-semibold text-ink">
            Billing details
          </h2>
          <Card>
            <BuyerSection source="own" lead="They stand on the invoices that we write from now on. Earlier ones stay as they are." />
          </Card>
        </section>
      )}
    </div>
  )
}

function Rows({ rows }: { rows: readonly InvoiceRow[] }) {
  if (rows.length === 0)
    return (
      <Card>
        <p className="text-ink-muted">You have no invoices yet. We write one for each order, and for a repair when it is done.</p>
      </Card>
    )
  return (
    <ul aria-label="Invoices" className="flex flex-col gap-3">
      {rows.map((invoice) => (
        <li key={invoice.id} className="rounded-card border border-line bg-surface p-5 shadow-card">
          <Row invoice={invoice} />
        </li>
      ))}
    </ul>
  )
}

export const subjectOf = ({ noun, nounNumber }: Pick<InvoiceRow, 'noun' | 'nounNumber'>): string | null =>
  noun === null || nounNumber === null ? null : `${capitalised(records[noun].one)} ${nounNumber}`

function Row({ invoice }: { invoice: InvoiceRow }) {
  const { id, kind, number, issuedOn, dueOn, total } = invoice
  const owed = askedFor(invoice)
  const isOwed = kind === 'invoice' && owed > 0
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-3">
          <Link href={ownInvoicePageOf(id)} prefetch={false} className="font-semibold wrap-anywhere text-ink underline underline-offset-4">
            {documentName(invoice)}
          </Link>
          <InvoiceBadge invoice={invoice} />
        </p>
        <p className="text-sm wrap-anywhere text-ink-muted">
          {[subjectOf(invoice), issuedOn && formatDay(issuedOn)].filter(Boolean).join(' · ')}
        </p>
        {isOwed && (
          <p className="text-sm text-ink-muted">
            {formatEuro(owed)} left to pay{dueOn && `, due on ${formatDay(dueOn)}`}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <span className="font-medium text-ink tabular-nums">{formatEuro(kind === 'credit_note' ? -total : total)}</span>
        <a
          href={ownInvoiceFile(id)}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-9 items-center text-sm font-medium text-ink underline underline-offset-4"
        >
          PDF
          <span className="sr-only"> of {number} (opens in a new tab)</span>
        </a>
        {isOwed && (
          <LinkButton href={ownInvoicePageOf(id)} size="sm">
            Pay
            <span className="sr-only"> {number}</span>
          </LinkButton>
        )}
      </div>
    </div>
  )
}
