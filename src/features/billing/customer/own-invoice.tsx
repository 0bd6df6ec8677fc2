import Link from 'next/link'
import type { ReactNode } from 'react'
import { isMissing } from '~/components/form/server-errors'
import { RecordSection } from '~/components/layouts/record-page'
import { buttonStyles } from '~/components/ui/button-styles'
import { Container } from '~/components/ui/container'
import { EntryTable } from '~/components/ui/entry-table'
import { LinkButton } from '~/components/ui/link-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { PageHeader } from '~/components/ui/page-header'
import { askedFor, isPromised, ownInvoiceFile, type Invoice, type InvoiceLine } from '~/contracts/billing/invoices'
import { asCounted } from '~/contracts/billing/line-price'
import { formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { paths } from '~/lib/paths'
import { ownInvoicePageOf, ownPageOf } from '~/lib/record-paths'
import { trpc } from '~/trpc/client'
import { documentName, InvoiceBadge } from './bill-rows'
import { subjectOf } from './own-invoices'
import { PaidNote } from './paid-note'
import { Pay } from './pay'

export function OwnInvoice({ id }: { id: string }) {
  const query = trpc.invoices.ownById.useQuery({ id })
  const { data } = query
  return (
    <>
      <PageHeader title={data ? <Title invoice={data} /> : 'Invoice'} lead={(data && subjectOf(data)) ?? 'What you were billed for'}>
        <LinkButton href={`${paths.account}/invoices`} variant="secondary" size="sm" className="mt-6">
          All invoices
        </LinkButton>
      </PageHeader>
      <Container className="flex flex-col gap-6 py-8 sm:py-10">
        {data ? (
          <Document invoice={data} />
        ) : query.isError ? (
          <LoadFailure message={isMissing(query.error) ? 'There is no such invoice' : 'Your invoice could not be loaded'} query={query} />
        ) : (
          <div role="status" aria-label="Loading">
            <Skeleton className="h-64" />
          </div>
        )}
      </Container>
    </>
  )
}

/** Keeps the number on one line where it fits. */
const Title = ({ invoice }: { invoice: Invoice }) => (
  <>
    {documentName({ ...invoice, number: null })} {invoice.number !== null && <span className="inline-block">{invoice.number}</span>}
  </>
)

function Document({ invoice }: { invoice: Invoice }) {
  const { id, kind } = invoice
  const owed = askedFor(invoice)
  return (
    <>
      <RecordSection title="Details">
        <div className="flex flex-col items-start gap-5 p-5 sm:px-6">
          <Facts invoice={invoice} />
          {isPromised(invoice) && <p className="text-ink">Your store credit pays this, and nothing else is left to pay.</p>}
          <PaidNote due={owed} payments={[]} />
          {kind === 'invoice' && owed > 0 && <Pay payable={{ invoiceId: id }} amount={owed} />}
          <div className="flex flex-wrap gap-3">
            <a
              href={ownInvoiceFile(id)}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonStyles({ variant: 'secondary', size: 'sm' })}
            >
              Open the PDF file
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
            <a href={ownInvoiceFile(id, 'ubl')} className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
              E-invoice (XML)
            </a>
          </div>
        </div>
      </RecordSection>
      <RecordSection title="What it is for">
        <div className="p-5 sm:px-6">
          <EntryTable<InvoiceLine> label="What it is for" rows={invoice.lines.map(asCounted)} rowId={(line) => line.id} columns={columns} />
        </div>
      </RecordSection>
      <Following invoice={invoice} />
    </>
  )
}

const columns = [
  { header: 'Description', cell: ({ description }: InvoiceLine) => <span className="wrap-anywhere">{description}</span> },
  { header: 'Quantity', align: 'end' as const, cell: ({ quantity }: InvoiceLine) => quantity },
  { header: 'Price', align: 'end' as const, cell: ({ price }: InvoiceLine) => formatEuro(price) },
  {
    header: 'VAT',
    align: 'end' as const,
    cell: ({ vatCode, vatPercent, vat }: InvoiceLine) => (vatCode === 'outside' ? '' : `${formatEuro(vat)} (${vatPercent}%)`),
  },
  { header: 'Total', align: 'end' as const, cell: ({ total }: InvoiceLine) => formatEuro(total) },
]

function Facts({ invoice }: { invoice: Invoice }) {
  const { kind, noun, nounNumber, issuedOn, dueOn, net, vat, total, paid, storeCredit, credited, owed, toCredit, promised, of } = invoice
  const isInvoice = kind === 'invoice'
  const facts: [label: string, value: ReactNode, isShown: boolean][] = [
    ['State', <InvoiceBadge key="state" invoice={invoice} />, true],
    ['Date', issuedOn && formatDay(issuedOn), issuedOn !== null],
    ['Due', dueOn && formatDay(dueOn), isInvoice && dueOn !== null && owed > 0 && !isPromised(invoice)],
    ['For', subject(noun, nounNumber), nounNumber !== null],
    ['Corrects', of && <InvoiceLink {...of} />, of !== null],
    ['Without VAT', formatEuro(net), vat > 0],
    ['VAT', formatEuro(vat), vat > 0],
    ['Total', formatEuro(total), true],
    ['Paid', formatEuro(paid), paid > 0],
    ['Store credit', formatEuro(storeCredit), storeCredit > 0],
    ['Credited', formatEuro(credited), credited > 0],
    ['To be credited', formatEuro(toCredit), toCredit > 0],
    ['Store credit, put aside', formatEuro(promised), promised > 0],
    ['Left to pay', formatEuro(askedFor(invoice)), isInvoice],
  ]
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 text-sm">
      {facts.map(
        ([label, value, isShown]) =>
          isShown && (
            <div key={label}>
              <dt className="text-ink-muted">{label}</dt>
              <dd className="mt-0.5 font-medium wrap-anywhere text-ink tabular-nums">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const linkClass = 'font-medium underline underline-offset-4'

const subject = (noun: Invoice['noun'], number: string | null) =>
  noun !== null &&
  number !== null && (
    <Link href={ownPageOf(noun, number)} prefetch={false} className={linkClass}>
      {number}
    </Link>
  )

const InvoiceLink = ({ id, number }: { id: string; number: string | null }) => (
  <Link href={ownInvoicePageOf(id)} prefetch={false} className={linkClass}>
    {number ?? 'Invoice'}
  </Link>
)

function Following({ invoice: { following } }: { invoice: Invoice }) {
  const issued = following.filter(({ number }) => number !== null)
  if (issued.length === 0) return null
  return (
    <RecordSection title="What followed">
      <ul className="flex flex-col gap-2 p-5 text-sm sm:px-6">
        {issued.map(({ id, number, kind, purpose, total, issuedOn }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6">
            <span>
              {kind === 'credit_note' ? 'Credit note ' : purpose === 'interest' ? 'Interest, invoice ' : 'Invoice '}
              <InvoiceLink id={id} number={number} />
              {issuedOn && <span className="text-ink-muted"> · {formatDay(issuedOn)}</span>}
            </span>
            <span className="font-medium text-ink tabular-nums">{formatEuro(kind === 'credit_note' ? -total : total)}</span>
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}
