import { MoreButton } from '~/components/ui/more-button'
import { buttonStyles } from '~/components/ui/button-styles'
import { Card } from '~/components/ui/card'
import { EntryTable } from '~/components/ui/entry-table'
import { LinkButton } from '~/components/ui/link-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { onDemand } from '~/components/ui/on-demand'
import { Skeleton } from '~/components/ui/loading'
import type { CreditLot, CreditStatement, CreditStatementEntry } from '~/contracts/credit/statement'
import { statementAddress } from '~/contracts/credit/statement-file'
import { addedTo, causeText, creditEntryLabels, creditKindLabels } from '~/contracts/credit/credit-texts'
import { formatDate } from '~/lib/date-text'
import { formatEuro } from '~/lib/money'
import { paths } from '~/lib/paths'
import { trpc } from '~/trpc/client'
import { ShopTransfers } from './shop-transfers'

const CheckStatement = onDemand(() => import('./check-statement').then((module) => module.CheckStatement))

export function CreditScreen() {
  const statement = trpc.credit.statement.useInfiniteQuery({}, { getNextPageParam: ({ nextCursor }) => nextCursor })
  const [first] = statement.data?.pages ?? []
  if (!first) {
    return statement.isError ? (
      <LoadFailure message="Your store credit could not be loaded" query={statement} />
    ) : (
      <div role="status" aria-label="Loading">
        <Skeleton className="h-96" />
      </div>
    )
  }
  const rows = statement.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <div className="flex flex-col gap-8">
      <Figures statement={first} />
      {first.balance > 0 && (
        <LinkButton href={paths.products} className="self-start">
          Go to the shop
        </LinkButton>
      )}
      <Lots lots={first.lots} />
      <ShopTransfers balance={first.balance} />
      <section aria-labelledby="credit-entries">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 id="credit-entries" className="text-lg font-semibold text-ink">
            Statement
          </h2>
          {rows.length > 0 && (
            <div className="flex flex-wrap gap-2">
              {(['pdf', 'csv'] as const).map((kind) => (
                <a key={kind} href={statementAddress(kind)} download className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
                  Download {kind.toUpperCase()}
                </a>
              ))}
            </div>
          )}
        </div>
        {rows.length === 0 ? (
          <p className="text-ink-muted">No entries yet. Store credit from your trade-ins appears here as soon as they are completed.</p>
        ) : (
          <Card>
            <EntryTable label="Statement" columns={columns} rows={rows} rowId={(entry) => entry.id} />
            <MoreButton query={statement} className="mt-4">
              Show earlier entries
            </MoreButton>
          </Card>
        )}
      </section>
      {rows.length > 0 && <CheckStatement />}
    </div>
  )
}

const columns = [
  { header: 'Date', cell: ({ at }: CreditStatementEntry) => <span className="whitespace-nowrap">{formatDate(at)}</span> },
  { header: 'Entry', cell: ({ kind }: CreditStatementEntry) => creditEntryLabels[kind] },
  { header: 'For', cell: (entry: CreditStatementEntry) => <span className="block wrap-anywhere @xl:min-w-48">{causeText(entry)}</span> },
  { header: 'Available', align: 'end' as const, cell: (entry: CreditStatementEntry) => signed(addedTo('available', entry)) },
  { header: 'Held', align: 'end' as const, cell: (entry: CreditStatementEntry) => signed(addedTo('held', entry)) },
]

const signed = (amount: number) => (amount === 0 ? '' : `${amount > 0 ? '+' : '−'}${formatEuro(Math.abs(amount))}`)

function Figures({ statement: { balance, held, pending } }: { statement: CreditStatement }) {
  const figures = [
    { label: 'Available', amount: balance, hint: 'What you can spend now' },
    { label: 'Held', amount: held, hint: 'For payments that are under way' },
    { label: 'Pending', amount: pending, hint: 'From accepted offers, or waiting for our approval' },
  ]
  return (
    <dl className="grid gap-4 sm:grid-cols-3">
      {figures.map(({ label, amount, hint }) => (
        <Card key={label}>
          <dt className="text-sm font-medium text-ink-muted">{label}</dt>
          <dd className="mt-1 text-2xl font-semibold text-ink tabular-nums">{formatEuro(amount)}</dd>
          <dd className="mt-1 text-sm text-ink-subtle">{hint}</dd>
        </Card>
      ))}
    </dl>
  )
}

/** In the order of expiry, in which credit is spent. */
function Lots({ lots }: { lots: readonly CreditLot[] }) {
  if (lots.length === 0) return null
  return (
    <section aria-labelledby="credit-lots">
      <h2 id="credit-lots" className="mb-3 text-lg font-semibold text-ink">
        What you have
      </h2>
      <Card>
        <ul className="-my-2 divide-y divide-line">
          {lots.map(({ id, kind, available, held, expiresAt }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3 text-sm">
              <span className="text-ink">
                {creditKindLabels[kind]} credit
                <span className="text-ink-muted"> · {expiresAt ? `expires on ${formatDate(expiresAt)}` : 'never expires'}</span>
              </span>
              <span className="font-medium text-ink tabular-nums">
                {formatEuro(available)}
                {held > 0 && <span className="font-normal text-ink-muted"> and {formatEuro(held)} held</span>}
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <p className="mt-2 text-sm text-ink-subtle">
        You spend the credit that expires soonest first. We never pay store credit out in cash.
      </p>
    </section>
  )
}
