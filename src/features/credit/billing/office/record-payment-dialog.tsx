import { useContext } from 'react'
import { useNow, ViewerContext } from '~/components/admin-list/cells'
import { FormDialog } from '~/components/form/form-dialog'
import { EuroField } from '~/components/form/number-field'
import { SelectField } from '~/components/form/select-field'
import { serverMessage } from '~/components/form/server-errors'
import { TextField } from '~/components/form/text-field'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { decimalOf } from '~/contracts/fields'
import { paymentMethodLabels, recordedMethods, recordPaymentInput } from '~/contracts/credit/receipts'
import { calendarDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'

const schema = recordPaymentInput.pick({ method: true, amount: true, receivedOn: true, reference: true })
const methods = recordedMethods.map((value) => ({ value, label: paymentMethodLabels[value] }))

interface RecordPaymentDialogProps {
  invoice: { id: string; number: string | null; owed: number }
  onClose: () => void
}

/** Writes down money that has come for an invoice: by transfer, at the card terminal or in cash. */
export function RecordPaymentDialog({ invoice: { id, number, owed }, onClose }: RecordPaymentDialogProps) {
  const { timeZone } = useContext(ViewerContext)
  const today = calendarDay(useNow(), timeZone)
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const record = trpc.payments.record.useMutation()
  return (
    <FormDialog
      title={`Record a payment of ${number ?? 'an invoice'}`}
      className="max-w-md"
      bodyClassName="flex flex-col gap-5"
      schema={schema}
      defaultValues={{ method: 'transfer', amount: owed > 0 ? owed.toFixed(2) : '', receivedOn: today, reference: '' }}
      onSubmit={async (values) => {
        await submit((idempotencyKey) => record.mutateAsync({ invoiceId: id, ...values, idempotencyKey }))
        notifySuccess(`${formatEuro(values.amount)} recorded`)
        await Promise.all([utils.invoices.invalidate(), utils.payments.invalidate()])
        onClose()
      }}
      onFailure={(error) => notifyError('Failed to record the payment', error, serverMessage(error))}
      onClose={onClose}
      submitLabel="Record payment"
    >
      {({ control, watch }) => {
        const more = decimalOf(watch('amount')) - owed
        return (
          <>
            <SelectField control={control} name="method" label="How it was paid" options={methods} />
            <EuroField
              control={control}
              name="amount"
              label="Amount"
              required
              hint={
                more > 0
                  ? `${formatEuro(more)} more than is owed: it stands on account and can be refunded.`
                  : `${formatEuro(owed)} is owed`
              }
            />
            <TextField control={control} name="receivedOn" label="Received on" type="date" required />
            <TextField
              control={control}
              name="reference"
              label="Reference"
              hint="Such as the bank’s or the terminal’s own number"
              autoComplete="off"
            />
          </>
        )
      }}
    </FormDialog>
  )
}
