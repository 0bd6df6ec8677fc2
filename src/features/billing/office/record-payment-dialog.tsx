import { useContext } from 'react'
import type * as z from 'zod'
import { useNow, ViewerContext } from '~/components/admin-list/cells'
import { FormDialog } from '~/components/form/form-dialog'
import { EuroField } from '~/components/form/number-field'
import { SelectField } from '~/components/form/select-field'
import { failureToast } from '~/components/form/use-action'
import { TextField } from '~/components/form/text-field'
import { useConfirmation } from '~/components/form/use-confirmation'
import { notifySuccess } from '~/components/ui/notify'
import { decimalOf } from '~/contracts/fields'
import { paymentMethodLabels, recordedMethods, recordedPayment, type PaymentRow, type RecordedMethod } from '~/contracts/billing/receipts'
import { calendarDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { trpc, type RouterInputs } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'

const methods = recordedMethods.map((value) => ({ value, label: paymentMethodLabels[value] }))

export type TypedPayment = z.output<typeof recordedPayment>
type Of = Pick<RouterInputs['payments']['record'], 'invoiceId' | 'repairId' | 'orderId'>

/**
 * `question` renders the server's question about the amount.
 * @returns `recordPayment`, which resolves to null after a no
 */
export function useRecordPayment() {
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const record = trpc.payments.record.useMutation()
  const { send, question } = useConfirmation('Record this payment?')
  const recordPayment = async (of: Of, values: TypedPayment): Promise<PaymentRow | null> => {
    const made = await send((confirmed) =>
      submit((idempotencyKey) => record.mutateAsync({ ...of, ...values, ...(confirmed && { confirmed }), idempotencyKey })),
    )
    if (made) notifySuccess(`${formatEuro(values.amount)} recorded`)
    await Promise.all([utils.invoices.invalidate(), utils.payments.invalidate()])
    return made
  }
  return { recordPayment, question }
}

interface PaymentDialogProps {
  title: string
  owed: number
  amount: number
  /** The likely method. */
  method?: RecordedMethod
  /** Values from before, if the dialog opens again. */
  typed?: TypedPayment | undefined
  onSubmit: (values: TypedPayment) => Promise<void>
  onClose: () => void
}

/** For transfers, the card terminal and cash. */
export function PaymentDialog({ title, owed, amount, method = 'transfer', typed, onSubmit, onClose }: PaymentDialogProps) {
  const { timeZone } = useContext(ViewerContext)
  const today = calendarDay(useNow(), timeZone)
  return (
    <FormDialog
      title={title}
      className="max-w-md"
      bodyClassName="flex flex-col gap-5"
      schema={recordedPayment}
      defaultValues={{
        method: typed?.method ?? method,
        amount: typed ? typed.amount.toFixed(2) : amount > 0 ? amount.toFixed(2) : '',
        receivedOn: typed?.receivedOn ?? today,
        reference: typed?.reference ?? '',
      }}
      onSubmit={onSubmit}
      onFailure={failureToast('Failed to record the payment')}
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

interface RecordPaymentDialogProps {
  invoice: { id: string; number: string | null; owed: number }
  amount?: number
  method?: RecordedMethod
  onClose: () => void
}

export function RecordPaymentDialog({ invoice: { id, number, owed }, amount = owed, method, onClose }: RecordPaymentDialogProps) {
  const { recordPayment, question } = useRecordPayment()
  return (
    <>
      <PaymentDialog
        title={`Record a payment of ${number ?? 'an invoice'}`}
        owed={owed}
        amount={amount}
        {...(method && { method })}
        onSubmit={async (values) => {
          if (await recordPayment({ invoiceId: id }, values)) onClose()
        }}
        onClose={onClose}
      />
      {question}
    </>
  )
}
