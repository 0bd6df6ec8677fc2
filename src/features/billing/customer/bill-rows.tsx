import { Badge, type Tone } from '~/components/ui/badge'
import {
  invoiceStateLabels,
  isPromised,
  isToCredit,
  ownInvoiceFile,
  TO_CREDIT,
  type InvoiceRow,
  type InvoiceState,
} from '~/contracts/billing/invoices'
import { paymentMethodLabels, type PaymentRow } from '~/contracts/billing/receipts'
import { formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'

const invoiceTones: Record<InvoiceState, Tone> = {
  waiting: 'neutral',
  due: 'info',
  overdue: 'danger',
  settled: 'success',
  credited: 'neutral',
  withdrawn: 'neutral',
}

/** 'Invoice INV-2026-00042', 'Credit note CN-2026-00001'; without a number only the kind. */
export const documentName = ({ kind, purpose, number }: Pick<InvoiceRow, 'kind' | 'purpose' | 'number'>): string => {
  const what = kind === 'credit_note' ? 'Credit note' : purpose === 'deposit' ? 'Deposit invoice' : 'Invoice'
  return number === null ? what : `${what} ${number}`
}

/** @param token of a case's link; without it by session */
const receiptFile = (id: string, token?: string): string =>
  `/api/customer-receipts/${id}${token === undefined ? '' : `?${new URLSearchParams({ token }).toString()}`}`

/** A credit note is neither due nor settled; an invoice about to be credited is not due. */
export function InvoiceBadge({ invoice }: { invoice: Pick<InvoiceRow, 'kind' | 'state' | 'owed' | 'toCredit' | 'promised'> }) {
  const { kind, state } = invoice
  if (kind === 'credit_note') return <Badge tone="neutral">Credit note</Badge>
  if (isToCredit(invoice)) return <Badge tone="neutral">{TO_CREDIT}</Badge>
  if (isPromised(invoice)) return <Badge tone="success">Store credit pays it</Badge>
  return <Badge tone={invoiceTones[state]}>{invoiceStateLabels[state]}</Badge>
}

const rowClass = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3'

export function BillDocuments({ invoices, token }: { invoices: readonly InvoiceRow[]; token?: string | undefined }) {
  if (invoices.length === 0) return null
  return (
    <ul aria-label="Invoices" className="-my-3 divide-y divide-line border-t border-line pt-1 text-sm">
      {invoices.map((invoice) => (
        <li key={invoice.id} className={rowClass}>
          <span className="min-w-0">
            {invoice.number === null ? (
              <span className="text-ink">{documentName(invoice)}</span>
            ) : (
              <>
                <a
                  href={ownInvoiceFile(invoice.id, 'pdf', token)}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="inline-block py-1 font-medium wrap-anywhere text-ink underline underline-offset-4"
                >
                  {documentName(invoice)} (PDF)<span className="sr-only"> (opens in a new tab)</span>
                </a>{' '}
                <a href={ownInvoiceFile(invoice.id, 'ubl', token)} className="inline-block py-1 text-ink underline underline-offset-4">
                  E-invoice (XML)<span className="sr-only"> of {invoice.number}</span>
                </a>
              </>
            )}
            {invoice.issuedOn && <span className="block text-ink-muted">{formatDay(invoice.issuedOn)}</span>}
          </span>
          <span className="flex items-center gap-3">
            <InvoiceBadge invoice={invoice} />
            <span className="font-medium text-ink tabular-nums">
              {formatEuro(invoice.kind === 'credit_note' ? -invoice.total : invoice.total)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

const refundTexts = {
  waiting: 'is on its way to you',
  asked: 'is on its way to you',
  done: 'was paid back',
  refused: '',
  failed: '',
} as const

export function BillPayments({ payments, token }: { payments: readonly PaymentRow[]; token?: string | undefined }) {
  if (payments.length === 0) return null
  return (
    <ul aria-label="Payments" className="-my-3 divide-y divide-line border-t border-line pt-1 text-sm">
      {payments.map(({ id, method, receivedOn, amount, refunds, reversed }) => (
        <li key={id} className={rowClass}>
          <span className="text-ink">
            {paymentMethodLabels[method]}
            <span className="block text-ink-muted">{receivedOn && formatDay(receivedOn)}</span>
            {reversed ? (
              <span className="block text-ink-muted">Written down by mistake, and taken back</span>
            ) : (
              <a
                href={receiptFile(id, token)}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-block py-1 text-ink underline underline-offset-4"
              >
                Receipt (PDF)<span className="sr-only"> (opens in a new tab)</span>
              </a>
            )}
            {refunds.map(
              (refund) =>
                refundTexts[refund.state] !== '' && (
                  <span key={refund.id} className="block text-ink-muted">
                    {formatEuro(refund.amount)} {refundTexts[refund.state]}
                  </span>
                ),
            )}
          </span>
          <span className="font-medium text-ink tabular-nums">{formatEuro(amount)}</span>
        </li>
      ))}
    </ul>
  )
}
