import { OfficeLink } from '~/components/admin-list/office-link'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import * as z from 'zod'
import type { ListColumn } from '~/components/admin-list/columns'
import { FlagFilters } from '~/components/admin-list/flag-filters'
import { ListSection } from '~/components/admin-list/list-screen'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { useAction } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { canReverse, paymentMethodLabels, paymentMethods, paymentsInput, type PaymentRow } from '~/contracts/billing/receipts'
import { formatShortDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { foundPageOf, invoicePageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { canRefund } from './invoice-payments'
import { uncounted } from './uncounted-money'

const ReverseDialog = onDemand(() => import('./reverse-dialog').then((module) => module.ReverseDialog))
const RefundDialog = onDemand(() => import('./refund-dialog').then((module) => module.RefundDialog))
const ChooseInvoiceDialog = onDemand(() => import('./choose-invoice-dialog').then((module) => module.ChooseInvoiceDialog))

const messages = {
  loadFailed: 'Failed to fetch payments',
  none: 'No payments yet',
  noneMatch: 'No payments match your filters',
}
/** An address holds only texts. */
const viewSchema = paymentsInput.extend({
  onlyOnAccount: z
    .literal('true')
    .transform(() => true)
    .optional(),
})
const methods = paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] }))
const choices = [{ key: 'method', label: 'Filter by method', all: 'All Methods', options: methods }]
const flags = [{ key: 'onlyOnAccount', value: 'true', label: 'With money on account' }]
const link = 'flex min-h-6 items-center font-medium wrap-anywhere text-ink underline underline-offset-4'

const columnsOf = (
  mayWrite: boolean,
  onRefund: (payment: PaymentRow) => void,
  onApply: (payment: PaymentRow) => void,
  onReverse: (payment: PaymentRow) => void,
): ListColumn<PaymentRow>[] => [
  {
    id: 'payment',
    header: 'Payment',
    card: 'title',
    cell: ({ buyerName, reference, note }) => (
      <>
        <span className="block font-medium wrap-anywhere text-ink">{buyerName ?? 'No name'}</span>
        <span className="block text-xs wrap-anywhere text-ink-muted">
          {[reference, note].filter(Boolean).join(' · ') || 'No reference'}
        </span>
      </>
    ),
  },
  {
    id: 'method',
    header: 'Received',
    card: 'half',
    brief: true,
    cell: ({ method, receivedOn, dispute, reversed }) => (
      <>
        <span className="block whitespace-nowrap text-ink">{formatShortDay(receivedOn)}</span>
        <span className="block text-xs text-ink-muted">{paymentMethodLabels[method]}</span>
        {dispute && <span className="block text-xs text-danger-ink">Disputed: {dispute.state}</span>}
        {reversed && <span className="block text-xs wrap-anywhere text-ink-muted">Reversed: {reversed.reason}</span>}
      </>
    ),
  },
  {
    id: 'for',
    header: 'For',
    card: 'half',
    cell: ({ invoiceId, invoiceNumber, noun, nounId, nounNumber }) => (
      <span className="flex flex-col items-start">
        {invoiceId !== null && (
          <OfficeLink href={invoicePageOf(invoiceId)} className={link}>
            {invoiceNumber ?? 'Invoice'}
          </OfficeLink>
        )}
        {noun !== null && nounId !== null && nounNumber !== null && (
          <OfficeLink href={foundPageOf({ noun, id: nounId, title: nounNumber, detail: '' })} className={link}>
            {nounNumber}
          </OfficeLink>
        )}
      </span>
    ),
  },
  {
    id: 'sum',
    header: 'Amount',
    align: 'end',
    card: 'half',
    brief: true,
    cell: ({ amount }) => <span className="text-ink tabular-nums">{formatEuro(amount)}</span>,
  },
  {
    id: 'account',
    header: 'On account',
    align: 'end',
    card: 'half',
    cell: ({ onAccount }) => (
      <span className={`tabular-nums ${onAccount > 0 ? 'font-medium text-warn-ink' : 'text-ink-subtle'}`}>{formatEuro(onAccount)}</span>
    ),
  },
  {
    id: 'refunded',
    header: 'Refunded',
    align: 'end',
    card: 'half',
    cell: ({ refunded }) => <span className="text-ink-muted tabular-nums">{formatEuro(refunded)}</span>,
  },
  {
    id: 'actions',
    header: 'Actions',
    align: 'end',
    card: 'foot',
    cell: (payment) => {
      const of = `${formatEuro(payment.amount)} of ${payment.buyerName ?? 'a customer'}`
      return (
        mayWrite &&
        canRefund(payment) && (
          <span className="flex gap-2 @3xl:justify-end">
            {payment.onAccount > 0 && (
              <Button variant="secondary" size="sm" aria-label={`Apply ${of} to an invoice`} onClick={() => onApply(payment)}>
                Apply
              </Button>
            )}
            {canReverse(payment) && (
              <Button variant="secondary" size="sm" aria-label={`Reverse ${of}`} onClick={() => onReverse(payment)}>
                Reverse
              </Button>
            )}
            <Button variant="secondary" size="sm" aria-label={`Refund ${of}`} onClick={() => onRefund(payment)}>
              Refund
            </Button>
          </span>
        )
      )
    },
  },
]

export function Payments({ mayWrite }: { mayWrite: boolean }) {
  const view = useAdminList(viewSchema)
  const payments = trpc.payments.list.useQuery(view.input, { placeholderData: keepPreviousData })
  const [refunding, setRefunding] = useState<PaymentRow>()
  const [applying, setApplying] = useState<PaymentRow>()
  const [reversing, setReversing] = useState<PaymentRow>()
  const columns = useMemo(() => columnsOf(mayWrite, setRefunding, setApplying, setReversing), [mayWrite])
  const { data } = payments
  return (
    <>
      <ListSection
        noun="payments"
        messages={messages}
        query={payments}
        view={view}
        filter={<FlagFilters flags={flags} view={view.input} onShow={view.show} />}
        choices={choices}
        columns={columns}
        list={data && uncounted(data, view.page)}
        firstStep="Record one on the page of an invoice, or import your bank’s file."
      />
      {refunding && <RefundDialog payment={refunding} onClose={() => setRefunding(undefined)} />}
      {reversing && <ReverseDialog payment={reversing} onClose={() => setReversing(undefined)} />}
      {applying && <ApplyDialog payment={applying} onClose={() => setApplying(undefined)} />}
    </>
  )
}

function ApplyDialog({ payment, onClose }: { payment: PaymentRow; onClose: () => void }) {
  const utils = trpc.useUtils()
  const apply = useAction(
    trpc.payments.applyTo.useMutation({ onSettled: () => Promise.all([utils.payments.invalidate(), utils.invoices.invalidate()]) }),
    { failed: 'Failed to apply the payment' },
  )
  const applyTo = async ({ id, number }: { id: string; number: string | null }) => {
    if (await apply.run({ paymentId: payment.id, invoiceId: id }, `Applied to ${number ?? 'the invoice'}`)) onClose()
  }
  return (
    <ChooseInvoiceDialog
      title="Apply to an invoice"
      search={payment.buyerName ?? ''}
      submitLabel="Apply"
      busy={apply.busy}
      onChoose={(invoice) => void applyTo(invoice)}
      onClose={onClose}
    >
      {formatEuro(payment.onAccount)} of {payment.buyerName ?? 'this customer'} pays no invoice yet. Choose one of the same customer.
    </ChooseInvoiceDialog>
  )
}
