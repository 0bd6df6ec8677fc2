import { OfficeLink } from '~/components/admin-list/office-link'
import { DateText } from '~/components/admin-list/cells'
import { CustomerName } from '~/components/admin-list/customer-name'
import { DetailList } from '~/components/admin-list/detail-list'
import { HistoryRows } from '~/components/admin-list/history-list'
import { RecordPageFrame, RecordSection } from '~/components/layouts/record-page'
import type { Invoice, Party } from '~/contracts/billing/invoices'
import { records } from '~/contracts/records'
import { formatDay } from '~/lib/instant'
import { historyLines } from '~/lib/history-lines'
import { formatEuro } from '~/lib/money'
import { foundPageOf, invoicePageOf, listOf } from '~/lib/records'
import { capitalised } from '~/lib/text'
import { trpc } from '~/trpc/client'
import { useHistory } from '~/trpc/use-history'
import { InvoiceActions } from './invoice-actions'
import { InvoiceLines } from './invoice-lines'
import { InvoicePayments } from './invoice-payments'
import { documentName, documentTitle, InvoiceBadge, invoiceMessages } from './invoice-text'
import { WaitingFor } from './waiting-for'

export function InvoicePage({ id }: { id: string }) {
  const query = trpc.invoices.byId.useQuery({ id })
  return (
    <RecordPageFrame
      query={query}
      list={{ href: listOf('invoices'), name: 'Invoices' }}
      number={query.data ? documentTitle(query.data) : 'Invoice'}
      missing={invoiceMessages.missing}
      failed="Failed to fetch the invoice"
    >
      {(invoice) => <Content key={invoice.id} invoice={invoice} />}
    </RecordPageFrame>
  )
}

function Content({ invoice }: { invoice: Invoice }) {
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-semibold tracking-tight wrap-anywhere text-ink">
            {documentTitle(invoice)}
            <InvoiceBadge row={invoice} />
          </h1>
          <p className="mt-1 wrap-anywhere text-ink-muted">
            {documentName(invoice)} of {formatEuro(invoice.total)}
            {invoice.buyerName !== null && (
              <>
                {' for '}
                <CustomerName userId={invoice.userId}>{invoice.buyerName}</CustomerName>
              </>
            )}
          </p>
        </div>
        <InvoiceActions invoice={invoice} />
      </div>
      <WaitingFor invoice={invoice} />
      <div className="grid items-start gap-4 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex flex-col gap-4">
          <InvoiceLines invoice={invoice} />
          {invoice.kind === 'invoice' && invoice.state !== 'waiting' && invoice.state !== 'withdrawn' && (
            <InvoicePayments invoice={invoice} />
          )}
          <History id={invoice.id} />
        </div>
        <div className="flex flex-col gap-4">
          <Details invoice={invoice} />
          <RecordSection title="Parties">
            <div className="flex flex-col gap-4 p-5 text-sm sm:px-6">
              <PartyText label="To" party={invoice.buyer} />
              <PartyText label="From" party={invoice.seller} isSeller />
            </div>
          </RecordSection>
        </div>
      </div>
    </>
  )
}

const link = 'font-medium wrap-anywhere text-ink underline underline-offset-4'

function Details({ invoice }: { invoice: Invoice }) {
  const { noun, nounId, nounNumber, of, following } = invoice
  const day = (text: string | null) => (text === null ? 'Not yet' : formatDay(text))
  return (
    <RecordSection title="Details">
      <div className="p-5 sm:px-6">
        <DetailList
          items={[
            ...(noun !== null && nounId !== null && nounNumber !== null
              ? [
                  {
                    label: capitalised(records[noun].one),
                    value: (
                      <OfficeLink href={foundPageOf({ noun, id: nounId, title: nounNumber, detail: '' })} className={link}>
                        {nounNumber}
                      </OfficeLink>
                    ),
                  },
                ]
              : []),
            { label: 'Issued', value: day(invoice.issuedOn) },
            { label: 'Supplied', value: day(invoice.suppliedOn) },
            ...(invoice.seller.vatNumber === null || invoice.state === 'waiting'
              ? []
              : [{ label: 'Tax point', value: day(invoice.taxPoint ?? invoice.suppliedOn) }]),
            ...(invoice.kind === 'invoice' ? [{ label: 'Due', value: day(invoice.dueOn) }] : []),
            { label: 'Begun', value: <DateText at={invoice.createdAt} /> },
            ...(of ? [{ label: 'About', value: <DocumentLink id={of.id} name={of.number ?? 'Invoice'} /> }] : []),
            ...following.map((each) => ({
              label: documentName(each),
              value: (
                <>
                  <DocumentLink id={each.id} name={each.number ?? 'Waiting'} /> {formatEuro(each.total)}
                </>
              ),
            })),
            ...(invoice.reason === null ? [] : [{ label: 'Reason', value: invoice.reason, wide: true }]),
          ]}
        />
      </div>
    </RecordSection>
  )
}

const DocumentLink = ({ id, name }: { id: string; name: string }) => (
  <OfficeLink href={invoicePageOf(id)} className={link}>
    {name}
  </OfficeLink>
)

/** A customer's company stands above the name, the seller's number below it. */
function PartyText({ label, party, isSeller = false }: { label: string; party: Party; isSeller?: boolean }) {
  const names = isSeller ? [party.name, party.company] : [party.company, party.name]
  const lines = [...names, party.address, party.country !== 'GB' && party.country, party.email].filter(Boolean)
  return (
    <div>
      <h3 className="text-xs font-medium text-ink-subtle">{label}</h3>
      <address className="mt-0.5 wrap-anywhere whitespace-pre-line text-ink not-italic">
        {lines.length > 0 ? lines.join('\n') : 'Named when it is issued'}
        {party.vatNumber !== null && `\nVAT number ${party.vatNumber}`}
      </address>
    </div>
  )
}

const actions: Record<string, string> = {
  'invoice.issued': 'Issued',
  'invoice.credited': 'Credit note issued',
  'invoice.withdrawn': 'Withdrawn',
  'invoice.credit_note_requested': 'Waits for a second administrator',
  'invoice.credit_note_approved': 'Approved',
  'invoice.credit_note_refused': 'Refused',
  'invoice.credit_note_withdrawn': 'Request withdrawn',
}

function History({ id }: { id: string }) {
  const history = useHistory('invoice', id, (entry) => historyLines(entry, actions[entry.action] ?? 'Invoice changed', {}))
  return (
    <RecordSection title="History">
      <div className="p-5 sm:p-6">
        <HistoryRows {...history} />
      </div>
    </RecordSection>
  )
}
