import { FormDialog } from '~/components/form/form-dialog'
import { EuroField } from '~/components/form/number-field'
import { failureToast } from '~/components/form/use-action'
import { TextField } from '~/components/form/text-field'
import { notifySuccess } from '~/components/ui/notify'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { refundPaymentInput, type PaymentRow } from '~/contracts/billing/receipts'
import { decimalOf } from '~/contracts/fields'
import { ApprovalNote } from '~/features/credit/office/approval-note'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'

const schema = refundPaymentInput.pick({ amount: true, reason: true })

const wayBack: Record<PaymentRow['method'], string> = {
  stripe: 'It goes back to the card by which it was paid.',
  transfer: 'Transfer it yourself: here it is written down.',
  card: 'Give it back at the terminal: here it is written down.',
  cash: 'Hand it back: here it is written down.',
}

export function RefundDialog({ payment, onClose }: { payment: PaymentRow; onClose: () => void }) {
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const refund = trpc.payments.refund.useMutation()
  return (
    <FormDialog
      title={`Refund ${payment.buyerName ?? 'a payment'}`}
      className="max-w-md"
      bodyClassName="flex flex-col gap-5"
      schema={schema}
      defaultValues={{ amount: payment.onAccount > 0 ? payment.onAccount.toFixed(2) : '', reason: '' }}
      onSubmit={async (values) => {
        const { notice } = await submit((idempotencyKey) => refund.mutateAsync({ paymentId: payment.id, ...values, idempotencyKey }))
        notifySuccess(notice)
        await Promise.all([utils.invoices.invalidate(), utils.payments.invalidate()])
        onClose()
      }}
      onFailure={failureToast('Failed to refund')}
      onClose={onClose}
      submitLabel="Refund"
    >
      {({ control, watch }) => (
        <>
          <p className="text-sm text-ink-muted">
            {wayBack[payment.method]}{' '}
            {payment.onAccount > 0
              ? `${formatEuro(payment.onAccount)} of this payment pays no invoice. If you give back more, the invoice that it paid is owed again.`
              : 'The invoice that it paid is owed again by what you give back.'}
          </p>
          <EuroField
            control={control}
            name="amount"
            label="Amount"
            required
            hint={`At most ${formatEuro(sumOfAmounts([payment.amount, -payment.refunded]))}`}
          />
          <TextField control={control} name="reason" label="Reason" hint="The customer can read it." required autoComplete="off" />
          <ApprovalNote router="payments" of={{ paymentId: payment.id }} amount={decimalOf(watch('amount')) || 0} />
        </>
      )}
    </FormDialog>
  )
}
