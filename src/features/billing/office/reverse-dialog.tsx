import { FormDialog } from '~/components/form/form-dialog'
import { failureToast } from '~/components/form/use-action'
import { TextField } from '~/components/form/text-field'
import { notifySuccess } from '~/components/ui/notify'
import { reversePaymentInput, type PaymentRow } from '~/contracts/billing/receipts'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'

const schema = reversePaymentInput.pick({ reason: true })

export function ReverseDialog({ payment, onClose }: { payment: PaymentRow; onClose: () => void }) {
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const reverse = trpc.payments.reverse.useMutation()
  const sum = formatEuro(payment.amount)
  return (
    <FormDialog
      title={`Reverse the payment of ${sum}`}
      className="max-w-md"
      bodyClassName="flex flex-col gap-5"
      schema={schema}
      defaultValues={{ reason: '' }}
      onSubmit={async (values) => {
        await submit((idempotencyKey) => reverse.mutateAsync({ paymentId: payment.id, ...values, idempotencyKey }))
        notifySuccess(`The payment of ${sum} is reversed`)
        await Promise.all([utils.invoices.invalidate(), utils.payments.invalidate()])
        onClose()
      }}
      onFailure={failureToast('Failed to reverse the payment')}
      onClose={onClose}
      submitLabel="Reverse payment"
    >
      {({ control }) => (
        <>
          <p className="text-sm text-ink-muted">
            For a payment that never came, or is another customer’s. What it paid is owed again, and no money is given back. If it did come
            and goes back, refund it instead.
          </p>
          <TextField control={control} name="reason" label="Reason" hint="The customer does not see it." required autoComplete="off" />
        </>
      )}
    </FormDialog>
  )
}
