import Link from 'next/link'
import { askedFor } from '~/contracts/billing/invoices'
import { Card } from '~/components/ui/card'
import { LinkButton } from '~/components/ui/link-button'
import { formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { paths } from '~/lib/paths'
import { ownInvoicePageOf } from '~/lib/record-paths'
import { trpc } from '~/trpc/client'
import { documentName } from './bill-rows'

/** Invoices named one by one. */
const MOST_NAMED = 3

/** Renders nothing until the debt is known, or without one. */
export function ToPay() {
  const { data } = trpc.invoices.own.useQuery({ isOwed: true, limit: MOST_NAMED })
  if (!data || data.rows.length === 0) return null
  return (
    <section aria-labelledby="to-pay" className="min-w-0">
      <h2 id="to-pay" className="mb-4 text-lg font-semibold text-ink">
        To pay
      </h2>
      <Card className="flex flex-col gap-4">
        <ul className="flex flex-col gap-4">
          {data.rows.map((invoice) => (
            <li key={invoice.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <span className="min-w-0">
                <span className="block text-xl font-semibold text-ink tabular-nums">{formatEuro(askedFor(invoice))}</span>
                <span className="block text-sm wrap-anywhere text-ink-muted">
                  {documentName(invoice)}
                  {invoice.dueOn && `, ${invoice.state === 'overdue' ? 'was due' : 'due'} on ${formatDay(invoice.dueOn)}`}
                </span>
              </span>
              <LinkButton href={ownInvoicePageOf(invoice.id)} size="sm">
                Pay
                <span className="sr-only"> {invoice.number}</span>
              </LinkButton>
            </li>
          ))}
        </ul>
        {data.nextCursor !== null && (
          <Link
            href={`${paths.account}/invoices`}
            prefetch={false}
            className="inline-flex min-h-9 w-fit items-center text-sm font-medium text-ink underline underline-offset-4"
          >
            All invoices
          </Link>
        )}
      </Card>
    </section>
  )
}
