import { OfficeLink } from '~/components/admin-list/office-link'
import { FileText } from '~/components/icons/lucide'
import { useId, useState } from 'react'
import { useMay } from '~/components/admin-list/cells'
import { RecordSection } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import type { Bill } from '~/contracts/billing/bill'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { unsettled, invoiceFile, type BilledNoun, type InvoiceRow } from '~/contracts/billing/invoices'
import { formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { invoicePageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { PaymentList } from './invoice-payments'
import { documentName, InvoiceBadge, isIssued } from './invoice-text'
import { WaitingFor } from './waiting-for'

const IssueDialog = onDemand(() => import('./issue-dialog').then((module) => module.IssueDialog))
const RecordPaymentDialog = onDemand(() => import('./record-payment-dialog').then((module) => module.RecordPaymentDialog))
const CollectDialog = onDemand(() => import('./collect-dialog').then((module) => module.CollectDialog))
const ProposedCreditNote = onDemand(() => import('./proposed-credit-note').then((module) => module.ProposedCreditNote))

interface Billed {
  noun: BilledNoun
  id: string
}

export const RepairBill = ({ id }: { id: string }) => (
  <RecordSection title="Bill">
    <div className="p-5 sm:p-6">
      <BillParts noun="repairs" id={id} />
    </div>
  </RecordSection>
)

/** The shop platform bills its own orders. */
export function OrderBill({ id }: { id: string }) {
  const heading = useId()
  const { data } = trpc.credit.payments.useQuery({ noun: 'orders', id })
  if (!data || data.unpayable === 'platform') return null
  return (
    <section aria-labelledby={heading} className="border-t border-line pt-5">
      <h3 id={heading} className="mb-3 text-sm font-semibold text-ink">
        Bill
      </h3>
      <BillParts noun="orders" id={id} />
    </section>
  )
}

function BillParts(of: Billed) {
  const bill = trpc.invoices.bill.useQuery({ noun: of.noun, id: of.id })
  if (bill.data) return <Parts {...of} bill={bill.data} />
  return bill.isError ? <LoadFailure message="Failed to fetch the bill" query={bill} /> : <Skeleton className="h-32" />
}

type Dialog = 'issue' | 'payment' | 'credit'

function Parts({ noun, id, bill }: Billed & { bill: Bill }) {
  const may = useMay()
  const mayBill = may('invoices', 'write')
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const waiting = bill.invoices.find(({ kind, state }) => kind === 'invoice' && state === 'waiting')
  const payable = bill.invoices.find((row) => isIssued(row) && unsettled(row) > 0) ?? bill.invoices.findLast(isIssued)
  const { proposal, unbilled } = bill
  return (
    <div className="flex flex-col gap-4">
      <Sums bill={bill} />
      {waiting && <WaitingFor invoice={waiting} />}
      {proposal && (
        <div className="flex flex-wrap items-center gap-3 rounded-lg border border-warn-line bg-warn-soft px-4 py-2.5 text-sm text-warn-ink">
          <p className="min-w-0 flex-1 basis-60">
            {proposal.reason}. Billed too much: {formatEuro(proposal.amount)}.
          </p>
          {mayBill && (
            <Button size="sm" variant="secondary" onClick={() => setDialog('credit')}>
              Credit note of {formatEuro(proposal.amount)}
            </Button>
          )}
        </div>
      )}
      {bill.invoices.length > 0 && <Documents rows={bill.invoices} />}
      <PaymentList payments={bill.payments} />
      <div className="flex flex-wrap gap-2">
        {mayBill && unbilled > 0 && !waiting && (
          <Button size="sm" variant="secondary" onClick={() => setDialog('issue')}>
            Issue invoice
          </Button>
        )}
        {may('payments', 'write') && (payable ?? bill.due > 0) && (
          <Button size="sm" variant={bill.due > 0 ? 'primary' : 'secondary'} onClick={() => setDialog('payment')}>
            Record payment
          </Button>
        )}
      </div>
      {dialog === 'issue' && <IssueDialog noun={noun} id={id} amount={unbilled} onClose={close} />}
      {dialog === 'payment' &&
        (payable && unsettled(payable) === 0 ? (
          <RecordPaymentDialog invoice={payable} onClose={close} />
        ) : (
          <CollectDialog noun={noun} id={id} onClose={close} />
        ))}
      {dialog === 'credit' && proposal && <ProposedCreditNote proposal={proposal} onClose={close} />}
    </div>
  )
}

/** The balance, then the cost and the payments behind it. */
function Sums({ bill }: { bill: Bill }) {
  const { cost, credit, billed, credited, paid, onAccount, due, depositDue, dueOn, isOverdue, toCredit } = bill
  const storeCredit = sumOfAmounts([credit.held, credit.captured, credit.pending])
  const sums = [
    { label: 'Left to pay', value: formatEuro(due) },
    { label: 'Cost', value: cost === null ? 'Not known yet' : formatEuro(cost) },
    ...(billed > 0 ? [{ label: 'Billed', value: formatEuro(billed) }] : []),
    ...(credited > 0 ? [{ label: 'Credited', value: formatEuro(credited) }] : []),
    ...(toCredit > 0 ? [{ label: 'To be credited', value: formatEuro(toCredit) }] : []),
    ...(depositDue > 0 ? [{ label: 'Deposit to pay', value: formatEuro(depositDue) }] : []),
    ...(storeCredit > 0 ? [{ label: 'Store credit', value: formatEuro(storeCredit) }] : []),
    { label: 'Received', value: formatEuro(paid) },
    ...(onAccount > 0 ? [{ label: 'Of that on account', value: formatEuro(onAccount) }] : []),
  ]
  const dueLabel = depositDue > 0 ? 'Deposit to pay' : 'Left to pay'
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {sums.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-xs font-medium text-ink-muted">{label}</dt>
          <dd className={`font-semibold text-ink tabular-nums ${label === 'Left to pay' ? 'text-lg' : ''}`}>{value}</dd>
          {label === dueLabel && due > 0 && dueOn !== null && (
            <dd className={`text-xs ${isOverdue ? 'text-danger-ink' : 'text-ink-muted'}`}>
              {isOverdue ? 'Overdue since' : 'Due'} {formatDay(dueOn)}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

const Documents = ({ rows }: { rows: readonly InvoiceRow[] }) => (
  <ul aria-label="Invoices" className="divide-y divide-line border-t border-line">
    {rows.map((row) => (
      <li key={row.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
        <span className="min-w-0 flex-1 basis-40">
          <OfficeLink href={invoicePageOf(row.id)} className="font-medium wrap-anywhere text-ink underline underline-offset-4">
            {row.number ?? documentName(row)}
          </OfficeLink>
          <span className="block text-ink-muted">
            {row.number !== null && `${documentName(row)}, `}
            {formatEuro(row.kind === 'credit_note' ? -row.total : row.total)}
          </span>
        </span>
        <InvoiceBadge row={row} />
        {row.number !== null && (
          <a
            href={invoiceFile(row.id)}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-9 items-center gap-1.5 text-ink underline underline-offset-4"
          >
            <FileText className="size-4" aria-hidden="true" />
            PDF<span className="sr-only"> of {row.number} (opens in a new tab)</span>
          </a>
        )}
      </li>
    ))}
  </ul>
)
