import { useState } from 'react'
import { useMay } from '~/components/admin-list/cells'
import { SumList } from '~/components/admin-list/sum-list'
import { RecordSection } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import { unsettled, TO_CREDIT, type Invoice } from '~/contracts/billing/invoices'
import { canReverse, paymentMethodLabels, receiptFile, type PaymentRow } from '~/contracts/billing/receipts'
import { formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'

const ReverseDialog = onDemand(() => import('./reverse-dialog').then((module) => module.ReverseDialog))
const RefundDialog = onDemand(() => import('./refund-dialog').then((module) => module.RefundDialog))

export function InvoicePayments({ invoice }: { invoice: Invoice }) {
  const { noun, nounId } = invoice
  const sums = [
    { label: 'Paid', amount: invoice.paid },
    { label: 'Store credit', amount: invoice.storeCredit },
    { label: 'Credited', amount: invoice.credited },
    ...(invoice.toCredit > 0 ? [{ label: TO_CREDIT, amount: invoice.toCredit }] : []),
    { label: 'Owed', amount: unsettled(invoice) },
  ]
  return (
    <RecordSection title="Payments">
      <div className="p-5 sm:px-6">
        <SumList sums={sums} />
        {noun !== null && nounId !== null && <OfWork noun={noun} id={nounId} />}
      </div>
    </RecordSection>
  )
}

function OfWork({ noun, id }: { noun: 'repairs' | 'orders'; id: string }) {
  const bill = trpc.invoices.bill.useQuery({ noun, id })
  if (bill.isError && !bill.data) return <LoadFailure message="Failed to fetch payments" query={bill} />
  if (!bill.data) return <Skeleton className="mt-4 h-16" />
  return <PaymentList payments={bill.data.payments} />
}

export const canRefund = ({ amount, refunded, reversed }: PaymentRow) => !reversed && refunded < amount

const refundWords: Record<PaymentRow['refunds'][number]['state'], string> = {
  waiting: 'waits for a second administrator',
  asked: 'asked of the card provider',
  done: 'given back',
  refused: 'refused',
  failed: 'failed',
}

export function PaymentList({ payments }: { payments: readonly PaymentRow[] }) {
  const mayRefund = useMay()('payments', 'write')
  const [refunding, setRefunding] = useState<PaymentRow>()
  const [reversing, setReversing] = useState<PaymentRow>()
  if (payments.length === 0) return null
  return (
    <>
      <ul aria-label="Payments" className="mt-4 divide-y divide-line border-t border-line">
        {payments.map((payment) => (
          <li key={payment.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm">
            <div className="min-w-0 flex-1 basis-48">
              <p className={`font-medium tabular-nums ${payment.reversed ? 'text-ink-muted line-through' : 'text-ink'}`}>
                {formatEuro(payment.amount)}
              </p>
              <p className="wrap-anywhere text-ink-muted">
                {paymentMethodLabels[payment.method]} on {formatDay(payment.receivedOn)}
                {payment.reference !== null && ` · ${payment.reference}`}
              </p>
              {payment.onAccount > 0 && <p className="text-warn-ink">{formatEuro(payment.onAccount)} on account</p>}
              {payment.reversed && (
                <p className="wrap-anywhere text-ink-muted">
                  Reversed, written down by mistake{payment.reversed.reason !== null && `: ${payment.reversed.reason}`}
                </p>
              )}
              {payment.dispute && (
                <p className="text-danger-ink">
                  Disputed: {formatEuro(payment.dispute.amount)} ({payment.dispute.state})
                </p>
              )}
              {payment.refunds.map((refund) => (
                <p key={refund.id} className="wrap-anywhere text-ink-muted">
                  Refund of {formatEuro(refund.amount)} {refundWords[refund.state]}
                  {(refund.failure ?? refund.decisionNote) && `: ${refund.failure ?? refund.decisionNote}`}
                </p>
              ))}
            </div>
            <div className="flex items-center gap-3 empty:hidden">
              {!payment.reversed && (
                <a
                  href={receiptFile(payment.id)}
                  target="_blank"
                  rel="noopener"
                  className="inline-flex min-h-9 items-center text-ink underline underline-offset-4"
                >
                  Receipt<span className="sr-only"> for {formatEuro(payment.amount)} (PDF, opens in a new tab)</span>
                </a>
              )}
              {mayRefund && canReverse(payment) && (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Reverse ${formatEuro(payment.amount)}`}
                  onClick={() => setReversing(payment)}
                >
                  Reverse
                </Button>
              )}
              {mayRefund && canRefund(payment) && (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Refund ${formatEuro(payment.amount)}`}
                  onClick={() => setRefunding(payment)}
                >
                  Refund
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {refunding && <RefundDialog payment={refunding} onClose={() => setRefunding(undefined)} />}
      {reversing && <ReverseDialog payment={reversing} onClose={() => setReversing(undefined)} />}
    </>
  )
}
