import type { ReactNode } from 'react'
import { RecordSection } from '~/components/layouts/record-page'
import { Badge } from '~/components/ui/badge'
import { Container } from '~/components/ui/container'
import { EntryTable } from '~/components/ui/entry-table'
import { LinkButton } from '~/components/ui/link-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { PageHeader } from '~/components/ui/page-header'
import { Skeleton } from '~/components/ui/loading'
import type { OwnOrder, OwnOrderPage } from '~/contracts/cases/own-records'
import { statusTones } from '~/contracts/statuses'
import { CustomerBillCard } from '~/features/billing/bill-parts'
import { OwnOrderPayments } from '~/features/credit/credit-parts'
import { formatDate } from '~/lib/date-text'
import { formatMoney } from '~/lib/currency'
import { paths } from '~/lib/paths'
import { capitalised } from '~/lib/text'
import { trpc } from '~/trpc/client'
import { useOwnChanges } from './account-session'

/** The order with its state and its store credit. */
export function OwnOrder({ number }: { number: string }) {
  const utils = trpc.useUtils()
  const query = trpc.account.order.useQuery({ number })
  useOwnChanges()
  const { data } = query
  return (
    <>
      <PageHeader title={`Order ${number}`} lead="What you have ordered, and where it stands">
        <LinkButton href={`${paths.account}/orders`} variant="secondary" size="sm" className="mt-6">
          All orders
        </LinkButton>
      </PageHeader>
      <Container className="flex flex-col gap-6 py-8 sm:py-10">
        {data ? (
          <>
            <Facts order={data.order} />
            {data.lines.length > 0 && <Lines lines={data.lines} currency={data.order.currency} />}
            {data.bill && (
              <CustomerBillCard
                bill={data.bill}
                payable={{ orderId: data.order.id }}
                buyer="own"
                onChanged={() => void utils.account.order.invalidate({ number })}
              />
            )}
            {(data.credit.payments.length > 0 || data.credit.unpayable === null) && (
              <OwnOrderPayments
                orderId={data.order.id}
                payments={data.credit}
                isOpen={data.order.status === 'pending'}
                onChanged={async () => {
                  await Promise.all([utils.account.order.invalidate({ number }), utils.credit.invalidate()])
                }}
              />
            )}
          </>
        ) : query.isError ? (
          <LoadFailure message="Your order could not be loaded" query={query} />
        ) : (
          <div role="status" aria-label="Loading">
            <Skeleton className="h-64" />
          </div>
        )}
      </Container>
    </>
  )
}

type Line = OwnOrderPage['lines'][number]

function Lines({ lines, currency }: Pick<OwnOrderPage, 'lines'> & Pick<OwnOrder, 'currency'>) {
  return (
    <RecordSection title="What you ordered">
      <div className="p-5 sm:px-6">
        <EntryTable<Line>
          label="What you ordered"
          rows={lines}
          rowId={({ id }) => id}
          columns={[
            {
              header: 'Product',
              cell: ({ title, units }) => (
                <>
                  <span className="block font-medium wrap-anywhere">{title || 'Without a description'}</span>
                  {units.map(({ unitNumber, serialNumber, dispatchedAt }) => (
                    <span key={unitNumber} className="block text-xs wrap-anywhere text-ink-muted">
                      {[unitNumber, serialNumber && `serial number ${serialNumber}`, `sent ${formatDate(dispatchedAt)}`]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  ))}
                </>
              ),
            },
            {
              header: 'Quantity',
              align: 'end',
              cell: ({ quantity, cancelled }) => (
                <>
                  {quantity}
                  {cancelled > 0 && <span className="block text-xs text-ink-muted">{cancelled} cancelled</span>}
                </>
              ),
            },
            { header: 'Price', align: 'end', cell: ({ price }) => formatMoney(price, currency) },
            { header: 'Tax included', align: 'end', cell: ({ tax }) => formatMoney(tax, currency) },
          ]}
        />
      </div>
    </RecordSection>
  )
}

function Facts({ order: { status, totalAmount, currency, createdAt } }: Pick<OwnOrderPage, 'order'>) {
  const facts: [string, ReactNode][] = [
    [
      'Status',
      <Badge key="status" tone={statusTones[status]}>
        {capitalised(status)}
      </Badge>,
    ],
    ['Amount', formatMoney(totalAmount, currency)],
    ['Placed', formatDate(createdAt)],
  ]
  return (
    <RecordSection title="Details">
      <dl className="flex flex-wrap gap-x-10 gap-y-3 p-5 text-sm sm:px-6">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-ink-muted">{name}</dt>
            <dd className="mt-0.5 font-medium text-ink tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </RecordSection>
  )
}
